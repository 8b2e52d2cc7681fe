/** The value of one cookie in a `Cookie` header or `document.cookie`; null if it is missing. */
export function cookieValue(header: string, name: string): string | null {
  for (const pair of header.split(';')) {
    const separatorIndex = pair.indexOf('=')
    if (separatorIndex > 0 && pair.slice(0, separatorIndex).trim() === name)
      return pair.slice(separatorIndex + 1).trim()
  }
  return null
}
