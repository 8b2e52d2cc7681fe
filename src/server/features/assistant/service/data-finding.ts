import type { Channel } from '#domain/compliance/outreach.ts'

/** An answer to a data question, in the product's own words. */
export type DataFinding = {
  text: string
  /** The contacts it names. */
  contacts: { id: string; name: string; write?: Channel }[]
  /** True for greetings and refusals, which are shown as they are and never passed to the model. */
  isFinal?: true
}

export const nameOf = ({ id, name }: { id: string; name: string }) => ({ id, name })
