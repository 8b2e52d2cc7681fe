export function splitStructured(value: string): string[] {
  return splitUnescaped(value, ';')
}

/** Parts between unescaped separators, unescaped. */
export function splitUnescaped(value: string, separator: ';' | ','): string[] {
  const parts: string[] = []
  let start = 0
  for (let index = 0; index < value.length; index++) {
    if (value[index] === '\\') index += 1
    else if (value[index] === separator) {
      parts.push(unescapeValue(value.slice(start, index)))
      start = index + 1
      if (parts.length >= MAX_PARTS) break
    }
  }
  parts.push(unescapeValue(value.slice(start)))
  return parts
}

const MAX_PARTS = 200

export function unescapeValue(value: string): string {
  if (!value.includes('\\')) return value
  // Splitting at pairs of backslashes first leaves only single ones to replace. A single one at the end stays.
  return value
    .split('\\\\')
    .map((part) => part.replace(/\\[nN]/g, '\n').replace(/\\(?=[\s\S])/g, ''))
    .join('\\')
}
