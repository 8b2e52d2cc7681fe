import type { Connection, GroupMapping, TestResult } from '#contract/single-sign-on.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import type { SealedSecret } from '#server/platform/secrets.ts'

export type ConnectionRow = {
  id: string
  kind: Connection['kind']
  name: string
  issuer: string
  clientId: string | null
  clientSecret: Buffer | null
  keyId: string | null
  signInUrl: string | null
  certificates: string[]
  acceptsUnsolicited: boolean
  isOn: boolean
  isForced: boolean
  addsMembers: boolean
  defaultRole: Connection['defaultRole']
  defaultAccess: Connection['defaultAccess']
  groupsAttribute: string | null
  mappings: GroupMapping[]
  workedAt: string | null
  failedAt: string | null
  failure: Connection['failure']
  lastTest: TestResult | null
  domains: string[]
}

const COLUMNS = `c.id, c.kind, c.name, c.issuer, c.client_id, c.client_secret, c.key_id, c.sign_in_url, c.certificates,
  c.accepts_unsolicited, c.is_on, c.is_forced, c.adds_members, c.default_role, c.default_access, c.groups_attribute,
  c.mappings, c.worked_at, c.failed_at, c.failure, c.last_test,
  array(select d.domain from single_sign_on_domains d
         where d.organization_id = c.organization_id and d.connection_id = c.id order by d.domain) as domains`

export function listConnections(tx: TenantTx): Promise<ConnectionRow[]> {
  return tx.rows(
    `select ${COLUMNS} from single_sign_on_connections c where c.organization_id = $1 order by c.created_at, c.id`,
    [tx.organizationId],
  )
}

export function findConnection(tx: TenantTx, id: string): Promise<ConnectionRow | undefined> {
  return tx.row(
    `select ${COLUMNS} from single_sign_on_connections c where c.organization_id = $1 and c.id = $2`,
    [tx.organizationId, id],
  )
}

/** The connection that serves a domain in this organization and is on. */
export function findByDomain(tx: TenantTx, domain: string): Promise<ConnectionRow | undefined> {
  return tx.row(
    `select ${COLUMNS} from single_sign_on_connections c
       join single_sign_on_domains used on used.organization_id = c.organization_id and used.connection_id = c.id
      where c.organization_id = $1 and used.domain = $2 and c.is_on`,
    [tx.organizationId, domain],
  )
}

/** Lets one change of an organization's connections run at a time. */
export async function lockConnections(tx: TenantTx): Promise<void> {
  await tx.run('select 1 from organizations where id = $1 for no key update', [tx.organizationId])
}

/** Adds or replaces a connection with its settings. */
export async function saveConnection(tx: TenantTx, row: ConnectionRow): Promise<void> {
  await tx.run(
    `insert into single_sign_on_connections as c (organization_id, id, kind, name, issuer, client_id, client_secret, key_id,
       sign_in_url, certificates, accepts_unsolicited, is_on, is_forced, adds_members, default_role, default_access,
       groups_attribute, mappings, worked_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, now())
     on conflict (organization_id, id) do update set name = $4, issuer = $5, client_id = $6, client_secret = $7,
       key_id = $8, sign_in_url = $9, certificates = $10, accepts_unsolicited = $11, is_on = $12, is_forced = $13,
       adds_members = $14, default_role = $15, default_access = $16, groups_attribute = $17, mappings = $18,
       worked_at = $19, updated_at = excluded.updated_at`,
    [
      tx.organizationId,
      row.id,
      row.kind,
      row.name,
      row.issuer,
      row.clientId,
      row.clientSecret,
      row.keyId,
      row.signInUrl,
      row.certificates,
      row.acceptsUnsolicited,
      row.isOn,
      row.isForced,
      row.addsMembers,
      row.defaultRole,
      row.defaultAccess,
      row.groupsAttribute,
      JSON.stringify(row.mappings),
      row.workedAt,
    ],
  )
}

/** @returns false if another connection of the organization has one of the domains */
export async function replaceDomains(
  tx: TenantTx,
  connectionId: string,
  domains: readonly string[],
): Promise<boolean> {
  await tx.run('delete from single_sign_on_domains where organization_id = $1 and connection_id = $2', [
    tx.organizationId,
    connectionId,
  ])
  const added = await tx.run(
    `insert into single_sign_on_domains (organization_id, domain, connection_id)
     select $1, unnest($3::text[]), $2 on conflict do nothing`,
    [tx.organizationId, connectionId, domains],
  )
  return added === domains.length
}

export function deleteConnection(tx: TenantTx, id: string): Promise<boolean> {
  return tx.changed('delete from single_sign_on_connections where organization_id = $1 and id = $2', [
    tx.organizationId,
    id,
  ])
}

export async function recordSuccess(tx: TenantTx, id: string): Promise<void> {
  await tx.run(
    `update single_sign_on_connections set worked_at = now(), failed_at = null, failure = null
      where organization_id = $1 and id = $2`,
    [tx.organizationId, id],
  )
}

export async function recordFailure(tx: TenantTx, id: string, failure: string): Promise<void> {
  await tx.run(
    `update single_sign_on_connections set failed_at = now(), failure = $3 where organization_id = $1 and id = $2`,
    [tx.organizationId, id, failure],
  )
}

export async function saveTest(tx: TenantTx, id: string, test: TestResult): Promise<void> {
  await tx.run(
    'update single_sign_on_connections set last_test = $3 where organization_id = $1 and id = $2',
    [tx.organizationId, id, JSON.stringify(test)],
  )
}

export type ForeignSecret = SealedSecret & { id: string }

/** Client secrets sealed with a key other than `keyId`. */
export function listUnderOtherKeys(tx: TenantTx, keyId: string): Promise<ForeignSecret[]> {
  return tx.rows(
    `select id, key_id, client_secret as sealed from single_sign_on_connections
      where organization_id = $1 and key_id <> $2`,
    [tx.organizationId, keyId],
  )
}

/** Stores a secret under another key, unless it changed in the meantime. */
export async function reseal(
  tx: TenantTx,
  previous: ForeignSecret,
  { keyId, sealed }: SealedSecret,
): Promise<void> {
  await tx.run(
    `update single_sign_on_connections set client_secret = $4, key_id = $5
      where organization_id = $1 and id = $2 and client_secret = $3`,
    [tx.organizationId, previous.id, previous.sealed, sealed, keyId],
  )
}

export function findOrganization(db: Query, connectionId: string): Promise<string | null | undefined> {
  return db.find('select organization_of_connection($1)', [connectionId])
}
