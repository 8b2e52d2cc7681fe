import type { FollowUpBossConnection, SyncDirections, SyncStage } from '#contract/follow-up-boss.ts'
import type { StopReason } from '#domain/follow-up-boss/stop-texts.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { NOT_SUSPENDED } from '#server/platform/db/suspension.ts'
import type { SealedSecret } from '#server/platform/secrets.ts'
import type { Resource } from './links.ts'

/** Where polling left off: the latest change of a person, and the newest id of the rest. */
export type SeenMarks = {
  people?: string
  notes?: number
  tasks?: number
  events?: number
  /** The next page of a poll that was cut short, and the newest mark of the pages before it. */
  unfinished?: { resource: Resource; next: string; newest: string | number } | null
}

export type StoredConnection = {
  keyId: string
  apiKey: Buffer
  hookId: string
  accountId: string
  directions: SyncDirections
  sharesInsights: boolean
  status: FollowUpBossConnection['status']
  stage: SyncStage
  stageCursor: string | null
  failures: number
  hasHooks: boolean
  seen: SeenMarks
  /** Polling is due. */
  isPollDue: boolean
}

const COLUMNS = `key_id, api_key, hook_id, account_id::text as account_id, directions, shares_insights, status, stage,
  stage_cursor, failures, has_hooks, seen`

export function findConnection(tx: TenantTx, pollMinutes = 0): Promise<StoredConnection | undefined> {
  return tx.row(
    `select ${COLUMNS}, coalesce(polled_at < now() - make_interval(mins => $2), true) as is_poll_due
       from follow_up_boss_connections where organization_id = $1`,
    [tx.organizationId, pollMinutes],
  )
}

export type NewConnection = {
  key: SealedSecret
  accountId: number
  accountName: string
  directions: SyncDirections
  userId: string | null
}

/** Stores a connection, or the new key of the one that exists. */
export async function saveConnection(tx: TenantTx, connection: NewConnection): Promise<void> {
  const { key, accountId, accountName, directions, userId } = connection
  await tx.run(
    `insert into follow_up_boss_connections as f
       (organization_id, key_id, api_key, account_id, account_name, directions, connected_by)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (organization_id) do update set key_id = excluded.key_id, api_key = excluded.api_key,
       account_name = excluded.account_name, connected_by = excluded.connected_by, problem = null, wait_until = null,
       failures = 0, mail_due_at = null, status = case when f.status = 'failed' then 'active' else f.status end`,
    [
      ...[tx.organizationId, key.keyId, key.sealed, accountId, accountName],
      ...[JSON.stringify(directions), userId],
    ],
  )
}

export function deleteConnection(tx: TenantTx): Promise<boolean> {
  return tx.changed('delete from follow_up_boss_connections where organization_id = $1', [tx.organizationId])
}

export type ConnectionChanges = {
  directions?: SyncDirections | undefined
  sharesInsights?: boolean | undefined
  status?: 'active' | 'paused' | undefined
}

/** Changes only the given fields. @returns false without a connection */
export function updateConnection(
  tx: TenantTx,
  { directions, sharesInsights, status }: ConnectionChanges,
): Promise<boolean> {
  return tx.changed(
    `update follow_up_boss_connections
        set directions = coalesce($2, directions), shares_insights = coalesce($3, shares_insights),
            status = coalesce($4, status), problem = case when $4::text is null then problem end,
            wait_until = case when $4::text is null then wait_until end,
            mail_due_at = case when $4::text is null then mail_due_at end
      where organization_id = $1`,
    [
      ...[tx.organizationId, directions ? JSON.stringify(directions) : null],
      ...[sharesInsights ?? null, status ?? null],
    ],
  )
}

export async function setHooks(tx: TenantTx, hasHooks: boolean): Promise<void> {
  await tx.run('update follow_up_boss_connections set has_hooks = $2 where organization_id = $1', [
    tx.organizationId,
    hasHooks,
  ])
}

/** Moves the import on. @returns false if directions changed in the meantime */
export function setStage(
  tx: TenantTx,
  progress: { stage: SyncStage; cursor: string | null; received: number; skipped: number },
  directions: SyncDirections,
): Promise<boolean> {
  return tx.changed(
    `update follow_up_boss_connections set stage = $2, stage_cursor = $3, received = received + $4, skipped = skipped + $5,
            last_sync_at = now()
      where organization_id = $1 and directions = $6::jsonb`,
    [
      ...[tx.organizationId, progress.stage, progress.cursor, progress.received, progress.skipped],
      JSON.stringify(directions),
    ],
  )
}

/** Starts a part of the import again, of which the total isn't known. Only people are skipped. */
export async function repeatImport(tx: TenantTx, stage: SyncStage): Promise<void> {
  await tx.run(
    `update follow_up_boss_connections set stage = $2, stage_cursor = null, received = 0, total = null,
            skipped = case when $2 = 'people' then 0 else skipped end
      where organization_id = $1`,
    [tx.organizationId, stage],
  )
}

/** Starts the first import once. @returns false if it was started */
export function startImport(tx: TenantTx, total: number): Promise<boolean> {
  return tx.changed(
    `update follow_up_boss_connections set stage = 'people', total = $2 where organization_id = $1 and stage = 'new'`,
    [tx.organizationId, total],
  )
}

/** Remembers where polling left off. */
export async function setSeen(tx: TenantTx, seen: SeenMarks, isPolled: boolean): Promise<void> {
  await tx.run(
    `update follow_up_boss_connections set seen = seen || $2, polled_at = case when $3 then now() else polled_at end
      where organization_id = $1`,
    [tx.organizationId, JSON.stringify(seen), isPolled],
  )
}

/** Takes the organization's work for this process. @returns its lease; null if another one has it or none is due */
export async function takeLease(tx: TenantTx, seconds: number): Promise<string | null> {
  const taken = await tx.row<{ lease: string }>(
    `update follow_up_boss_connections set leased_until = now() + make_interval(secs => $2)
      where organization_id = $1 and status = 'active' and stage <> 'new' and ${NOT_SUSPENDED}
        and (leased_until is null or leased_until <= now()) and (wait_until is null or wait_until <= now())
      returning leased_until::text as lease`,
    [tx.organizationId, seconds],
  )
  return taken?.lease ?? null
}

/** Tells whether this process still has the work, and the owner wants what they wanted when it began. */
export function isCurrent(
  tx: TenantTx,
  lease: string,
  { directions, sharesInsights }: Pick<StoredConnection, 'directions' | 'sharesInsights'>,
): Promise<boolean> {
  return tx.exists(
    `select 1 from follow_up_boss_connections
      where organization_id = $1 and status = 'active' and leased_until::text = $2 and directions = $3::jsonb
        and shares_insights = $4 and ${NOT_SUSPENDED}`,
    [tx.organizationId, lease, JSON.stringify(directions), sharesInsights],
    'fub-is-current',
  )
}

export type SliceEnd = {
  /** Pause before the next call; null goes on. */
  waitSeconds: number | null
  problem: FollowUpBossConnection['problem']
  /** The problem, if the connection can't go on until the owner acts. */
  failure: StopReason | null
}

/** @returns undefined if another process took the work over, or the connection is gone */
export function endSlice(
  tx: TenantTx,
  lease: string,
  { waitSeconds, problem, failure }: SliceEnd,
): Promise<{ hasFailed: boolean } | undefined> {
  return tx.row(
    `update follow_up_boss_connections
        set leased_until = null, wait_until = now() + make_interval(secs => $2), problem = $3,
            failures = case when $3 = 'down' then failures + 1 else 0 end,
            last_sync_at = case when $3 is null then now() else last_sync_at end,
            mail_due_at = case when $4 and status = 'active' then now() else mail_due_at end,
            status = case when $4 and status = 'active' then 'failed' else status end
      where organization_id = $1 and leased_until::text = $5
      returning status = 'failed' as has_failed`,
    [tx.organizationId, waitSeconds, problem, failure !== null, lease],
  )
}

/** Organizations whose owners have to hear by email that the sync stopped. */
export function listStopped(db: Query): Promise<string[]> {
  return db.column('select id from organizations_with_stopped_follow_up_boss() as id', [])
}

/** The problem that owners have to hear of; locked, so that one process tells them. */
export function lockDueMail(tx: TenantTx): Promise<StopReason | undefined> {
  return tx.find(
    `select problem from follow_up_boss_connections
      where organization_id = $1 and status = 'failed' and mail_due_at is not null for update skip locked`,
    [tx.organizationId],
  )
}

/** Records that the jobs of the emails are queued. */
export async function clearMailDue(tx: TenantTx): Promise<void> {
  await tx.run('update follow_up_boss_connections set mail_due_at = null where organization_id = $1', [
    tx.organizationId,
  ])
}

/** Addresses of the owners, who manage the connection. */
export function listOwners(tx: TenantTx): Promise<{ userId: string; email: string }[]> {
  return tx.rows(
    `select u.id as user_id, u.email from memberships m join users u on u.id = m.user_id
      where m.organization_id = $1 and m.role = 'OWNER' order by u.id`,
    [tx.organizationId],
  )
}

export function findOrganizationOfHook(db: Query, hookId: string): Promise<string | null> {
  return db.value('select organization_of_follow_up_boss_hook($1)', [hookId])
}

export function listOrganizationsWithWork(db: Query, pollMinutes: number): Promise<string[]> {
  return db.column('select id from organizations_with_follow_up_boss_work($1) as id', [pollMinutes])
}

/** The key if another one sealed it. */
export function findUnderOtherKey(tx: TenantTx, keyId: string): Promise<SealedSecret | undefined> {
  return tx.row(
    `select key_id, api_key as sealed from follow_up_boss_connections where organization_id = $1 and key_id <> $2`,
    [tx.organizationId, keyId],
  )
}

/** Stores the key under another one, unless it changed in the meantime. */
export async function reseal(tx: TenantTx, former: SealedSecret, key: SealedSecret): Promise<void> {
  await tx.run(
    `update follow_up_boss_connections set key_id = $3, api_key = $4 where organization_id = $1 and api_key = $2`,
    [tx.organizationId, former.sealed, key.keyId, key.sealed],
  )
}

/** The connection as its owner sees it. */
export function readStatus(tx: TenantTx): Promise<FollowUpBossConnection | undefined> {
  return tx.row(
    `select account_name, status, problem, case when wait_until > now() then wait_until end as wait_until, directions,
            shares_insights, has_hooks, stage, received, skipped, total, last_sync_at,
            (select count(*)::integer from follow_up_boss_links l
              where l.organization_id = f.organization_id and l.kind = 'person' and l.contact_id is not null) as linked_people,
            (select count(*)::integer from follow_up_boss_links l
              where l.organization_id = f.organization_id and l.resource = 'people' and l.kind <> 'suppressed'
                and l.contact_id is null and l.gone_at is null) as deleted_here,
            (select count(distinct (q.local_id, q.resource, q.remote_id))::integer from follow_up_boss_queue q
              where q.organization_id = f.organization_id and q.next_attempt_at is not null) as waiting,
            (select coalesce(jsonb_agg(jsonb_build_object('problem', p.problem, 'count', p.count)), '[]')
               from (select problem, count(distinct (q.local_id, q.resource, q.remote_id))::integer as count from follow_up_boss_queue q
                      where q.organization_id = f.organization_id and q.next_attempt_at is null
                      group by problem order by 2 desc limit 10) p) as failures
       from follow_up_boss_connections f where organization_id = $1`,
    [tx.organizationId],
  )
}
