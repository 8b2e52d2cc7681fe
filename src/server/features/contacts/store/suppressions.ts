import type { ConsentEntry } from '#contract/consents.ts'
import type { SUPPRESSION_REASONS, Suppression } from '#contract/erasure.ts'
import type { Channel } from '#domain/compliance/outreach.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import type { TimeRange } from '#server/platform/page.ts'

type SuppressionReason = (typeof SUPPRESSION_REASONS)[number]
export type ContactPointHash = { key: string; kind: 'email' | 'phone' }

/** Logs added suppressions, so that a restored backup has them too. */
const LOG_ADDED_SQL = `insert into erasure_log (kind, organization, subject, details)
  select 'suppression', organization_id, encode(key, 'hex'),
         jsonb_build_object('kind', kind, 'reason', reason, 'entry', entry_id, 'request', request_id) from added`
export const IS_ANY_KEY_SQL = `any(array(select decode(k, 'hex') from unnest($2::text[]) as k))`

/** A blocked channel of a deleted contact. */
export type StoredOptOut = { channel: Channel; source: ConsentEntry['source']; since: Date }

/** A key of a suppressed person, or with an opt-out, of a person with that channel blocked. */
export type BlockedKey = {
  key: string
  optOut: StoredOptOut | null
  /** Time at which a person lifted the opt-out; null while it is in force. */
  liftedAt: Date | null
}

/** The keys of suppressed people and of people who opted out of a channel, here or in a brokerage that shares opt-outs. */
export async function findBlocked(tx: TenantTx, keys: readonly string[]): Promise<BlockedKey[]> {
  if (keys.length === 0) return []
  const rows = await tx.rows<
    { key: string; liftedAt: string | null } & { [Field in keyof StoredOptOut]: StoredOptOut[Field] | null }
  >(
    `select encode(key, 'hex') as key, null::text as channel, null::text as source, null::timestamptz as since,
            null::timestamptz as lifted_at
       from suppressions where organization_id = $1 and key = ${IS_ANY_KEY_SQL}
     union select encode(key, 'hex'), null, null, null, null from platform_suppressions where key = ${IS_ANY_KEY_SQL}
     union all select encode(key, 'hex'), channel, source, created_at, lifted_at from channel_opt_outs
      where organization_id = $1 and key = ${IS_ANY_KEY_SQL}
        and exists (select from channel_opt_outs where organization_id = $1)
     union all select encode(key, 'hex'), channel, 'member', created_at, null
       from brokerage_opt_outs(array(select decode(k, 'hex') from unnest($2::text[]) as k))`,
    [tx.organizationId, keys],
    'find-unwanted',
  )
  return rows.map(({ key, channel, source, since, liftedAt }) => ({
    key,
    optOut: channel && source && since ? { channel, source, since: new Date(since) } : null,
    liftedAt: liftedAt ? new Date(liftedAt) : null,
  }))
}

/** The keys suppressed here or in every organization. */
export async function findSuppressed(tx: TenantTx, keys: readonly string[]): Promise<string[]> {
  return (await findBlocked(tx, keys)).flatMap(({ key, optOut }) => (optOut ? [] : [key]))
}

/**
 * Suppresses contacts; with the reason `do-not-contact`, only those who can't be contacted. `request` is the privacy
 * request that caused it.
 *
 * @returns the number of new keys
 */
export function suppressPeople(
  tx: TenantTx,
  ids: readonly string[],
  reason: SuppressionReason,
  request: string | null = null,
): Promise<number> {
  return tx.run(
    `with added as (
       insert into suppressions (organization_id, key, reason, entry_id, request_id)
       select k.organization_id, k.key, $3, k.contact_id, $4 from contact_keys k
         join contacts c on c.organization_id = k.organization_id and c.id = k.contact_id
        where k.organization_id = $1 and k.contact_id = any($2) and ($3 <> 'do-not-contact' or not c.can_contact)
       on conflict do nothing returning organization_id, key, kind, reason, entry_id, request_id)
     ${LOG_ADDED_SQL}`,
    [tx.organizationId, ids, reason, request],
  )
}

/** Adds an address or number without a person. @returns false if it is already on the list */
export function insertContactPoint(
  tx: TenantTx,
  id: string,
  { key, kind }: ContactPointHash,
  reason: SuppressionReason,
): Promise<boolean> {
  return tx.changed(
    `with added as (
       insert into suppressions (organization_id, key, kind, reason, entry_id)
       values ($1, decode($2, 'hex'), $3, $4, $5) on conflict do nothing
       returning organization_id, key, kind, reason, entry_id, request_id)
     ${LOG_ADDED_SQL}`,
    [tx.organizationId, key, kind, reason, id],
  )
}

/** Suppresses an address or number in every organization, for a privacy request. */
export async function insertPlatformSuppression(
  db: Query,
  { key, kind }: ContactPointHash,
  requestId: string,
): Promise<void> {
  await db.run(
    `with added as (
       insert into platform_suppressions (key, kind, request_id) values (decode($1, 'hex'), $2, $3)
       on conflict (key) do update set request_id = excluded.request_id
       returning null::uuid as organization_id, key, kind, null as reason, null as entry_id, request_id)
     ${LOG_ADDED_SQL}`,
    [key, kind, requestId],
  )
}

export type PlatformSuppression = {
  kind: 'person' | 'email' | 'phone'
  requestId: string | null
  createdAt: string
}

export function findPlatformSuppression(db: Query, key: string): Promise<PlatformSuppression | undefined> {
  return db.row<PlatformSuppression>(
    `select kind, request_id, created_at from platform_suppressions where key = decode($1, 'hex')`,
    [key],
  )
}

/** Removes a platform suppression; of any number of concurrent calls, one gets it. */
export function removePlatformSuppression(tx: Query, key: string): Promise<PlatformSuppression | undefined> {
  return tx.row<PlatformSuppression>(
    `delete from platform_suppressions where key = decode($1, 'hex') returning kind, request_id, created_at`,
    [key],
  )
}

/** True if a request suppresses any other key in every organization. */
export function hasOtherSuppressions(db: Query, requestId: string, key: string): Promise<boolean> {
  return db.exists(`select 1 from platform_suppressions where request_id = $1 and key <> decode($2, 'hex')`, [
    requestId,
    key,
  ])
}

/** Organizations with keys from a privacy request; ids only. */
export function listOrganizationsByRequest(db: Query, requestId: string): Promise<string[]> {
  return db.column<string>('select id from organizations_suppressing_for($1) id', [requestId])
}

/** Removes the keys of a privacy request from an organization. @returns how many */
export function deleteByRequest(tx: TenantTx, requestId: string): Promise<number> {
  return tx.run('delete from suppressions where organization_id = $1 and request_id = $2', [
    tx.organizationId,
    requestId,
  ])
}

const ENTRY_COLUMNS = `entry_id as id, min(reason) as reason, array_agg(distinct kind order by kind) as kinds,
  min(created_at) as created_at`

export function listEntries(tx: TenantTx, page: TimeRange): Promise<(Suppression & { exactAt: string })[]> {
  return tx.rows(
    `select * from (select ${ENTRY_COLUMNS}, min(created_at)::text as exact_at from suppressions
        where organization_id = $1 group by entry_id) entries
      where $2::timestamptz is null or (created_at, id) < ($2, $3::uuid)
      order by created_at desc, id desc limit $4`,
    [tx.organizationId, page.after?.at ?? null, page.after?.id ?? null, page.limit],
  )
}

export function countEntries(tx: TenantTx): Promise<number> {
  return tx.value<number>(
    'select count(distinct entry_id)::int as total from suppressions where organization_id = $1',
    [tx.organizationId],
  )
}

export function findEntryByKey(tx: TenantTx, key: string): Promise<Suppression | undefined> {
  return tx.row<Suppression>(
    `select ${ENTRY_COLUMNS} from suppressions
      where organization_id = $1 and entry_id = (
        select entry_id from suppressions where organization_id = $1 and key = decode($2, 'hex'))
      group by entry_id`,
    [tx.organizationId, key],
  )
}

/** @returns the number of removed keys */
export function deleteEntry(tx: TenantTx, id: string): Promise<number> {
  return tx.run('delete from suppressions where organization_id = $1 and entry_id = $2', [
    tx.organizationId,
    id,
  ])
}
