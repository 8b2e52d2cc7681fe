import type {
  ListedOrganization,
  ManagedOrganization,
  OrganizationFilter,
} from '#contract/admin-organizations.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import type { TimedRow, TimeRange } from '#server/platform/page.ts'

const COLUMNS = `o.id, o.name, o.slug, o.subscription_status as status, o.subscription_plan as plan, o.suspended_at, o.credits,
  o.created_at,
  (select min(u.email) from memberships m join users u on u.id = m.user_id
    where m.organization_id = o.id and m.role = 'OWNER') as owner_email,
  (select count(*) from memberships m where m.organization_id = o.id) as members,
  operator_contacts(o.id) as contacts`

type OrganizationQuery = TimeRange & { search: string; status: OrganizationFilter | undefined }

export function listOrganizations(
  db: Query,
  { search, status, after, limit }: OrganizationQuery,
): Promise<TimedRow<ListedOrganization>[]> {
  const pattern = search && `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return db.rows(
    `select ${COLUMNS}, o.created_at::text as exact_at from organizations o
      where ($1 = '' or lower(o.name) like $1 or o.slug like $1 or exists (
              select from memberships m join users u on u.id = m.user_id
               where m.organization_id = o.id and m.role = 'OWNER' and u.email like $1))
        and case when $2::text is null then true when $2 = 'suspended' then o.suspended_at is not null
                 else o.subscription_status::text = $2 end
        and ($3::timestamptz is null or (o.created_at, o.id) < ($3, $4::uuid))
      order by o.created_at desc, o.id desc limit $5`,
    [pattern.toLowerCase(), status ?? null, after?.at ?? null, after?.id ?? null, limit],
  )
}

/** Id of an organization that an operator named; undefined if it doesn't exist. */
export function findOrganization(db: Query, id: string): Promise<OrganizationId | undefined> {
  return db.find('select id from organizations where id = $1', [id])
}

/** An organization with the credits granted and used since `since`. */
export function readOrganization(
  tx: TenantTx,
  since: string,
): Promise<Omit<ManagedOrganization, 'agreement'> | undefined> {
  return tx.row(
    `select ${COLUMNS}, o.subscription_period_end as period_end, o.suspended_reason, l.granted as credits_granted,
            l.used as credits_used,
            (select max(s.seen_at) from memberships m join users u on u.id = m.user_id join sessions s on s.user_id = u.id
              where m.organization_id = o.id and coalesce(s.organization_id, u.organization_id) = o.id
                and s.expire > now()) as last_seen_at
       from organizations o cross join lateral (
         select coalesce(sum(amount) filter (where operation = 'grant'), 0) as granted,
                -coalesce(sum(amount) filter (where operation in ('enrich', 'refund')), 0) as used
           from credit_ledger where organization_id = $1 and created_at >= $2) l
      where o.id = $1`,
    [tx.organizationId, since],
  )
}

/** Serializes changes of an organization. @returns its suspension; undefined if it doesn't exist */
export function lockOrganization(tx: TenantTx): Promise<{ suspendedAt: string | null } | undefined> {
  return tx.row('select suspended_at from organizations where id = $1 for update', [tx.organizationId])
}

/** Null lifts a suspension. */
export async function setSuspension(
  tx: TenantTx,
  suspension: { at: Date; reason: string } | null,
): Promise<void> {
  await tx.run(
    'update organizations set suspended_at = $2, suspended_reason = $3, updated_at = now() where id = $1',
    [tx.organizationId, suspension?.at ?? null, suspension?.reason ?? null],
  )
}

/** Organizations whose custom plan has ended; ids only. */
export function listDueCustomPlans(db: Query, moment: Date): Promise<OrganizationId[]> {
  return db.column('select id from due_agreements($1) id', [moment])
}
