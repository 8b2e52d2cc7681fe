import type { ApiKey, ApiKeyInput } from '#contract/api-keys.ts'
import type { MemberAccess } from '#contract/auth.ts'
import type { Role, Scope } from '#contract/endpoint.ts'
import type { SubscriptionStatus } from '#contract/organizations.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { userNameSql } from '#server/platform/db/user-name.ts'
import type { SessionKey } from '#server/platform/http/session.ts'

/** A key that is valid now, with its member and organization. */
export type KeyRow = {
  keyId: string
  scopes: Scope[]
  networks: string[]
  expiresAt: string | null
  lastUsedAt: string | null
  userId: string
  email: string
  organizationId: string
  role: Role
  access: MemberAccess
  subscriptionStatus: SubscriptionStatus
  isSuspended: boolean
}

export function findKey(db: Query, hash: string): Promise<KeyRow | undefined> {
  return db.row<KeyRow>('select * from find_api_key($1)', [hash], 'find-api-key')
}

/** Notes that a key is used. Of calls at the same time, one writes. */
export async function updateLastUse(tx: TenantTx, id: string, intervalMs: number): Promise<void> {
  await tx.run(
    `update api_keys set last_used_at = now() where organization_id = $1 and id = $2
        and (last_used_at is null or last_used_at < now() - $3 * interval '1 millisecond')`,
    [tx.organizationId, id, intervalMs],
  )
}

const COLUMNS = `k.id, k.name, k.key_start as start, k.user_id,
  ${userNameSql('u')} as member_name, k.role, k.scopes, k.networks,
  k.daily_credits, k.expires_at, k.last_used_at,
  case when k.previous_until > now() then k.previous_until end as previous_until, k.created_at`
const FROM = 'from api_keys k join users u on u.id = k.user_id where k.organization_id = $1'

/** Keys of the organization, newest first; of one member if given. */
export function listKeys(tx: TenantTx, userId: string | null): Promise<ApiKey[]> {
  return tx.rows<ApiKey>(
    `select ${COLUMNS} ${FROM} and ($2::uuid is null or k.user_id = $2) order by k.created_at desc, k.id`,
    [tx.organizationId, userId],
  )
}

export function findKeyById(tx: TenantTx, id: string): Promise<ApiKey | undefined> {
  return tx.row<ApiKey>(`select ${COLUMNS} ${FROM} and k.id = $2`, [tx.organizationId, id])
}

export function countKeys(tx: TenantTx, userId: string): Promise<number> {
  return tx.value('select count(*)::integer from api_keys where organization_id = $1 and user_id = $2', [
    tx.organizationId,
    userId,
  ])
}

export async function insertKey(
  tx: TenantTx,
  key: ApiKeyInput & { id: string; userId: string; hash: string; start: string },
): Promise<void> {
  await tx.run(
    `insert into api_keys (organization_id, id, user_id, name, key_hash, key_start, role, scopes, networks, daily_credits, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + make_interval(days => $11))`,
    [
      ...[tx.organizationId, key.id, key.userId, key.name, key.hash, key.start, key.role, key.scopes],
      ...[key.networks, key.dailyCredits, key.days],
    ],
  )
}

/**
 * Replaces a key; the former one works for some hours. Its lifetime starts again.
 *
 * @returns false while an older one still works
 */
export function replaceKey(
  tx: TenantTx,
  { id, hash, start, hours }: { id: string; hash: string; start: string; hours: number },
): Promise<boolean> {
  return tx.changed(
    `update api_keys set previous_hash = key_hash, previous_until = least(expires_at, now() + make_interval(hours => $5)),
            key_hash = $3, key_start = $4, expires_at = now() + (expires_at - created_at), created_at = clock_timestamp()
      where organization_id = $1 and id = $2 and (previous_until is null or previous_until <= now())`,
    [tx.organizationId, id, hash, start, hours],
  )
}

export function deleteKey(tx: TenantTx, id: string): Promise<boolean> {
  return tx.changed('delete from api_keys where organization_id = $1 and id = $2', [tx.organizationId, id])
}

/** @returns the number of deleted keys */
export function deleteKeysOf(tx: TenantTx, userId: string): Promise<number> {
  return tx.run('delete from api_keys where organization_id = $1 and user_id = $2', [
    tx.organizationId,
    userId,
  ])
}

/** Both count credits of a day. */
const UPDATES = { key: 'update api_keys', app: 'update connected_apps' } as const

const TAKE_CREDITS = `set credits_on = current_date,
            credits_used = case when credits_on = current_date then credits_used else 0 end + $3
      where organization_id = $1 and id = $2
        and (daily_credits is null
          or case when credits_on = current_date then credits_used else 0 end + $3 <= daily_credits)`

const GIVE_CREDITS_BACK = `k set credits_used = greatest(k.credits_used - r.credits, 0)
       from (select key_id, count(*) as credits from jsonb_to_recordset($2) as u(key_id uuid, age_seconds float8)
              where (now() - make_interval(secs => age_seconds))::date = current_date group by key_id) r
      where k.organization_id = $1 and k.id = r.key_id and k.credits_on = current_date`

/** Takes credits that were used today and refunded off the count of their keys or connected apps. */
export async function giveCreditsBack(
  tx: TenantTx,
  refunds: readonly { keyId: string; ageSeconds: number }[],
): Promise<void> {
  const rows = refunds.map(({ keyId, ageSeconds }) => ({ key_id: keyId, age_seconds: ageSeconds }))
  for (const update of Object.values(UPDATES))
    await tx.run(`${update} ${GIVE_CREDITS_BACK}`, [tx.organizationId, JSON.stringify(rows)])
}

/** Counts credits against the limit of the day of a key or connected app. @returns false if they would exceed it */
export function takeCredits(
  tx: TenantTx,
  { kind, id }: Pick<SessionKey, 'kind' | 'id'>,
  credits: number,
): Promise<boolean> {
  return tx.changed(`${UPDATES[kind]} ${TAKE_CREDITS}`, [tx.organizationId, id, credits])
}
