import type { Passage } from './passages.ts'
import { quotePassage } from './quote-passage.ts'

/** Words of a whole answer. */
const ANSWER_WORDS = 120
/** What is left for a second passage must hold more than a fragment. */
const MIN_SECOND_WORDS = 30

/** What passages say to a question, in the documentation's own words, at most 120 of them. */
export function quotePassages(passages: readonly Passage[], question: string): string {
  const quoted: string[] = []
  let left = ANSWER_WORDS
  for (const passage of passages) {
    if (quoted.length > 0 && left < MIN_SECOND_WORDS) break
    const said = quotePassage(passage, question, left)
    // "No, most of them stay." answers its own heading, and maybe not what was asked.
    const text = /^(?:yes|no)\b/i.test(said) ? `${passage.heading} ${said}` : said
    quoted.push(text)
    left -= text.split(/\s+/).length
  }
  return quoted.join('\n\n')
}
