import { isChanged, type OutreachDraft } from './outreach-draft.ts'

/** A user's draft to a contact; another account in the same tab never sees it. */
export type DraftOwner = { userId: string; contactId: string }

const keyOf = ({ userId, contactId }: DraftOwner) => `outreach-draft:${userId}:${contactId}`

/** Keeps a draft until the tab is closed, and forgets one without words of the agent. */
export function keepDraft(owner: DraftOwner, draft: OutreachDraft): void {
  try {
    if (isChanged(draft)) sessionStorage.setItem(keyOf(owner), JSON.stringify(draft))
    else sessionStorage.removeItem(keyOf(owner))
  } catch {
    // A browser without storage still writes; it only forgets when the window closes.
  }
}

export function forgetDraft(owner: DraftOwner): void {
  try {
    sessionStorage.removeItem(keyOf(owner))
  } catch {
    // Nothing was kept.
  }
}

/** Null where none was kept. */
export function readDraft(owner: DraftOwner): OutreachDraft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(owner)) ?? 'null') as OutreachDraft | null
    return draft?.contactId === owner.contactId ? draft : null
  } catch {
    return null
  }
}
