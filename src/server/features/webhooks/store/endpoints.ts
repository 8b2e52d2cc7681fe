import type { WebhookEndpoint, WebhookEndpointChanges, WebhookEndpointInput } from '#contract/v1/webhooks.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import type { PageRange } from '#server/platform/page.ts'
import type { SealedSecret } from '#server/platform/secrets.ts'

const COLUMNS = `id, url, description, types as event_types, disabled_at is null as is_enabled, disabled_reason, disabled_at,
  failing_since, case when previous_until > now() then previous_until end as previous_secret_until, created_at`

export function listEndpoints(tx: TenantTx, { after, limit }: PageRange<string>): Promise<WebhookEndpoint[]> {
  return tx.rows(
    `select ${COLUMNS} from webhook_endpoints
      where organization_id = $1 and ($2::uuid is null or id > $2) order by id limit $3`,
    [tx.organizationId, after, limit],
  )
}

export function findEndpoint(tx: TenantTx, id: string): Promise<WebhookEndpoint | undefined> {
  return tx.row(`select ${COLUMNS} from webhook_endpoints where organization_id = $1 and id = $2`, [
    tx.organizationId,
    id,
  ])
}

/** Locks the organization's endpoints, so that its counts of endpoints and of claims are exact. New events don't wait. */
export async function lockEndpoints(tx: TenantTx): Promise<string[]> {
  return tx.column(
    'select id from webhook_endpoints where organization_id = $1 order by id for no key update',
    [tx.organizationId],
    'lock-webhook-endpoints',
  )
}

export async function insertEndpoint(
  tx: TenantTx,
  { id, url, description, eventTypes, secret }: WebhookEndpointInput & { id: string; secret: SealedSecret },
): Promise<void> {
  await tx.run(
    `insert into webhook_endpoints (organization_id, id, url, description, types, key_id, secret)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [tx.organizationId, id, url, description, eventTypes, secret.keyId, secret.sealed],
  )
}

/** Changes only the given fields; turning it on forgets its failures, and so does a new URL. */
export async function updateEndpoint(
  tx: TenantTx,
  id: string,
  { url, description, eventTypes, isEnabled }: WebhookEndpointChanges,
): Promise<void> {
  await tx.run(
    `update webhook_endpoints set url = coalesce($3, url), types = coalesce($4, types),
            description = case when $5 then $6 else description end,
            failing_since = case when $7 or url <> $3 then null else failing_since end,
            disabled_at = case when $7 then null else disabled_at end,
            disabled_reason = case when $7 then null else disabled_reason end,
            mail_due_at = case when $7 then null else mail_due_at end
      where organization_id = $1 and id = $2`,
    [
      ...[tx.organizationId, id, url ?? null, eventTypes ?? null],
      ...[description !== undefined, description ?? null, isEnabled === true],
    ],
  )
}

/**
 * Turns an endpoint off. Its waiting deliveries are given up in batches afterward, because this runs under the lock of all
 * endpoints. If no member did it, mail about it is due. @returns false if it was off or is gone
 */
export function disableEndpoint(
  tx: TenantTx,
  id: string,
  reason: 'member' | DisabledReason,
): Promise<boolean> {
  return tx.changed(
    `update webhook_endpoints set disabled_at = now(), disabled_reason = $3,
            mail_due_at = case when $3 <> 'member' then now() end
      where organization_id = $1 and id = $2 and disabled_at is null`,
    [tx.organizationId, id, reason],
  )
}

/** Why we turned an endpoint off. */
export type DisabledReason = 'gone' | 'failing'

/** Endpoints that we turned off, whose managers have to be told by email; locked, so that one process does it. */
export function listMailsDue(tx: TenantTx): Promise<{ id: string; reason: DisabledReason }[]> {
  return tx.rows(
    `select id, disabled_reason as reason from webhook_endpoints
      where organization_id = $1 and disabled_at is not null and mail_due_at is not null for update skip locked`,
    [tx.organizationId],
  )
}

/** Notes that the jobs of an email are queued. */
export async function clearMailDue(tx: TenantTx, id: string): Promise<void> {
  await tx.run('update webhook_endpoints set mail_due_at = null where organization_id = $1 and id = $2', [
    tx.organizationId,
    id,
  ])
}

/** Organizations whose disabled endpoints have something left to do. */
export function listOrganizationsWithDisabled(db: Query): Promise<string[]> {
  return db.column('select id from organizations_with_disabled_endpoints() as id', [])
}

export function deleteEndpoint(tx: TenantTx, id: string): Promise<boolean> {
  return tx.changed('delete from webhook_endpoints where organization_id = $1 and id = $2', [
    tx.organizationId,
    id,
  ])
}

/** Stores a new secret; the former one signs as well for some hours. @returns false while an older one still signs */
export function replaceSecret(
  tx: TenantTx,
  id: string,
  { keyId, sealed, hours }: SealedSecret & { hours: number },
): Promise<boolean> {
  return tx.changed(
    `update webhook_endpoints set previous_key_id = key_id, previous_secret = secret,
            previous_until = now() + make_interval(hours => $5), key_id = $3, secret = $4
      where organization_id = $1 and id = $2 and (previous_until is null or previous_until <= now())`,
    [tx.organizationId, id, keyId, sealed, hours],
  )
}

export function findSecret(tx: TenantTx, id: string): Promise<SealedSecret | undefined> {
  return tx.row(
    'select key_id, secret as sealed from webhook_endpoints where organization_id = $1 and id = $2',
    [tx.organizationId, id],
  )
}

/** A secret that another key sealed: the current one, or the one from before a rotation that still signs. */
export type ForeignSecret = SealedSecret & { id: string; isPrevious: boolean }

export function listUnderOtherKeys(tx: TenantTx, keyId: string): Promise<ForeignSecret[]> {
  return tx.rows(
    `select id, key_id, secret as sealed, false as is_previous from webhook_endpoints
      where organization_id = $1 and key_id <> $2
     union all
     select id, previous_key_id, previous_secret, true from webhook_endpoints
      where organization_id = $1 and previous_key_id <> $2 and previous_until > now()`,
    [tx.organizationId, keyId],
  )
}

/** Stores a secret under another key, unless it changed in the meantime. */
export async function reseal(tx: TenantTx, former: ForeignSecret, secret: SealedSecret): Promise<void> {
  const prefix = former.isPrevious ? 'previous_' : ''
  await tx.run(
    `update webhook_endpoints set ${prefix}key_id = $4, ${prefix}secret = $5
      where organization_id = $1 and id = $2 and ${prefix}secret = $3`,
    [tx.organizationId, former.id, former.sealed, secret.keyId, secret.sealed],
  )
}

/** Addresses of owners and administrators, who manage endpoints. */
export function listManagers(tx: TenantTx): Promise<{ userId: string; email: string }[]> {
  return tx.rows(
    `select u.id as user_id, u.email from memberships m join users u on u.id = m.user_id
      where m.organization_id = $1 and m.role in ('OWNER', 'ADMIN') order by u.id`,
    [tx.organizationId],
  )
}
