import type { OutreachScript } from '#contract/outreach.ts'
import type { Channel } from '#domain/compliance/outreach.ts'

/** What is being written to a contact. */
export type OutreachDraft = {
  contactId: string
  /** Null where the person refuses every one. */
  channel: Channel | null
  /** The last one that was written for this channel: its hours and hints. */
  script: OutreachScript | null
  subject: string
  text: string
  /** What was written for the agent: a draft that says the same can be written again. */
  original: { subject: string; text: string }
}

export function isChanged({ subject, text, original }: OutreachDraft): boolean {
  return subject !== original.subject || text !== original.text
}
