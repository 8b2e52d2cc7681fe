import type { PersonNames } from '#contract/auth.ts'
import type { Member } from '#contract/organizations.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import type { PageRange } from '#server/platform/page.ts'

/** Creates the organization with the first available slug. */
export async function insertOrganization(
  tx: Query,
  id: string,
  name: string,
  slugs: readonly string[],
): Promise<void> {
  for (const slug of slugs) {
    const created = await tx.run(
      'insert into organizations (id, name, slug) values ($1, $2, $3) on conflict (slug) do nothing',
      [id, name, slug],
    )
    if (created === 0) continue
    await tx.run(`set local app.org_id = '${id}'`)
    await tx.run('insert into organization_counters (organization_id) values ($1)', [id])
    return
  }
  throw new Error(`No slug is available for organization ${id}`)
}

export function ownsOrganization(tx: Query, userId: string, name: string): Promise<boolean> {
  return tx.exists(
    `select 1 from memberships m join organizations o on o.id = m.organization_id
      where m.user_id = $1 and m.role = 'OWNER' and lower(o.name) = lower($2)`,
    [userId, name],
  )
}

export async function renameOrganization(tx: Query, id: string, name: string): Promise<void> {
  await tx.run(`set local app.org_id = '${id}'`)
  await tx.run('update organizations set name = $2, updated_at = now() where id = $1 and name <> $2', [
    id,
    name,
  ])
}

export async function updateNames(tx: Query, userId: string, profile: PersonNames): Promise<void> {
  await tx.run('update users set first_name = $2, last_name = $3, updated_at = now() where id = $1', [
    userId,
    profile.firstName,
    profile.lastName,
  ])
}

/** Names a user who has no name yet, or who belongs to this organization only; a name that isn't given stays. */
export async function followNames(
  tx: TenantTx,
  userId: string,
  names: { firstName: string | null; lastName: string | null },
): Promise<void> {
  await tx.run(
    `update users set first_name = coalesce(left($2, 100), first_name), last_name = coalesce(left($3, 100), last_name),
            updated_at = now()
      where id = $1 and coalesce($2, $3) is not null
        and (first_name, last_name) is distinct from
            (coalesce(left($2, 100), first_name), coalesce(left($3, 100), last_name))
        and (first_name is null and last_name is null
          or not exists (select from memberships m where m.user_id = $1 and m.organization_id <> $4))`,
    [userId, names.firstName, names.lastName, tx.organizationId],
  )
}

/** Locks the caller's organization. @returns why it can't be joined; null if it can */
export async function lockJoinable(tx: TenantTx): Promise<'erased' | 'suspended' | null> {
  const organization = await tx.row<{ isSuspended: boolean }>(
    'select suspended_at is not null as is_suspended from organizations where id = $1 for update',
    [tx.organizationId],
  )
  const erasure = await tx.row('select 1 from erasures where organization = $1', [tx.organizationId])
  if (!organization || erasure) return 'erased'
  return organization.isSuspended ? 'suspended' : null
}

/**
 * Seats are members plus invitations that can still be accepted.
 *
 * @returns the limit if there are more seats than before and than it allows
 */
export function updateSeatCount(tx: TenantTx): Promise<number | undefined> {
  return tx.find<number>(
    `with counted as (
       select o.id, o.seats as former, greatest(1, (select count(*) from memberships where organization_id = $1)
                + (select count(*) from invitations where organization_id = $1 and expires_at > now()))::int as seats
         from organizations o where o.id = $1 for update of o),
     updated as (
       update organizations o set seats = n.seats from counted n where o.id = n.id and n.former <> n.seats
       returning n.former, o.seats, o.seat_limit)
     select seat_limit from updated where seats > former and seats > seat_limit`,
    [tx.organizationId],
  )
}

export function hasMemberWithAddress(tx: TenantTx, email: string): Promise<boolean> {
  return tx.exists(
    'select 1 from memberships m join users u on u.id = m.user_id where m.organization_id = $1 and u.email = $2',
    [tx.organizationId, email],
  )
}

export function findName(db: Query, organizationId: string): Promise<string | undefined> {
  return db.find('select name from organizations where id = $1', [organizationId])
}

export function listAllIds(db: Query): Promise<string[]> {
  return db.column('select id from organizations order by id')
}

/** Organizations with active background work. */
export function listActiveIds(db: Query): Promise<string[]> {
  return db.column('select id from organizations where suspended_at is null order by id')
}

const MEMBER_COLUMNS = `u.id, u.first_name, u.last_name, u.email, m.role, m.access, m.joined_at,
  (select max(seen_at) from sessions s where s.user_id = u.id and s.expire > now()
      and coalesce(s.organization_id, u.organization_id) = m.organization_id) as last_seen_at,
  exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as has_second_factor,
  array(select l.state from licenses l where l.organization_id = $1 and l.user_id = u.id order by l.state) as license_states`
const MEMBERS = 'memberships m join users u on u.id = m.user_id'
/** By name; members without a name come last. */
const BY_NAME = `u.first_name is null, coalesce(lower(u.first_name), ''), coalesce(lower(u.last_name), ''), u.id`

export type MemberCursorKey = { nameless: boolean; firstName: string; lastName: string; id: string }

export function listMembers(tx: TenantTx, { after, limit }: PageRange<MemberCursorKey>): Promise<Member[]> {
  return tx.rows<Member>(
    `select ${MEMBER_COLUMNS} from ${MEMBERS} where m.organization_id = $1
        and ($2::uuid is null or (${BY_NAME}) > ($3::boolean, lower($4), lower($5), $2::uuid))
      order by ${BY_NAME} limit $6`,
    [
      tx.organizationId,
      after?.id ?? null,
      after?.nameless ?? null,
      after?.firstName ?? null,
      after?.lastName ?? null,
      limit,
    ],
  )
}

export function findMember(tx: TenantTx, userId: string): Promise<Member | undefined> {
  return tx.row<Member>(
    `select ${MEMBER_COLUMNS} from ${MEMBERS} where m.organization_id = $1 and m.user_id = $2`,
    [tx.organizationId, userId],
  )
}
