import type { OutreachScript } from '#contract/outreach.ts'
import type { Channel } from '#domain/compliance/outreach.ts'

/** Unsent outreach to a contact. */
export type OutreachDraft = {
  contactId: string
  /** Null where the contact opted out of every channel. */
  channel: Channel | null
  /** The latest script generated for this channel. */
  script: OutreachScript | null
  subject: string
  text: string
  /** The generated text; a draft equal to it needs no saving. */
  original: { subject: string; text: string }
}

export function isChanged({ subject, text, original }: OutreachDraft): boolean {
  return subject !== original.subject || text !== original.text
}
