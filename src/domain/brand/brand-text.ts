/** Controls, line separators, invisible characters, and marks that change the direction of the text around them. */
const HIDDEN_PATTERN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Surrogate}]/u
const HIDDEN_IN_TEXT_PATTERN = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Surrogate}]/u
/** A letter or digit must show, or the name is invisible. */
const VISIBLE_PATTERN = /[\p{L}\p{N}]/u
/** A letter with a stack of marks covers the lines around it. */
const MARK_STACK_PATTERN = /\p{M}{4}/u

/** True for hidden characters, which could reorder or fake what people read. Emoji joiners count as hidden. */
export function hasHiddenCharacters(text: string, allowsLines = false): boolean {
  return (allowsLines ? HIDDEN_IN_TEXT_PATTERN : HIDDEN_PATTERN).test(text) || MARK_STACK_PATTERN.test(text)
}

export function hasVisibleLetters(text: string): boolean {
  return VISIBLE_PATTERN.test(text)
}

/** Dots that mail programs, or people who copy a link, read as one. */
const DOT = '[.\\u3002\\uff0e\\uff61\\u2024]'
const LINK_PATTERNS = [
  /[a-z][a-z0-9+-]*:\/\//iu,
  /\b(?:mailto|tel|sms|javascript|data):/iu,
  /[@\uff20]/u,
  // `example.com`; a sentence ends with a dot and a space.
  new RegExp(`[\\p{L}\\p{N}-]${DOT}\\p{L}{2,}`, 'iu'),
  // `192.0.2.1`
  /(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)/u,
]

/** True for text in which a mail program would find a link or an address, and for names of websites. */
export function hasLink(text: string): boolean {
  return LINK_PATTERNS.some((pattern) => pattern.test(text.normalize('NFKC')))
}
