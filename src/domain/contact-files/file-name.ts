const MAX_LENGTH = 200
/** Characters that disrupt surrounding text: controls, line separators, direction marks. */
const HIDDEN_CHARACTERS = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** File name for storage and display: one line without folders; null if empty. */
function cleanFileName(text: string): string | null {
  const name = text.split(/[\\/]/).at(-1) ?? ''
  const visibleName = name.toWellFormed().replace(HIDDEN_CHARACTERS, '').trim()
  // Cuts between characters.
  const cutName = visibleName.slice(0, MAX_LENGTH)
  return (cutName.isWellFormed() ? cutName : cutName.slice(0, -1)) || null
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
