import { firstByWord } from '../word-lists.ts'

/** Letters with a built-in stroke or ligature, which Unicode doesn't decompose. */
const LIGATURES = firstByWord('ss ß; ae æ; oe œ; o ø; l ł; d đ ð; th þ; i ı')

// Direction overrides, zero-width spaces and byte order marks come with copied text, are invisible and make equal
// values differ. The joiners U+200C and U+200D stay, because Persian and emoji need them.
const INVISIBLE_CHARACTERS = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u00ad]/g

/** Texts that normalization leaves unchanged: empty, or printable ASCII words with single spaces. Most values match. */
const PLAIN_TEXT_PATTERN = /^(?:[!-~]+(?: [!-~]+)*)?$/

/**
 * Normalizes text for comparison: lower case, no Latin accents, single spaces, trimmed. Removes only combining marks
 * of Latin, Greek and Cyrillic; vowel signs of other scripts are letters.
 */
export function fold(text: string): string {
  if (PLAIN_TEXT_PATTERN.test(text)) return text.toLowerCase()
  return text
    .replace(INVISIBLE_CHARACTERS, '')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[ßæœøłđðþı]/g, (letter) => LIGATURES.get(letter) ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}

/** The words of a text for comparison: folded, without apostrophes and dots. */
export function foldedWords(text: string): string[] {
  return fold(text)
    .replace(/['’.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** Normalizes one line of typed text for storage: NFC, no invisible characters, single spaces, trimmed. */
export function cleanText(text: string): string {
  if (PLAIN_TEXT_PATTERN.test(text)) return text
  return text
    .replace(INVISIBLE_CHARACTERS, '')
    .normalize('NFC')
    .replace(/[^\S\r\n\t\v\f]+/g, ' ')
    .trim()
}

/** Normalizes any text to one line that can be stored. */
export function storableLine(text: string): string {
  return cleanText(text.replace(/\p{Cc}+/gu, ' ').toWellFormed())
}

/** Up to two upper-case letters for an avatar without a photo; empty if both names are. */
export function initials(firstName: string | null, lastName: string | null): string {
  return [firstName, lastName].map((name) => firstLetter(name ?? '')).join('')
}

function firstLetter(name: string): string {
  const letter = cleanText(name).match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? ''
  return letter.toUpperCase().slice(0, 2)
}
