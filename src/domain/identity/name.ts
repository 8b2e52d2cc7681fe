/** Letters that carry their stroke or ligature inside and so do not decompose into letter and mark. */
const UNDECOMPOSABLE: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

// Direction overrides, zero-width blanks and byte order marks arrive with copied names and numbers, are invisible
// and make two equal values differ. The joiners U+200C and U+200D stay: Persian and emoji are spelt with them.
const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u00ad]/g

/** Most typed values: printable ASCII in words with one blank between them. These forms leave it as it is. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/

/**
 * The form in which texts are compared: lower case, Latin accents removed, blanks collapsed and trimmed.
 * Only combining marks of the Latin, Greek and Cyrillic scripts go; vowel signs of other scripts are letters and stay.
 */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  return text
    .replace(INVISIBLE, '')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[ßæœøłđðþı]/g, (letter) => UNDECOMPOSABLE[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}

/** One line of typed text as it is stored: NFC, no invisible characters, blanks collapsed and trimmed. */
export function cleanText(text: string): string {
  if (PLAIN.test(text)) return text
  return text
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(/[^\S\r\n\t\v\f]+/g, ' ')
    .trim()
}

/** One or two upper-case letters for an avatar without a photo; empty when both names are. */
export function initials(firstName: string | null, lastName: string | null): string {
  return [firstName, lastName].map((name) => firstLetter(name ?? '')).join('')
}

function firstLetter(name: string): string {
  const letter = cleanText(name).match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? ''
  return letter.toUpperCase().slice(0, 2)
}
