import type { Tone } from '../../compliance/outreach.ts'

/**
 * Sentences for one purpose; `{area}` becomes the contact's city or "your area". They make no claims about the market or
 * the person: they offer something and ask if it is welcome.
 */
export type PurposeWords = {
  /** Subjects of an email. */
  subjects: readonly string[]
  /** The reason for the message, one sentence, by tone. */
  reasons: Readonly<Record<Tone, readonly string[]>>
  /** More sentences, most useful first, each independent of the others. */
  more: readonly string[]
  /** The closing question, by tone. */
  offers: Readonly<Record<Tone, readonly string[]>>
}
