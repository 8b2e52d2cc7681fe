import { lookAlike } from './look-alikes.ts'

/** Text in lower-case letters without accents, with the origin of each character. */
export type FoldedText = {
  text: string
  /** Start of each folded character in the original, in UTF-16 units; null when all positions are unchanged. */
  starts: number[] | null
  /** End of each folded character in the original. */
  ends: number[] | null
}

const INVISIBLE = /^[\p{Cf}\p{Mn}\p{Me}]$/u
const MARKS = /[\p{M}\p{Cf}]/gu
/** Characters that need no folding. */
const PLAIN_RUN = /[\x20-\x25\x27-\x3b\x3d-\x5f\x61-\x7e\n\r\t]+/y
/** Tag names treated as markup; other text between angle brackets is visible to the reader and stays. */
const TAG_NAME =
  'a|abbr|address|article|b|big|blockquote|body|br|button|center|cite|code|dd|del|div|dl|dt|em|figure|font|footer|h[1-6]|head|header|hr|html|i|img|ins|label|li|main|mark|nav|ol|p|pre|q|s|section|small|span|strike|strong|style|sub|sup|table|tbody|td|tfoot|th|thead|title|tr|tt|u|ul|wbr'
const ATTRIBUTE = `\\s+[\\w:-]+\\s*=\\s*(?:"[^"<>]*"|'[^'<>]*'|[^\\s"'<>]+)`
const TAG = new RegExp(`<(?:/?(?:${TAG_NAME})(?:${ATTRIBUTE})*\\s*/?|!--\\s?[^<>\\s]{0,6}\\s?--)>`, 'iy')
/** Fake tags inside a word, meant to hide it: "fore<x>closure". */
const IN_WORD = /(?<=\p{L})<\/?[a-z0-9]{1,3}>(?=\p{L})/iuy
const LINE_TAG = /^<\/?(?:br|p|div|li|ul|ol|tr|td|h[1-6]|table)\b/i
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/iy
const NAMED: Readonly<Record<string, string>> = {
  nbsp: ' ',
  shy: '',
  zwj: '',
  zwnj: '',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  rsquo: "'",
  lsquo: "'",
  ndash: '-',
  mdash: '-',
}

/**
 * Folds a text to what a reader sees: no tags or invisible characters, decoded entities, no accents, look-alike
 * letters of other scripts as Latin ones. Linear in the length of the text.
 */
export function foldText(original: string): FoldedText {
  PLAIN_RUN.lastIndex = 0
  if (PLAIN_RUN.exec(original)?.[0].length === original.length) {
    return { text: original.toLowerCase(), starts: null, ends: null }
  }
  const folded = { text: '', starts: [] as number[], ends: [] as number[] }
  const parts: string[] = []
  const hasTags = original.includes('>')
  let at = 0
  while (at < original.length) {
    const code = original.charCodeAt(at)
    if (code < 128 && (code !== 60 || !hasTags) && code !== 38 && code !== 96) {
      PLAIN_RUN.lastIndex = at
      const run = PLAIN_RUN.exec(original)?.[0] ?? original.charAt(at)
      parts.push(run)
      for (const end = at + run.length; at < end; ) {
        folded.starts.push(at)
        folded.ends.push(++at)
      }
      continue
    }
    const [plain, length] = readCharacter(original, at)
    for (let index = 0; index < plain.length; index++) {
      parts.push(plain.charAt(index))
      folded.starts.push(at)
      folded.ends.push(at + length)
    }
    at += length
  }
  folded.text = parts.join('').toLowerCase()
  return folded
}

function readCharacter(original: string, at: number): [plain: string, length: number] {
  const code = original.charCodeAt(at)
  if (code === 60) {
    const length = tagLength(original, at)
    if (length > 0) return [LINE_TAG.test(original.slice(at, at + 12)) ? '\n' : '', length]
  }
  if (code === 38) {
    const entity = readEntity(original, at)
    if (entity !== null) return entity
  }
  if (code === 96) return ["'", 1]
  if (code < 128) return [original.charAt(at).toLowerCase(), 1]
  const character = String.fromCodePoint(original.codePointAt(at) ?? 0)
  return [plainForm(character), character.length]
}

/** Length of the tag that begins at a position; 0 if there is none. */
function tagLength(original: string, at: number): number {
  TAG.lastIndex = at
  IN_WORD.lastIndex = at
  return (TAG.exec(original) ?? IN_WORD.exec(original))?.[0].length ?? 0
}

function readEntity(original: string, at: number): [string, number] | null {
  ENTITY.lastIndex = at
  const match = ENTITY.exec(original)
  if (match === null) return null
  const [whole, decimal, hexadecimal, name] = match
  if (name !== undefined) {
    const known = NAMED[name.toLowerCase()]
    return known === undefined ? null : [known, whole.length]
  }
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
  if (!(code > 0 && code <= 0x10ffff)) return null
  return [plainForm(String.fromCodePoint(code)), whole.length]
}

const FORM_CACHE = new Map<string, string>()

function plainForm(character: string): string {
  const known = FORM_CACHE.get(character)
  if (known !== undefined) return known
  const form = computeForm(character)
  // A cap, because a hostile text can hold every character there is.
  if (FORM_CACHE.size < 5000) FORM_CACHE.set(character, form)
  return form
}

function computeForm(character: string): string {
  const alike = lookAlike(character)
  if (alike !== undefined) return alike
  if (INVISIBLE.test(character)) return ''
  if (/\s/.test(character)) return character === '\u2028' || character === '\u2029' ? '\n' : ' '
  const decomposed = character.normalize('NFKD').replace(MARKS, '').toLowerCase()
  return [...decomposed].map((part) => lookAlike(part) ?? part).join('')
}
