import type { Passage } from '#domain/assistant/passages.ts'

/** What writes answers. It is given passages to answer from and never sees a contact. */
export type LanguageModel = {
  /** Embedded: nothing leaves the machine. */
  kind: 'embedded'
  /** Answers a question from these passages alone, as plain text; there is at least one, best first. */
  answer(question: string, passages: readonly Passage[]): Promise<string>
}
