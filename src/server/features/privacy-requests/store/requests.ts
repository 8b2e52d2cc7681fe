import type { PrivacyForm, PrivacyKind, PrivacyRequest } from '#contract/privacy-requests.ts'
import type { Query } from '#server/platform/db/database.ts'
import { mailTable } from '#server/platform/mail/mail-table.ts'
import type { TimedRow, TimeRange } from '#server/platform/page.ts'

export type RequestRow = Omit<PrivacyRequest, 'status' | 'overdue'> & {
  status: PrivacyRequest['status'] | 'unconfirmed'
  createdAt: string
  work: 'erase' | 'object' | null
  byPhone: boolean
  closedBy: string | null
  answer: string | null
  mail: 'confirm' | 'outcome' | null
}

/** A request that is not anonymized. */
export type IdentifiedRequest = RequestRow & { name: string; email: string }

const REQUEST_COLUMNS = `id, kind, status, name, email, phone, company, details, created_at, confirmed_at, due_at, closed_at,
  closed_by, work, by_phone, answer, contacts_touched, mail`

export function insertRequest(tx: Query, form: Omit<PrivacyForm, 'website'>, now: Date): Promise<string> {
  return tx.value<string>(
    `insert into privacy_requests (kind, name, email, phone, company, details, created_at, mail, next_mail_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'confirm', $7) returning id`,
    [form.kind, form.name, form.email, form.phone, form.company, form.details, now],
  )
}

/** Stores the token of a link about to be sent; the previous one becomes void. */
export async function setToken(db: Query, id: string, hash: string, expiresAt: Date): Promise<void> {
  await db.run('update privacy_requests set token_hash = $2, token_expires_at = $3 where id = $1', [
    id,
    hash,
    expiresAt,
  ])
}

/**
 * Confirms the request of a link; repeating it is fine.
 *
 * @returns its id and whether this call confirmed it; undefined for an unknown or expired link
 */
export function confirmRequest(
  tx: Query,
  hash: string,
  { now, dueAt }: { now: Date; dueAt: Date },
): Promise<{ id: string; kind: PrivacyKind; isNew: boolean } | undefined> {
  return tx.row(
    `with known as (
       select id, status from privacy_requests where token_hash = $1 and token_expires_at > $2 for update)
     update privacy_requests r
        set status = case known.status when 'unconfirmed' then 'open' else known.status end,
            confirmed_at = coalesce(confirmed_at, $2), due_at = coalesce(due_at, $3)
       from known where r.id = known.id
     returning r.id, r.kind, known.status = 'unconfirmed' as is_new`,
    [hash, now, dueAt],
  )
}

/** A confirmed request that is not anonymized. */
export function findRequest(db: Query, id: string): Promise<IdentifiedRequest | undefined> {
  return db.row<IdentifiedRequest>(
    `select ${REQUEST_COLUMNS} from privacy_requests where id = $1 and status <> 'unconfirmed' and email is not null`,
    [id],
  )
}

/** Locks a confirmed request until the transaction ends. */
export function lockRequest(tx: Query, id: string): Promise<RequestRow | undefined> {
  return tx.row<RequestRow>(
    `select ${REQUEST_COLUMNS} from privacy_requests where id = $1 and status <> 'unconfirmed' for update`,
    [id],
  )
}

/** Open requests by due date, including those being worked on. */
export function listOpen(db: Query, page: TimeRange): Promise<TimedRow<RequestRow>[]> {
  return db.rows(
    `select ${REQUEST_COLUMNS}, due_at::text as exact_at from privacy_requests
      where status in ('open', 'working') and ($1::timestamptz is null or (due_at, id) > ($1, $2::uuid))
      order by due_at, id limit $3`,
    [page.after?.at ?? null, page.after?.id ?? null, page.limit],
  )
}

export function listClosed(db: Query, page: TimeRange): Promise<TimedRow<RequestRow>[]> {
  return db.rows(
    `select ${REQUEST_COLUMNS}, closed_at::text as exact_at from privacy_requests
      where closed_at is not null and ($1::timestamptz is null or (closed_at, id) < ($1, $2::uuid))
      order by closed_at desc, id desc limit $3`,
    [page.after?.at ?? null, page.after?.id ?? null, page.limit],
  )
}

/** Closes a request and schedules the email with its outcome. */
export async function closeRequest(
  tx: Query,
  id: string,
  outcome: { status: RequestRow['status']; answer: string | null; closedBy: string | null; now: Date },
): Promise<void> {
  await tx.run(
    `update privacy_requests set status = $2, answer = $3, closed_by = $4, closed_at = $5, next_work_at = null,
            mail = 'outcome', mail_attempts = 0, next_mail_at = $5
      where id = $1`,
    [id, outcome.status, outcome.answer, outcome.closedBy, outcome.now],
  )
}

export async function beginWork(
  tx: Query,
  id: string,
  start: { work: 'erase' | 'object'; byPhone: boolean; closedBy: string | null; now: Date },
): Promise<void> {
  await tx.run(
    `update privacy_requests set status = 'working', work = $2, by_phone = $3, closed_by = $4, next_work_at = $5
      where id = $1`,
    [id, start.work, start.byPhone, start.closedBy, start.now],
  )
}

/**
 * Takes the lease of due work until `leaseUntil`; undefined when another worker has it. Marking restarts with a
 * new count, while erasing continues.
 */
export function claimWork(
  db: Query,
  id: string,
  now: Date,
  leaseUntil: Date,
): Promise<IdentifiedRequest | undefined> {
  return db.row<IdentifiedRequest>(
    `update privacy_requests
        set next_work_at = $3, contacts_touched = case work when 'object' then 0 else contacts_touched end
      where id = $1 and status = 'working' and next_work_at <= $2 and email is not null returning ${REQUEST_COLUMNS}`,
    [id, now, leaseUntil],
  )
}

/** Adds erased or marked contacts and renews the lease. */
export async function addContactsTouched(
  tx: Query,
  id: string,
  contacts: number,
  leaseUntil: Date,
): Promise<void> {
  await tx.run(
    'update privacy_requests set contacts_touched = contacts_touched + $2, next_work_at = $3 where id = $1',
    [id, contacts, leaseUntil],
  )
}

export function countOtherRequests(db: Query, id: string, email: string): Promise<number> {
  return db.value<number>('select count(*)::int as n from privacy_requests where email = $2 and id <> $1', [
    id,
    email,
  ])
}

const CLEARED_COLUMNS = 'name = null, email = null, phone = null, company = null, details = null'

/**
 * Deletes unconfirmed requests of an address and anonymizes closed ones; open ones remain, since they still need an
 * answer.
 *
 * @returns the number of requests
 */
export async function anonymizeOtherRequests(tx: Query, id: string, email: string): Promise<number> {
  const removed = await tx.run(
    `delete from privacy_requests where email = $2 and id <> $1 and status = 'unconfirmed'`,
    [id, email],
  )
  const anonymized = await tx.run(
    `update privacy_requests set ${CLEARED_COLUMNS}, answer = null, mail = null, next_mail_at = null
      where email = $2 and id <> $1 and closed_at is not null`,
    [id, email],
  )
  return removed + anonymized
}

export function listDueWork(db: Query, moment: Date): Promise<string[]> {
  return db.column('select id from privacy_requests where next_work_at <= $1 limit 100', [moment])
}

/** Anonymized requests are never due. */
export const { claimEmail, listDueMails } = mailTable<IdentifiedRequest>('privacy_requests', REQUEST_COLUMNS)

/** Schedules the next attempt; null if the email was sent or given up on, which also anonymizes an erasure. */
export async function setNextEmail(db: Query, id: string, nextAt: Date | null): Promise<void> {
  if (nextAt === null) {
    await db.run(
      `update privacy_requests set ${CLEARED_COLUMNS}, mail = null, next_mail_at = null where id = $1 and status = 'erased'`,
      [id],
    )
  }
  await db.run(
    `update privacy_requests set next_mail_at = $2::timestamptz,
            mail = case when $2::timestamptz is null then null else mail end
      where id = $1`,
    [id, nextAt],
  )
}

export type Reminder = { id: string; kind: PrivacyKind; dueAt: string; level: number }

/** Open requests due within a level that operators weren't reminded of; `levels` are days left, descending. */
export function listDueReminders(db: Query, now: Date, levels: readonly number[]): Promise<Reminder[]> {
  return db.rows<Reminder>(
    `select * from (
       select id, kind, due_at, reminded,
              (select max(n.level)::int from unnest($2::int[]) with ordinality n(days, level)
                where due_at <= $1::timestamptz + make_interval(days => n.days)) as level
         from privacy_requests where status in ('open', 'working')) r
      where level > reminded order by due_at, id limit 500`,
    [now, levels],
  )
}

export async function setReminded(db: Query, reminders: readonly Reminder[]): Promise<void> {
  await db.run(
    `update privacy_requests r set reminded = n.level from unnest($1::uuid[], $2::int[]) as n(id, level)
      where r.id = n.id`,
    [reminders.map(({ id }) => id), reminders.map(({ level }) => level)],
  )
}

/** Deletes unconfirmed and closed requests from before these times. */
export async function removeOld(db: Query, cutoffs: { unconfirmed: Date; closed: Date }): Promise<void> {
  await db.run(`delete from privacy_requests where status = 'unconfirmed' and created_at < $1`, [
    cutoffs.unconfirmed,
  ])
  await db.run('delete from privacy_requests where closed_at < $1', [cutoffs.closed])
}
