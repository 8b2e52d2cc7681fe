import type { ContactForm, ContactSubmission } from '#contract/contact-form.ts'
import { columnRows } from '#server/platform/db/column-rows.ts'
import type { Query } from '#server/platform/db/database.ts'
import { mailTable } from '#server/platform/mail/mail-table.ts'
import type { TimedRow, TimeRange } from '#server/platform/page.ts'

const FORM_COLUMNS = 'first_name, last_name, email, company, phone, subject, message'
const COLUMNS = `id, ${FORM_COLUMNS}, created_at`

export function insertSubmission(
  tx: Query,
  form: Omit<ContactForm, 'website'>,
  { now, confirms }: { now: Date; confirms: boolean },
): Promise<string> {
  return tx.value(
    `insert into contact_submissions (${FORM_COLUMNS}, created_at, next_mail_at, confirms)
     select ${FORM_COLUMNS}, $2, $2, $3 from jsonb_populate_recordset(null::contact_submissions, $1) returning id`,
    [columnRows([form]), now, confirms],
  )
}

export type PendingSubmission = ContactSubmission & {
  confirms: boolean
  operatorMailedAt: string | null
  confirmationMailedAt: string | null
}

export const { claimEmail, setNextMail, listDueMails } = mailTable<PendingSubmission>(
  'contact_submissions',
  `${COLUMNS}, confirms, operator_mailed_at, confirmation_mailed_at`,
)

export async function recordEmailSent(
  db: Query,
  id: string,
  recipient: 'operator' | 'confirmation',
  now: Date,
): Promise<void> {
  await db.run(`update contact_submissions set ${recipient}_mailed_at = $2 where id = $1`, [id, now])
}

export function listSubmissions(
  db: Query,
  { after, limit }: TimeRange,
): Promise<TimedRow<ContactSubmission>[]> {
  return db.rows(
    `select ${COLUMNS}, created_at::text as exact_at from contact_submissions
      where $1::timestamptz is null or (created_at, id) < ($1, $2::uuid)
      order by created_at desc, id desc limit $3`,
    [after?.at ?? null, after?.id ?? null, limit],
  )
}

const IS_FROM_SENDER = `(email = $1 or (phone is not null and $2 <> '' and right(regexp_replace(phone, '\\D', '', 'g'), 10) = $2))`

/** Identifies a sender's messages by email address and the last ten digits of a phone number, which may be empty. */
export type Sender = { email: string; digits: string }

export function countBySender(db: Query, { email, digits }: Sender): Promise<number> {
  return db.value(`select count(*)::int as n from contact_submissions where ${IS_FROM_SENDER}`, [
    email,
    digits,
  ])
}

export function removeBySender(tx: Query, { email, digits }: Sender): Promise<number> {
  return tx.run(`delete from contact_submissions where ${IS_FROM_SENDER}`, [email, digits])
}

/** Deletes up to `limit` messages from before a moment. */
export function removeBefore(db: Query, moment: Date, limit: number): Promise<number> {
  return db.run(
    `delete from contact_submissions
      where id in (select id from contact_submissions where created_at < $1 order by created_at limit $2)`,
    [moment, limit],
  )
}
