/** The value of one cookie in a `Cookie` header or `document.cookie`; null when it is not there. */
export function cookieValue(header: string, name: string): string | null {
  for (const pair of header.split(';')) {
    const split = pair.indexOf('=')
    if (split > 0 && pair.slice(0, split).trim() === name) return pair.slice(split + 1).trim()
  }
  return null
}
