import type { MoneyNote as ShownNote } from '#contract/admin.ts'
import type { Query } from '#server/platform/db/database.ts'

/**
 * A payment for operators to review, by ids. `late_payment`: for an erased organization; `refund_elsewhere`: an external
 * refund, and `refund_failed` its failure; `payment_refused`: a payment that matches no organization or customer.
 */
type MoneyNote = Omit<ShownNote, 'at'>

/** Stores a note once per key. */
export async function addNote(db: Query, note: MoneyNote, now: Date): Promise<void> {
  await db.run(
    `insert into money_notes (key, kind, organization, subject, outcome, created_at)
     values ($1, $2, $3, $4, $5, $6) on conflict (key) do nothing`,
    [note.key, note.kind, note.organization, note.subject, note.outcome, now],
  )
}

/** Claims the notes not yet emailed; of several concurrent callers, one gets each. */
export function claimNotes(db: Query, now: Date): Promise<MoneyNote[]> {
  return db.rows<MoneyNote>(
    `update money_notes set mailed_at = $1 where mailed_at is null
     returning key, kind, organization, subject, outcome`,
    [now],
  )
}

/** Releases notes after their email failed, so that the next check tries again. */
export async function releaseNotes(db: Query, keys: readonly string[]): Promise<void> {
  await db.run('update money_notes set mailed_at = null where key = any($1)', [keys])
}

const MAX_NOTES_SHOWN = 30

/** Newest first. */
export function listNotes(db: Query): Promise<ShownNote[]> {
  return db.rows<ShownNote>(
    `select key, kind, created_at as at, organization, subject, outcome from money_notes
      order by created_at desc, key limit ${MAX_NOTES_SHOWN}`,
  )
}
