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
      if (parts.length >= PARTS_MAX) break
    }
  }
  parts.push(unescapeValue(value.slice(start)))
  return parts
}

const PARTS_MAX = 200

export function unescapeValue(value: string): string {
  if (!value.includes('\\')) return value
  return value.replace(/\\([\s\S])/g, (_, character: string) => (/[nN]/.test(character) ? '\n' : character))
}
