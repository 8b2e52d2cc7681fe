import type { Tone } from '../../compliance/outreach.ts'

/**
 * What a purpose gives to say. `{area}` is the contact's city, or words that stand for it. Nothing is claimed about the
 * market or about the person: the words offer something and ask whether it is wanted.
 */
export type PurposeWords = {
  /** Subjects of an e-mail. */
  subjects: readonly string[]
  /** Why one writes or calls: one sentence, by tone. */
  reasons: Readonly<Record<Tone, readonly string[]>>
  /** What there is to add, most useful first; whole sentences that do not need one another. */
  more: readonly string[]
  /** The question at the end, by tone. */
  offers: Readonly<Record<Tone, readonly string[]>>
}
