import type { ContactTransfer } from '#contract/contact-transfers.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'

const COLUMNS = `t.id, f.name as from_name, t.to_organization as to_organization_id, o.name as to_name, t.status, t.contacts,
  t.transferred, t.skipped, t.failure, t.created_at, t.finished_at`
const TRANSFERS = `contact_transfers t join organizations f on f.id = t.from_organization
  join organizations o on o.id = t.to_organization`

/** The latest transfers of a user, between organizations or within the one of a custom domain. */
export function listTransfers(
  db: Query,
  userId: string,
  { site, limit }: { site: string | null; limit: number },
): Promise<ContactTransfer[]> {
  return db.rows(
    `select ${COLUMNS} from ${TRANSFERS} where t.user_id = $1 and ($2::uuid is null or t.to_organization = $2)
      order by t.created_at desc, t.id limit $3`,
    [userId, site, limit],
  )
}

export async function readTransfer(tx: Query, id: string): Promise<ContactTransfer> {
  const transfer = await tx.row<ContactTransfer>(`select ${COLUMNS} from ${TRANSFERS} where t.id = $1`, [id])
  if (!transfer) throw new Error('The transfer is gone')
  return transfer
}

export type Source = { organizationId: OrganizationId; name: string; until: string | null }

/** Organizations that a user belongs to, or left with an offer; without suspended ones and those being erased. */
export function listSources(db: Query, userId: string, site: string | null, now: Date): Promise<Source[]> {
  return db.rows<Source>(
    `select o.id as organization_id, o.name, case when m.user_id is null then t.expires_at end as until
       from organizations o
       left join memberships m on m.organization_id = o.id and m.user_id = $1
       left join contact_transfers t on t.from_organization = o.id and t.user_id = $1 and t.status = 'offered'
             and t.expires_at > $3
      where (m.user_id is not null or t.id is not null) and ($2::uuid is null or o.id = $2)
        and o.id in (select organization_id from memberships where user_id = $1
                     union select from_organization from contact_transfers where user_id = $1 and status = 'offered')
        and o.suspended_at is null and not exists (select from erasures e where e.organization = o.id)
      order by lower(o.name), o.id`,
    [userId, site, now],
  )
}

export type OrganizationState = {
  isSuspended: boolean
  isErasing: boolean
  isMember: boolean
  hasOffer: boolean
}

/** Locks the transaction's organization against suspension and erasure, and reads what a user may do there. */
export function lockOrganization(
  tx: TenantTx,
  userId: string,
  now: Date,
): Promise<OrganizationState | undefined> {
  return tx.row(
    `select o.suspended_at is not null as is_suspended,
            exists (select from erasures e where e.organization = o.id) as is_erasing,
            exists (select from memberships m where m.organization_id = o.id and m.user_id = $2) as is_member,
            exists (select from contact_transfers t where t.from_organization = o.id and t.user_id = $2
                       and t.status = 'offered' and t.expires_at > $3) as has_offer
       from organizations o where o.id = $1 for share`,
    [tx.organizationId, userId, now],
  )
}

/** Starts a transfer, from an offer if there is one. @returns its id; undefined while another one runs */
export function insertTransfer(
  tx: Query,
  transfer: { userId: string; from: string; to: string; contacts: number },
): Promise<string | undefined> {
  return tx.find(
    `insert into contact_transfers (user_id, from_organization, to_organization, status, contacts)
     values ($1, $2, $3, 'running', $4)
     on conflict (user_id, from_organization) where status in ('offered', 'running') do update
        set to_organization = excluded.to_organization, status = 'running', contacts = excluded.contacts,
            offered_until = contact_transfers.expires_at, expires_at = null, created_at = excluded.created_at
      where contact_transfers.status = 'offered'
     returning id`,
    [transfer.userId, transfer.from, transfer.to, transfer.contacts],
  )
}

/** Offers a former member to take their contacts; while a transfer runs, those that it leaves behind. */
export async function insertOffer(tx: TenantTx, userId: string, expiresAt: Date): Promise<void> {
  await tx.run(
    `insert into contact_transfers (user_id, from_organization, status, expires_at) values ($1, $2, 'offered', $3)
     on conflict (user_id, from_organization) where status in ('offered', 'running') do update
        set expires_at = case when contact_transfers.status = 'offered' then excluded.expires_at end,
            offered_until = case when contact_transfers.status = 'running' then excluded.expires_at end`,
    [userId, tx.organizationId, expiresAt],
  )
}

export type RunningTransfer = {
  id: string
  userId: string
  from: OrganizationId
  to: OrganizationId
  lastContactId: string | null
  isMember: boolean
}

const CAN_RUN = `t.status = 'running'
  and not exists (select from organizations o where o.id in (t.from_organization, t.to_organization) and o.suspended_at is not null)
  and not exists (select from erasures e where e.organization in (t.from_organization, t.to_organization))`

/** The organization that a transfer leaves; undefined if it is gone. */
export function findSource(db: Query, id: string): Promise<OrganizationId | undefined> {
  return db.find('select from_organization from contact_transfers where id = $1', [id])
}

/** Locks a transfer for its next batch; undefined if it ended, waits for a suspended organization, or another worker has it. */
export function claimTransfer(tx: Query, id: string): Promise<RunningTransfer | undefined> {
  return tx.row(
    `select t.id, t.user_id, t.from_organization as "from", t.to_organization as "to", t.last_contact_id,
            exists (select from memberships m where m.organization_id = t.to_organization and m.user_id = t.user_id) as is_member
       from contact_transfers t where t.id = $1 and ${CAN_RUN} for update of t skip locked`,
    [id],
  )
}

/** Transfers that can go on. */
export function listRunning(db: Query): Promise<string[]> {
  return db.column(`select t.id from contact_transfers t where ${CAN_RUN} order by t.created_at limit 100`)
}

export async function recordBatch(
  tx: Query,
  id: string,
  batch: { transferred: number; skipped: number; lastContactId: string | null },
): Promise<void> {
  await tx.run(
    `update contact_transfers set transferred = transferred + $2, skipped = skipped + $3, last_contact_id = coalesce($4, last_contact_id)
      where id = $1`,
    [id, batch.transferred, batch.skipped, batch.lastContactId],
  )
}

/** Ends a transfer; with a failure, what wasn't transferred stays where it is. */
export async function finishTransfer(
  tx: Query,
  id: string,
  failure: string | null,
  now: Date,
): Promise<{ transferred: number; skipped: number } | undefined> {
  return tx.row(
    `update contact_transfers set status = case when $2::text is null then 'done' else 'failed' end, failure = $2, finished_at = $3
      where id = $1 and status = 'running' returning transferred, skipped`,
    [id, failure, now],
  )
}

/** Offers contacts again that a transfer of a former member left behind. */
export async function restoreOffer(tx: Query, id: string, now: Date): Promise<void> {
  await tx.run(
    `insert into contact_transfers (user_id, from_organization, status, expires_at)
     select user_id, from_organization, 'offered', offered_until from contact_transfers
      where id = $1 and offered_until > $2 and (status = 'failed' or skipped > 0)`,
    [id, now],
  )
}

/** True while a former member may still take contacts from some organization. */
export function hasOffer(db: Query, userId: string, now: Date): Promise<boolean> {
  return db.value(
    `select exists (select from contact_transfers where user_id = $1
        and (status = 'offered' and expires_at > $2 or status = 'running' and offered_until > $2)) as has_offer`,
    [userId, now],
  )
}

/** Deletes offers that ran out, and old transfers. */
export async function removeOld(db: Query, now: Date, finishedBefore: Date): Promise<void> {
  await db.run(
    `delete from contact_transfers where status = 'offered' and expires_at <= $1 or finished_at < $2`,
    [now, finishedBefore],
  )
}
