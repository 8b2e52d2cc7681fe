import type { ContactForm, ContactSubmission } from '#contract/contact-form.ts'
import type { TimeCursorKey } from '#server/platform/cursor.ts'
import type { Query } from '#server/platform/db/database.ts'

const SUBMISSION = 'id, first_name, last_name, email, company, phone, subject, message, created_at'

export async function insertSubmission(
  tx: Query,
  form: Omit<ContactForm, 'website'>,
  { now, confirms }: { now: Date; confirms: boolean },
): Promise<string> {
  const row = await tx.row<{ id: string }>(
    `insert into contact_submissions (first_name, last_name, email, company, phone, subject, message, created_at, next_mail_at, confirms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9) returning id`,
    [
      ...[form.firstName, form.lastName, form.email, form.company, form.phone, form.subject, form.message],
      ...[now, confirms],
    ],
  )
  if (!row) throw new Error('The message was not stored')
  return row.id
}

export type UnmailedSubmission = ContactSubmission & {
  confirms: boolean
  operatorMailedAt: string | null
  confirmationMailedAt: string | null
  mailAttempts: number
}

/** Claims a message with due emails until `leaseUntil`; of any number of concurrent workers, one gets it. */
export function claimEmails(
  db: Query,
  id: string,
  now: Date,
  leaseUntil: Date,
): Promise<UnmailedSubmission | undefined> {
  return db.row<UnmailedSubmission>(
    `update contact_submissions set mail_attempts = mail_attempts + 1, next_mail_at = $3
      where id = $1 and next_mail_at <= $2
      returning ${SUBMISSION}, confirms, operator_mailed_at, confirmation_mailed_at, mail_attempts`,
    [id, now, leaseUntil],
  )
}

export async function setOperatorMailed(db: Query, id: string, now: Date): Promise<void> {
  await db.run('update contact_submissions set operator_mailed_at = $2 where id = $1', [id, now])
}

export async function setConfirmationMailed(db: Query, id: string, now: Date): Promise<void> {
  await db.run('update contact_submissions set confirmation_mailed_at = $2 where id = $1', [id, now])
}

/** Sets the time of the next attempt; null if none is left. */
export async function setNextMail(db: Query, id: string, at: Date | null): Promise<void> {
  await db.run('update contact_submissions set next_mail_at = $2 where id = $1', [id, at])
}

export async function listDueMails(db: Query, now: Date, limit: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    'select id from contact_submissions where next_mail_at <= $1 order by next_mail_at limit $2',
    [now, limit],
  )
  return rows.map(({ id }) => id)
}

export function listSubmissions(
  db: Query,
  after: TimeCursorKey | null,
  limit: number,
): Promise<(ContactSubmission & { exactAt: string })[]> {
  return db.rows(
    `select ${SUBMISSION}, created_at::text as exact_at from contact_submissions
      where $1::timestamptz is null or (created_at, id) < ($1, $2::uuid)
      order by created_at desc, id desc limit $3`,
    [after?.at ?? null, after?.id ?? null, limit],
  )
}

const OF_SENDER = `(email = $1 or (phone is not null and $2 <> '' and right(regexp_replace(phone, '\\D', '', 'g'), 10) = $2))`

/** Identifies a sender's messages by email address and the last ten digits of a phone number, which may be empty. */
export type Sender = { email: string; digits: string }

export async function countBySender(db: Query, { email, digits }: Sender): Promise<number> {
  const row = await db.row<{ n: number }>(
    `select count(*)::int as n from contact_submissions where ${OF_SENDER}`,
    [email, digits],
  )
  return row?.n ?? 0
}

export function removeBySender(tx: Query, { email, digits }: Sender): Promise<number> {
  return tx.run(`delete from contact_submissions where ${OF_SENDER}`, [email, digits])
}

/** Deletes up to `limit` messages from before a moment. */
export function removeBefore(db: Query, moment: Date, limit: number): Promise<number> {
  return db.run(
    `delete from contact_submissions
      where id in (select id from contact_submissions where created_at < $1 order by created_at limit $2)`,
    [moment, limit],
  )
}
