/** Form values: texts, objects and lists of them. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue }
export type Form = { [name: string]: FormValue }

/** Reads `a[b][0][c]=x` as the provider does: names in brackets are keys, numbers list positions. */
export function readForm(text: string): Form {
  const root: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = '', ...inner] = name.replaceAll(']', '').split('[')
    put(root, [first, ...inner], value)
  }
  return lists(root) as Form
}

function put(target: Form, [key = '', ...nestedKeys]: string[], value: string): void {
  // `a[]=x` appends.
  const ownKey = key === '' ? String(Object.keys(target).length) : key
  if (nestedKeys.length === 0) {
    target[ownKey] = value
    return
  }
  const inner = target[ownKey]
  const next: Form = typeof inner === 'object' && !Array.isArray(inner) ? inner : {}
  target[ownKey] = next
  put(next, nestedKeys, value)
}

/** Objects whose keys are 0, 1, 2… are lists. */
function lists(value: FormValue): FormValue {
  if (typeof value !== 'object' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, lists(inner)] as const)
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

export const textOf = (value: FormValue | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined
export const objectOf = (value: FormValue | undefined): Form =>
  typeof value === 'object' && !Array.isArray(value) ? value : {}
export const listOf = (value: FormValue | undefined): FormValue[] => (Array.isArray(value) ? value : [])
/** An object whose values are all texts, such as metadata. */
export const textsOf = (value: FormValue | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(objectOf(value)).map(([key, inner]) => [key, String(inner)]))
