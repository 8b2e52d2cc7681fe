const MAX_LENGTH = 200
/** What no name needs, and what would turn the text around it: controls, line separators, direction marks. */
const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** The name of a file as it can be stored and shown: without folders, on one line; null where nothing is left. */
function cleanFileName(text: string): string | null {
  const name = text.split(/[\\/]/).at(-1) ?? ''
  const shown = name.toWellFormed().replace(HIDDEN, '').trim()
  // Cut between characters, not inside of one.
  const cut = shown.slice(0, MAX_LENGTH)
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)) || null
}

/** The name that a percent-encoded header holds; null for one that is not encoded that way. */
export function fileNameOfHeader(header: unknown): string | null {
  if (typeof header !== 'string') return null
  try {
    return cleanFileName(decodeURIComponent(header))
  } catch {
    return null
  }
}
