import type { OutreachScript } from '#contract/outreach.ts'
import type { Channel, MessageKind } from '#domain/compliance/outreach.ts'

/** Unsent outreach to a contact. */
export type OutreachDraft = {
  contactId: string
  /** Null if the contact opted out of every channel. */
  channel: Channel | null
  /** Personal or marketing; only for texts and emails. */
  kind: MessageKind
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

/** The owner of a draft, so that another account in the same tab never sees it. */
export type DraftOwner = { userId: string; contactId: string }

const keyOf = ({ userId, contactId }: DraftOwner) => `outreach-draft:${userId}:${contactId}`

/** Saves a changed draft until the tab is closed; removes an unchanged one. */
export function saveDraft(owner: DraftOwner, draft: OutreachDraft): void {
  try {
    if (isChanged(draft)) sessionStorage.setItem(keyOf(owner), JSON.stringify(draft))
    else sessionStorage.removeItem(keyOf(owner))
  } catch {
    // Without storage the draft is lost when the dialog closes.
  }
}

export function clearDraft(owner: DraftOwner): void {
  try {
    sessionStorage.removeItem(keyOf(owner))
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** The saved draft, or null. */
export function readDraft(owner: DraftOwner): OutreachDraft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(owner)) ?? 'null') as OutreachDraft | null
    return draft?.contactId === owner.contactId ? draft : null
  } catch {
    return null
  }
}
