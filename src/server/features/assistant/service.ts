import type { ChatReply } from '#contract/assistant.ts'
import { findPassages, indexPassages } from '#domain/assistant/passages.ts'
import { readDocuments } from '#server/platform/content/documents.ts'
import type { Platform } from '#server/platform/platform.ts'

const DONT_KNOW =
  "I don't know. I answer from the documentation, and nothing in it fits your question well enough. Try other words, " +
  'or ask about importing, enrichment and credits, the score, signals, tasks, signing in, billing or privacy.'

/** Answers questions about the product from its documentation. It has no way to any contact, and keeps no question. */
export function assistantService({ model, site }: Pick<Platform, 'model' | 'site'>) {
  const index = indexPassages(readDocuments(site))
  return {
    async reply(message: string): Promise<ChatReply> {
      const passages = findPassages(index, message)
      if (passages.length === 0) return { reply: DONT_KNOW, sources: [] }
      return {
        reply: await model.answer(message, passages),
        sources: passages.map(({ title, slug, heading }) => ({ title, slug, heading })),
      }
    },
  }
}
export type AssistantService = ReturnType<typeof assistantService>
