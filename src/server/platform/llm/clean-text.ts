import { unusableError } from './call-error.ts'

/**
 * What no answer needs and what would hide something: control characters but line breaks and tabs, lone surrogates,
 * marks that turn the direction of text, and the invisible tag characters.
 */
const UNWANTED = /(?![\n\t])\p{Cc}|\p{Cs}|[\u202a-\u202e\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu

const THOUGHT_TAG = /<(\/?)think(?:ing)?>/gi
const THOUGHT_TAGS = ['<think>', '</think>', '<thinking>', '</thinking>']

const HIGH_SURROGATE = /[\ud800-\udbff]$/

export type Cleaner = {
  /** The next piece, clean; may be empty, since what could be half of a character or tag is kept back. */
  add(piece: string): string
  /** What was kept back. */
  end(): string
}

/**
 * Makes plain text of the pieces of an answer: unwanted characters go, and so does what the model thought between
 * `<think>` and `</think>`, however the pieces cut them.
 *
 * @throws {ModelError} for thoughts whose beginning was not marked: what is answer and what is not cannot be told
 */
export function createCleaner(): Cleaner {
  let half = ''
  let tail = ''
  let thinking = false
  return {
    add(piece) {
      const joined = half + piece
      half = HIGH_SURROGATE.exec(joined)?.[0] ?? ''
      const text = tail + joined.replace(/[\u2028\u2029]/g, '\n').replace(UNWANTED, '')
      let clean = ''
      let from = 0
      for (const tag of text.matchAll(THOUGHT_TAG)) {
        const closes = tag[1] === '/'
        if (closes && !thinking) throw unusableError('The language model mixed its reasoning into the answer')
        if (!thinking) clean += text.slice(from, tag.index)
        thinking = !closes
        from = tag.index + tag[0].length
      }
      const rest = text.slice(from)
      tail = rest.slice(rest.length - partialTagLength(rest))
      return thinking ? clean : clean + rest.slice(0, rest.length - tail.length)
    },
    end: () => (thinking ? '' : tail),
  }
}

/** Characters at the end that could be the beginning of a tag. */
function partialTagLength(text: string): number {
  const at = text.lastIndexOf('<')
  const end = text.slice(at).toLowerCase()
  return at >= 0 && THOUGHT_TAGS.some((tag) => tag.startsWith(end)) ? text.length - at : 0
}

/** At most `max` UTF-16 units, and no half character at the end. */
export function cut(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(HIGH_SURROGATE, '')
}
