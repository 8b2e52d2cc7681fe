import { quote } from '#domain/assistant/quote.ts'
import type { LanguageModel } from './language-model.ts'

/** Words of a whole answer. */
const ANSWER_WORDS = 120
/** What is left for a second passage must hold more than a fragment. */
const LEAST_SECOND_WORDS = 30

/** Answers in the documentation's own words, offline. */
export function createEmbeddedModel(): LanguageModel {
  return {
    kind: 'embedded',
    async answer(question, passages) {
      const quoted: string[] = []
      let left = ANSWER_WORDS
      for (const passage of passages) {
        if (quoted.length > 0 && left < LEAST_SECOND_WORDS) break
        const text = quote(passage, question, left)
        quoted.push(text)
        left -= text.split(/\s+/).length
      }
      return quoted.join('\n\n')
    },
  }
}
