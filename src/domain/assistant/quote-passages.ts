import type { Passage } from './passages.ts'
import { quotePassage } from './quote-passage.ts'

/** Words in a whole answer. */
const ANSWER_WORDS = 120
/** Words that must remain to add another passage; fewer would quote a fragment. */
const MIN_SECOND_WORDS = 30

/** Answers a question with quotations from the passages, at most 120 words. */
export function quotePassages(passages: readonly Passage[], question: string): string {
  const quoted: string[] = []
  let left = ANSWER_WORDS
  for (const passage of passages) {
    if (quoted.length > 0 && left < MIN_SECOND_WORDS) break
    const said = quotePassage(passage, question, left)
    // "No, most of them stay." answers the heading, so the heading must come along.
    const text = /^(?:yes|no)\b/i.test(said) ? `${passage.heading} ${said}` : said
    quoted.push(text)
    left -= text.split(/\s+/).length
  }
  return quoted.join('\n\n')
}
