const MAX_LENGTH = 200
/** Characters that disrupt surrounding text: controls, line separators, direction marks. */
const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** File name for storage and display: one line without folders; null if nothing is left. */
function cleanFileName(text: string): string | null {
  const name = text.split(/[\\/]/).at(-1) ?? ''
  const shown = name.toWellFormed().replace(HIDDEN, '').trim()
  // Cuts between characters, not within one.
  const cut = shown.slice(0, MAX_LENGTH)
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)) || null
}

/** File name in a percent-encoded header; null if it isn't encoded that way. */
export function fileNameOfHeader(header: unknown): string | null {
  if (typeof header !== 'string') return null
  try {
    return cleanFileName(decodeURIComponent(header))
  } catch {
    return null
  }
}
