import type { DomainProblem, DomainUse } from '#contract/domains.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { type OrganizationId, parseOrganizationId } from '#server/platform/db/organization-id.ts'

export type DomainRow = {
  id: string
  domain: string
  use: DomainUse
  token: string
  problem: DomainProblem | null
  checkedAt: string | null
  provenAt: string | null
  failingSince: string | null
}
/** A proven domain, across organizations. */
export type ProvenDomain = { use: DomainUse; domain: string; organizationId: OrganizationId }

const DOMAIN = `d.id, d.domain, d.use, d.token, d.problem, d.checked_at, p.proven_at, p.failing_since
  from domains d left join proven_domains p
    on p.use = d.use and p.domain = d.domain and p.organization_id = d.organization_id`

export function listDomains(tx: TenantTx): Promise<DomainRow[]> {
  return tx.rows(`select ${DOMAIN} where d.organization_id = $1 order by d.domain, d.use`, [
    tx.organizationId,
  ])
}

export function findDomain(tx: TenantTx, id: string): Promise<DomainRow | undefined> {
  return tx.row(`select ${DOMAIN} where d.organization_id = $1 and d.id = $2`, [tx.organizationId, id])
}

/** Id and token of a domain for a use. */
export function findClaim(
  tx: TenantTx,
  { use, domain }: { use: DomainUse; domain: string },
): Promise<{ id: string; token: string } | undefined> {
  return tx.row('select id, token from domains where organization_id = $1 and use = $2 and domain = $3', [
    ...[tx.organizationId, use, domain],
  ])
}

/** Locks the organization, so that concurrent calls can't exceed the number of domains. */
export async function lockAndCount(tx: TenantTx): Promise<number> {
  await tx.run('select from organizations where id = $1 for update', [tx.organizationId])
  return tx.value<number>('select count(*)::int from domains where organization_id = $1', [tx.organizationId])
}

/** @returns its id, or undefined if the organization has it for this use */
export function insertDomain(
  tx: TenantTx,
  { domain, use, token }: { domain: string; use: DomainUse; token: string },
): Promise<string | undefined> {
  return tx.find(
    `insert into domains (organization_id, domain, use, token) values ($1, $2, $3, $4)
     on conflict (organization_id, use, domain) do nothing returning id`,
    [tx.organizationId, domain, use, token],
  )
}

export function deleteDomain(
  tx: TenantTx,
  id: string,
): Promise<{ domain: string; use: DomainUse } | undefined> {
  return tx.row('delete from domains where organization_id = $1 and id = $2 returning domain, use', [
    tx.organizationId,
    id,
  ])
}

export async function setResult(
  tx: TenantTx,
  id: string,
  { problem, now }: { problem: DomainProblem | null; now: Date },
): Promise<void> {
  await tx.run('update domains set problem = $3, checked_at = $4 where organization_id = $1 and id = $2', [
    tx.organizationId,
    id,
    problem,
    now,
  ])
}

/** The plan includes custom domains. */
export function hasEnterprisePlan(tx: TenantTx): Promise<boolean> {
  return tx.value<boolean>(
    `select coalesce(subscription_plan = 'enterprise', false)
        and subscription_status in ('active', 'trialing', 'past_due') from organizations where id = $1`,
    [tx.organizationId],
  )
}

/** Records a proof. @returns false if another organization has proven the domain */
export function prove(
  tx: TenantTx,
  { use, domain, now }: { use: DomainUse; domain: string; now: Date },
): Promise<boolean> {
  return tx.changed(
    `insert into proven_domains (use, domain, organization_id, proven_at, checked_at) values ($2, $3, $1, $4, $4)
     on conflict (use, domain) do update set checked_at = excluded.checked_at, failing_since = null
       where proven_domains.organization_id = excluded.organization_id`,
    [tx.organizationId, use, domain, now],
  )
}

/** @returns since when the checks of a proven domain fail, and whether this is the first that does */
export function recordFailure(
  tx: TenantTx,
  { use, domain, now }: { use: DomainUse; domain: string; now: Date },
): Promise<{ failingSince: string; isFirst: boolean } | undefined> {
  return tx.row(
    `update proven_domains p set failing_since = coalesce(p.failing_since, $4), checked_at = $4
       from (select failing_since from proven_domains where use = $2 and domain = $3 for update) before
      where p.use = $2 and p.domain = $3 and p.organization_id = $1
      returning p.failing_since, before.failing_since is null as is_first`,
    [tx.organizationId, use, domain, now],
  )
}

/** @returns false if the organization had not proven it */
export function endProof(
  tx: TenantTx,
  { use, domain }: { use: DomainUse; domain: string },
): Promise<boolean> {
  return tx.changed('delete from proven_domains where use = $2 and domain = $3 and organization_id = $1', [
    ...[tx.organizationId, use, domain],
  ])
}

export async function findProven(db: Query, use: DomainUse, domain: string): Promise<OrganizationId | null> {
  const id = await db.find<string>(
    'select organization_id from proven_domains where use = $1 and domain = $2',
    [...[use, domain]],
  )
  return id === undefined ? null : parseOrganizationId(id)
}

/** The domain that an organization's links use: its oldest one for the app. */
export async function findAppDomain(db: Query, organizationId: OrganizationId): Promise<string | null> {
  const domain = await db.find<string>(
    `select domain from proven_domains where organization_id = $1 and use = 'app' order by proven_at, domain limit 1`,
    [organizationId],
  )
  return domain ?? null
}

/** Every domain that serves an app. */
export async function listAppDomains(db: Query): Promise<ProvenDomain[]> {
  const rows = await db.rows<ProvenDomain>(
    `select use, domain, organization_id from proven_domains where use = 'app'`,
  )
  return rows.map((row) => ({ ...row, organizationId: parseOrganizationId(row.organizationId) }))
}

/** Takes domains whose check is due, the longest waiting first; of concurrent workers, one gets each. */
export async function claimDue(
  db: Query,
  { now, checkedBefore, limit }: { now: Date; checkedBefore: Date; limit: number },
): Promise<ProvenDomain[]> {
  const rows = await db.rows<ProvenDomain>(
    `update proven_domains set checked_at = $1
      where (use, domain) in (select use, domain from proven_domains where checked_at <= $2
                               order by checked_at limit $3 for update skip locked)
      returning use, domain, organization_id`,
    [now, checkedBefore, limit],
  )
  return rows.map((row) => ({ ...row, organizationId: parseOrganizationId(row.organizationId) }))
}

/** Email addresses of the owners. */
export function listOwners(tx: TenantTx): Promise<string[]> {
  return tx.column(
    `select u.email from memberships m join users u on u.id = m.user_id
      where m.organization_id = $1 and m.role = 'OWNER' order by u.id`,
    [tx.organizationId],
  )
}
