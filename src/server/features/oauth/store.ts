import type { MemberAccess } from '#contract/auth.ts'
import type { ConnectedApp } from '#contract/connected-apps.ts'
import type { Scope } from '#contract/endpoint.ts'
import type { SubscriptionStatus } from '#contract/organizations.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { userNameSql } from '#server/platform/db/user-name.ts'

/** The session of an access token, with its member and organization. */
export type AppSessionRow = {
  appId: string
  scopes: Scope[]
  resource: string
  lastUsedAt: string | null
  userId: string
  email: string
  organizationId: string
  access: MemberAccess
  subscriptionStatus: SubscriptionStatus
  isSuspended: boolean
}

export function findSession(db: Query, hash: string): Promise<AppSessionRow | undefined> {
  return db.row<AppSessionRow>('select * from find_oauth_session($1)', [hash], 'find-oauth-session')
}

/** Notes that an app is used. Of calls at the same time, one writes. */
export async function updateLastUse(tx: TenantTx, id: string, intervalMs: number): Promise<void> {
  await tx.run(
    `update connected_apps set last_used_at = now() where organization_id = $1 and id = $2
        and (last_used_at is null or last_used_at < now() - $3 * interval '1 millisecond')`,
    [tx.organizationId, id, intervalMs],
  )
}

export type Payload = Record<string, unknown>

// Programs

export async function findClient(db: Query, id: string): Promise<Payload | undefined> {
  return db.find<Payload>('select metadata from oauth_clients where id = $1', [id])
}

export async function insertClient(db: Query, id: string, metadata: object): Promise<void> {
  await db.run('insert into oauth_clients (id, metadata) values ($1, $2)', [id, JSON.stringify(metadata)])
}

// Requests on their way through a browser

type RequestId = { kind: string; hash: string }

export async function storeRequest(
  db: Query,
  { kind, hash }: RequestId,
  payload: Payload,
  seconds: number,
): Promise<void> {
  await db.run(
    `insert into oauth_requests (kind, id_hash, payload, expires_at) values ($1, $2, $3, now() + make_interval(secs => $4))
     on conflict (kind, id_hash) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
    [kind, hash, JSON.stringify(payload), seconds],
  )
}

export function findRequest(db: Query, { kind, hash }: RequestId): Promise<Payload | undefined> {
  return db.find<Payload>(
    'select payload from oauth_requests where kind = $1 and id_hash = $2 and expires_at > now()',
    [kind, hash],
  )
}

export async function deleteRequest(db: Query, { kind, hash }: RequestId): Promise<void> {
  await db.run('delete from oauth_requests where kind = $1 and id_hash = $2', [kind, hash])
}

// Codes and tokens

export type TokenRow = { organizationId: string; appId: string; payload: Payload; usedAt: string | null }

export function findToken(db: Query, kind: string, hash: string): Promise<TokenRow | undefined> {
  return db.row<TokenRow>('select * from find_oauth_token($1, $2)', [kind, hash])
}

export async function insertToken(
  tx: TenantTx,
  token: { kind: string; hash: string; appId: string; payload: Payload; seconds: number },
): Promise<void> {
  await tx.run(
    `insert into oauth_tokens (organization_id, token_hash, app_id, kind, payload, expires_at)
     values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
    [tx.organizationId, token.hash, token.appId, token.kind, JSON.stringify(token.payload), token.seconds],
  )
}

/** Marks a code or refresh token used. @returns false if it was used before */
export function useToken(tx: TenantTx, hash: string): Promise<boolean> {
  return tx.changed(
    'update oauth_tokens set used_at = now() where organization_id = $1 and token_hash = $2 and used_at is null',
    [tx.organizationId, hash],
  )
}

/** Counts the valid access tokens of an app. */
export function countAccessTokens(tx: TenantTx, appId: string): Promise<number> {
  return tx.value(
    `select count(*)::integer from oauth_tokens
      where organization_id = $1 and app_id = $2 and kind = 'AccessToken' and expires_at > now()`,
    [tx.organizationId, appId],
  )
}

export async function deleteToken(tx: TenantTx, hash: string): Promise<void> {
  await tx.run('delete from oauth_tokens where organization_id = $1 and token_hash = $2', [
    tx.organizationId,
    hash,
  ])
}

// Connected apps

export type AppRow = {
  organizationId: string
  userId: string
  clientId: string
  resource: string
  scopes: Scope[]
}

export function findApp(db: Query, id: string): Promise<AppRow | undefined> {
  return db.row<AppRow>('select * from find_connected_app($1)', [id])
}

export function mayConnect(db: Query, organizationId: string, userId: string): Promise<boolean> {
  return db.value('select may_connect($1, $2)', [organizationId, userId])
}

export type StoredApp = Omit<ConnectedApp, 'resource'> & { resource: string }
const COLUMNS = `a.id, a.name, a.redirect_host, a.resource, a.user_id,
  ${userNameSql('u')} as member_name, a.scopes, a.daily_credits,
  a.last_used_at, a.created_at`
const FROM = 'from connected_apps a join users u on u.id = a.user_id where a.organization_id = $1'
/** A connection that was allowed, but never used, has no token and doesn't count. */
const IS_CONNECTED = `exists (select 1 from oauth_tokens t
  where t.organization_id = $1 and t.app_id = a.id and t.kind <> 'AuthorizationCode' and t.expires_at > now())`

/** Connected apps of the organization, newest first; of one member if given. */
export function listApps(tx: TenantTx, userId: string | null): Promise<StoredApp[]> {
  return tx.rows<StoredApp>(
    `select ${COLUMNS} ${FROM} and ${IS_CONNECTED} and ($2::uuid is null or a.user_id = $2) order by a.created_at desc, a.id`,
    [tx.organizationId, userId],
  )
}

export function findAppUser(tx: TenantTx, id: string): Promise<string | undefined> {
  return tx.find('select user_id from connected_apps where organization_id = $1 and id = $2', [
    tx.organizationId,
    id,
  ])
}

export function countApps(tx: TenantTx, userId: string): Promise<number> {
  return tx.value(
    'select count(*)::integer from connected_apps where organization_id = $1 and user_id = $2',
    [tx.organizationId, userId],
  )
}

export async function insertApp(
  tx: TenantTx,
  app: Omit<AppRow, 'organizationId'> & {
    id: string
    name: string
    redirectHost: string
    dailyCredits: number | null
  },
): Promise<void> {
  await tx.run(
    `insert into connected_apps (organization_id, id, user_id, client_id, name, redirect_host, resource, scopes, daily_credits)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[tx.organizationId, app.id, app.userId, app.clientId, app.name, app.redirectHost, app.resource],
      ...[app.scopes, app.dailyCredits],
    ],
  )
}

export function deleteApp(tx: TenantTx, id: string): Promise<boolean> {
  return tx.changed('delete from connected_apps where organization_id = $1 and id = $2', [
    tx.organizationId,
    id,
  ])
}

/** @returns the number of deleted connections */
export function deleteAppsOf(tx: TenantTx, userId: string): Promise<number> {
  return tx.run('delete from connected_apps where organization_id = $1 and user_id = $2', [
    tx.organizationId,
    userId,
  ])
}

/** Notes that a registered app was connected. */
export async function recordConnection(db: Query, clientId: string): Promise<void> {
  await db.run('update oauth_clients set last_connected_at = now() where id = $1', [clientId])
}

/** @returns the most rows deleted from one table */
export function deleteOutdated(db: Query, limit: number): Promise<number> {
  return db.value('select delete_outdated_oauth_rows($1)::integer', [limit])
}
