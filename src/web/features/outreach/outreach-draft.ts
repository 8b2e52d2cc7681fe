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
}
