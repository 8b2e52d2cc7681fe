import { ModelError } from './language-model.ts'

/**
 * Characters that could hide something: control characters except line breaks and tabs, lone surrogates, bidirectional
 * marks, and invisible tag characters.
 */
const UNWANTED_PATTERN = /(?![\n\t])\p{Cc}|\p{Cs}|[\u202a-\u202e\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu

const THOUGHT_TAG_PATTERN = /<(\/?)think(?:ing)?>/gi
const THOUGHT_TAGS = ['<think>', '</think>', '<thinking>', '</thinking>']

const HIGH_SURROGATE_PATTERN = /[\ud800-\udbff]$/

/**
 * Turns the pieces of an answer into plain text: removes unwanted characters and the reasoning between `<think>` and
 * `</think>`, even when a tag spans pieces.
 *
 * @throws {ModelError} for an unopened `</think>`, since reasoning and answer can't be told apart
 */
export function createCleaner() {
  let partialCharacter = ''
  let partialTag = ''
  let thinking = false
  return {
    /** Cleans the next piece. May return an empty text, since a partial character or tag is held back. */
    add(piece: string): string {
      const pending = partialCharacter + piece
      partialCharacter = HIGH_SURROGATE_PATTERN.exec(pending)?.[0] ?? ''
      const text = partialTag + pending.replace(/[\u2028\u2029]/g, '\n').replace(UNWANTED_PATTERN, '')
      let cleanText = ''
      let from = 0
      for (const tag of text.matchAll(THOUGHT_TAG_PATTERN)) {
        const closes = tag[1] === '/'
        if (closes && !thinking)
          throw new ModelError('unusable', 'The language model mixed its reasoning into the answer')
        if (!thinking) cleanText += text.slice(from, tag.index)
        thinking = !closes
        from = tag.index + tag[0].length
      }
      const remainder = text.slice(from)
      partialTag = remainder.slice(remainder.length - partialTagLength(remainder))
      return thinking ? cleanText : cleanText + remainder.slice(0, remainder.length - partialTag.length)
    },
    /** Returns the text held back. */
    end: () => (thinking ? '' : partialTag),
  }
}

/** Length of a possible partial tag at the end. */
function partialTagLength(text: string): number {
  const at = text.lastIndexOf('<')
  const end = text.slice(at).toLowerCase()
  return at >= 0 && THOUGHT_TAGS.some((tag) => tag.startsWith(end)) ? text.length - at : 0
}

/** Cuts to at most `max` UTF-16 units without splitting a character. */
export function truncate(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(HIGH_SURROGATE_PATTERN, '')
}
