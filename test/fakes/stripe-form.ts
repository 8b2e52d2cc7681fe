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

function put(target: Form, [key = '', ...rest]: string[], value: string): void {
  // `a[]=x` appends.
  const own = key === '' ? String(Object.keys(target).length) : key
  if (rest.length === 0) {
    target[own] = value
    return
  }
  const inner = target[own]
  const next: Form = typeof inner === 'object' && !Array.isArray(inner) ? inner : {}
  target[own] = next
  put(next, rest, value)
}

/** Objects whose keys are 0, 1, 2… are lists. */
function lists(value: FormValue): FormValue {
  if (typeof value !== 'object' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, lists(inner)] as const)
  const isList = entries.length > 0 && entries.every(([key], place) => key === String(place))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

export const textOf = (value: FormValue | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined
export const objectOf = (value: FormValue | undefined): Form =>
  typeof value === 'object' && !Array.isArray(value) ? value : {}
export const listOf = (value: FormValue | undefined): FormValue[] => (Array.isArray(value) ? value : [])
/** Metadata and the like: every value is a text. */
export const textsOf = (value: FormValue | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(objectOf(value)).map(([key, inner]) => [key, String(inner)]))
