import { Marked } from 'marked'
import { sanitizeArticle } from './article-html.ts'

/** More marks than people set in one block. Matching them takes quadratic time, so these stay as typed. */
const MAX_MARKS = 500
/** The library looks for an address at each character of a word; a longer word is plain text. */
const LONG_WORD_PATTERN = /^\S{500}/

let lastBlock = ''
let hasTooManyMarks = false

const marked = new Marked({
  async: false,
  gfm: true,
  tokenizer: {
    // To the library, `false` means its own rule and `undefined` no emphasis here.
    emStrong(_rest, block) {
      if (block !== lastBlock) {
        lastBlock = block
        hasTooManyMarks = (block.match(/[*_]+/g)?.length ?? 0) > MAX_MARKS
      }
      return hasTooManyMarks ? undefined : false
    },
    inlineText(source) {
      const word = LONG_WORD_PATTERN.exec(source)?.[0]
      return word ? { type: 'text', raw: word, text: word, escaped: false } : false
    },
  },
})

/** Nesting too deep for any article, on which the Markdown library would recurse without end. */
const DEEP_NESTING_PATTERN = /^(?=(?:[ \t]*(?:[-*+>]|\d{1,9}[.)])){11})/gm

/** Renders GitHub-flavored Markdown as sanitized HTML; links to hosts other than that of `appUrl` are marked external. */
export function articleHtml(markdown: string, appUrl: string): string {
  return sanitizeArticle(
    marked.parse(markdown.replace(DEEP_NESTING_PATTERN, '\\'), { async: false }),
    appUrl,
  ).trim()
}
