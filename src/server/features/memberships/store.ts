import type { ListedOrganization, MemberAccess } from '#contract/auth.ts'
import type { Role } from '#contract/endpoint.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { IS_HIDDEN_CONTACT } from '#server/platform/db/hidden-contact.ts'

/** Locks a user, so that changes of their memberships happen one at a time. @returns false for a deleted account */
export function lockUser(tx: Query, userId: string): Promise<boolean> {
  return tx.exists('select 1 from users where id = $1 for update', [userId])
}

/** @returns false if the user is a member already */
export function insertMembership(
  tx: Query,
  member: { userId: string; organizationId: string; role: Role; access: MemberAccess },
): Promise<boolean> {
  return tx.changed(
    'insert into memberships (user_id, organization_id, role, access) values ($1, $2, $3, $4) on conflict do nothing',
    [member.userId, member.organizationId, member.role, member.access],
  )
}

/** Someone who stops being an owner also loses the exception from required single sign-on. */
export async function updateMembership(
  tx: TenantTx,
  userId: string,
  change: { role?: Role; access?: MemberAccess },
): Promise<void> {
  await tx.run(
    `update memberships set role = coalesce($3, role), access = coalesce($4, access)
      where user_id = $1 and organization_id = $2`,
    [userId, tx.organizationId, change.role ?? null, change.access ?? null],
  )
  if (change.role && change.role !== 'OWNER')
    await tx.run('delete from single_sign_on_break_glass where organization_id = $1 and user_id = $2', [
      tx.organizationId,
      userId,
    ])
}

/** Ends a membership; sessions that work in this organization go on in the user's home organization. */
export async function deleteMembership(tx: Query, userId: string, organizationId: string): Promise<void> {
  await tx.run('delete from memberships where user_id = $1 and organization_id = $2', [
    userId,
    organizationId,
  ])
}

/** @returns the former members */
export function deleteAllMemberships(tx: Query, organizationId: string): Promise<string[]> {
  return tx.column('delete from memberships where organization_id = $1 returning user_id', [organizationId])
}

/**
 * Keeps the home membership of users in step: it stays as long as the membership exists, and then becomes their oldest one.
 */
export async function updateHomes(tx: Query, userIds: readonly string[]): Promise<void> {
  await tx.run(
    `update users u set organization_id = h.organization_id, role = coalesce(h.role, 'MEMBER'), joined_at = h.joined_at,
            updated_at = now()
       from users known left join lateral (
              select m.organization_id, m.role, m.joined_at from memberships m where m.user_id = known.id
               order by (m.organization_id = known.organization_id) desc nulls last, m.joined_at, m.organization_id limit 1) h on true
      where known.id = any($1) and u.id = known.id
        and (u.organization_id, u.role) is distinct from (h.organization_id, coalesce(h.role, 'MEMBER'))`,
    [userIds],
  )
}

/** Organizations of a user by name. */
export function listOrganizations(
  db: Query,
  userId: string,
): Promise<Omit<ListedOrganization, 'isActive'>[]> {
  return db.rows(
    `select o.id, o.name, m.role, o.id = u.organization_id as is_home, o.suspended_at is not null as is_suspended
       from memberships m join organizations o on o.id = m.organization_id join users u on u.id = m.user_id
      where m.user_id = $1 order by lower(o.name), o.id`,
    [userId],
  )
}

/** Role and access of a member; undefined for others. Owners and admins see all contacts. */
export function findMember(
  db: Query,
  { userId, organizationId }: { userId: string; organizationId: string },
): Promise<{ role: Role; access: MemberAccess } | undefined> {
  return db.row(
    `select role, case when role = 'MEMBER' then access else 'all' end as access from memberships
      where user_id = $1 and organization_id = $2`,
    [userId, organizationId],
  )
}

export function listOrganizationIds(db: Query, userId: string): Promise<string[]> {
  return db.column('select organization_id from memberships where user_id = $1 order by organization_id', [
    userId,
  ])
}

export function countOrganizations(tx: Query, userId: string): Promise<number> {
  return tx.value('select count(*)::int as organizations from memberships where user_id = $1', [userId])
}

/** Locks the only member of an organization; null for a team. */
export async function lockOnlyMember(tx: TenantTx): Promise<string | null> {
  const ids = await tx.column<string>(
    'select user_id from memberships where organization_id = $1 order by user_id limit 2 for share',
    [tx.organizationId],
    'only-member',
  )
  return ids.length === 1 ? (ids[0] ?? null) : null
}

export function lockMember(tx: TenantTx, userId: string): Promise<boolean> {
  return tx.exists('select 1 from memberships where user_id = $2 and organization_id = $1 for share', [
    tx.organizationId,
    userId,
  ])
}

/** Those of some contacts that a member with access to own or team records doesn't see; locks them against a new owner. */
export function listHiddenContacts(
  tx: TenantTx,
  userId: string,
  contactIds: readonly string[],
): Promise<string[]> {
  return tx.column(
    `select c.id from memberships m join contacts c on c.organization_id = m.organization_id and c.id = any ($3::uuid[])
      where m.organization_id = $1 and m.user_id = $2 and ${IS_HIDDEN_CONTACT} order by c.id for share of c`,
    [tx.organizationId, userId, contactIds],
  )
}

/**
 * Writes memberships that a process of the previous release changed only in `users`, during an upgrade. @returns how many
 */
export async function repairMemberships(db: Query): Promise<number> {
  const ended = await db.run(
    `delete from memberships m using users u where u.id = m.user_id and u.organization_id is null`,
  )
  const written = await db.run(
    `insert into memberships (user_id, organization_id, role, joined_at)
     select u.id, u.organization_id, u.role, coalesce(u.joined_at, u.created_at)
       from users u left join memberships m on m.user_id = u.id and m.organization_id = u.organization_id
      where u.organization_id is not null and (m.role is null or m.role <> u.role)
     on conflict (user_id, organization_id) do update set role = excluded.role`,
  )
  return ended + written
}
