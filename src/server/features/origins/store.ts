import type { Origin, OriginRequest } from '#contract/origins.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { userNameSql } from '#server/platform/db/user-name.ts'
import type { TimedRow, TimeRange } from '#server/platform/page.ts'

export type OriginFacts = {
  id: string
  ownerId: string | null
  originId: string | null
  hasRequest: boolean
}

/** Locks contacts, in the order of their ids. */
export function lockContacts(tx: TenantTx, ids: readonly string[], now: Date): Promise<OriginFacts[]> {
  return tx.rows<OriginFacts>(
    `select c.id, c.owner_id, c.origin_id,
            exists (select from origin_requests r where r.organization_id = $1 and r.contact_id = c.id
                       and r.expires_at > $3 and ${IS_VALID}) as has_request
       from contacts c where c.organization_id = $1 and c.id = any($2) order by c.id for update`,
    [tx.organizationId, ids, now],
  )
}

/** Ids of the contacts that the acting member sees. */
export function listVisible(tx: TenantTx, ids: readonly string[]): Promise<string[]> {
  return tx.column('select id from contacts where organization_id = $1 and id = any($2)', [
    tx.organizationId,
    ids,
  ])
}

/** A request fits the contact as it is now: another owner or origin makes it void. */
const IS_VALID = `(r.to_origin = 'team' and c.origin_id = r.member_id
  or r.to_origin = 'agent' and c.origin_id is null and c.owner_id = r.member_id)`

export type NewRequest = { contactId: string; memberId: string; to: Origin; side: Origin }

/** Adds requests; void and expired ones give way. */
export async function insertRequests(
  tx: TenantTx,
  requests: readonly NewRequest[],
  asker: { userId: string; now: Date; expiresAt: Date },
): Promise<void> {
  await tx.run(
    `insert into origin_requests (organization_id, contact_id, member_id, to_origin, asked_by, asked_side, created_at, expires_at)
     select $1, r."contactId", r."memberId", r."to", $3, r.side, $4, $5
       from jsonb_to_recordset($2) as r("contactId" uuid, "memberId" uuid, "to" text, side text)
     on conflict (organization_id, contact_id) do update set id = excluded.id, member_id = excluded.member_id,
       to_origin = excluded.to_origin, asked_by = excluded.asked_by, asked_side = excluded.asked_side,
       created_at = excluded.created_at, expires_at = excluded.expires_at`,
    [tx.organizationId, JSON.stringify(requests), asker.userId, asker.now, asker.expiresAt],
  )
}

/** Ids of the users who are members. */
export function listMemberIds(tx: TenantTx, userIds: readonly string[]): Promise<string[]> {
  return tx.column('select user_id from memberships where organization_id = $1 and user_id = any($2)', [
    tx.organizationId,
    userIds,
  ])
}

/** Owners and administrators, who speak for the team. */
export function listAdministrators(tx: TenantTx): Promise<string[]> {
  return tx.column(
    `select user_id from memberships where organization_id = $1 and role in ('OWNER', 'ADMIN') order by user_id`,
    [tx.organizationId],
  )
}

export type RequestRow = Omit<OriginRequest, 'canAnswer' | 'canWithdraw' | 'canOpen'>

const REQUEST_COLUMNS = `r.id, r.contact_id, concat_ws(' ', c.first_name, c.last_name) as contact_name, r.to_origin as "to",
  r.member_id, ${userNameSql('m')} as member_name, ${userNameSql('a')} as asked_by_name, r.asked_side, r.created_at, r.expires_at`
const REQUESTS = `origin_requests r
  join contacts c on c.organization_id = r.organization_id and c.id = r.contact_id
  join users m on m.id = r.member_id join users a on a.id = r.asked_by`
const IS_OPEN = `r.organization_id = $1 and r.expires_at > $2 and ${IS_VALID}`

/** Open requests, newest first; those of one member only with `memberId`. */
export function listRequests(
  tx: TenantTx,
  { now, memberId }: { now: Date; memberId: string | null },
  { after, limit }: TimeRange,
): Promise<TimedRow<RequestRow>[]> {
  return tx.rows(
    `select ${REQUEST_COLUMNS}, r.created_at::text as exact_at from ${REQUESTS}
      where ${IS_OPEN} and ($3::uuid is null or r.member_id = $3)
        and ($4::timestamptz is null or (r.created_at, r.id) < ($4, $5::uuid))
      order by r.created_at desc, r.id desc limit $6`,
    [tx.organizationId, now, memberId, after?.at ?? null, after?.id ?? null, limit],
  )
}

export function findRequestOfContact(
  tx: TenantTx,
  contactId: string,
  now: Date,
): Promise<RequestRow | undefined> {
  return tx.row(`select ${REQUEST_COLUMNS} from ${REQUESTS} where ${IS_OPEN} and r.contact_id = $3`, [
    tx.organizationId,
    now,
    contactId,
  ])
}

/** Owner, origin and its name, of one contact. */
export function findOrigin(
  tx: TenantTx,
  contactId: string,
): Promise<{ ownerId: string | null; originId: string | null; memberName: string | null } | undefined> {
  return tx.row(
    `select c.owner_id, c.origin_id, ${userNameSql('u')} as member_name
       from contacts c left join users u on u.id = c.origin_id where c.organization_id = $1 and c.id = $2`,
    [tx.organizationId, contactId],
  )
}

export type EndedRequest = {
  id: string
  contactId: string
  memberId: string
  to: Origin
  askedBy: string
  askedSide: Origin
}

/**
 * Takes open requests that the caller answers or, with `own`, withdraws. Of concurrent answers and withdrawals one gets a
 * request.
 */
export function takeRequests(
  tx: TenantTx,
  ids: readonly string[],
  {
    userId,
    isAdministrator,
    now,
    own,
  }: { userId: string; isAdministrator: boolean; now: Date; own: boolean },
): Promise<EndedRequest[]> {
  return tx.rows(
    `delete from origin_requests r using contacts c
      where r.organization_id = $1 and c.organization_id = $1 and c.id = r.contact_id and r.id = any($3)
        and r.expires_at > $2 and ${IS_VALID}
        and case when (r.asked_side = 'agent') = $6 then r.member_id = $4 else $5 and r.member_id <> $4 end
     returning r.id, r.contact_id, r.member_id, r.to_origin as "to", r.asked_by, r.asked_side`,
    [tx.organizationId, now, ids, userId, isAdministrator, own],
  )
}

/** Locks the contacts of requests before the requests, as a deletion of the contacts does. */
export async function lockContactsOf(tx: TenantTx, ids: readonly string[]): Promise<void> {
  await tx.run(
    `select from contacts where organization_id = $1 and id in (
       select contact_id from origin_requests where organization_id = $1 and id = any($2)) order by id for update`,
    [tx.organizationId, ids],
  )
}

/** Gives contacts the accepted origin, if nothing changed it since. */
export async function setOrigins(tx: TenantTx, requests: readonly EndedRequest[]): Promise<void> {
  await tx.run(
    `update contacts c set origin_id = case r."to" when 'agent' then r."memberId" end, updated_at = now()
       from jsonb_to_recordset($2) as r("contactId" uuid, "memberId" uuid, "to" text)
      where c.organization_id = $1 and c.id = r."contactId"`,
    [tx.organizationId, JSON.stringify(requests)],
  )
}

/** Deletes the expired requests of every organization. */
export async function deleteExpired(db: Query, now: Date): Promise<void> {
  await db.run('select delete_expired_origin_requests($1)', [now])
}
