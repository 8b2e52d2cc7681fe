import type { MemberAccess } from '#contract/auth.ts'
import type { Role } from '#contract/endpoint.ts'
import type { GroupRole } from '#contract/provisioning.ts'
import type { ScimFilter } from '#domain/provisioning/scim-filter.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { conditionOf, exactColumn, type FilterColumns, foldedColumn } from './filter-condition.ts'

export type GroupRow = {
  id: string
  displayName: string
  externalId: string | null
  /** Role that the group gives its members; null for none. */
  role: GroupRole | null
  createdAt: string
  updatedAt: string
}
export type GroupMemberRow = { groupId: string; value: string; display: string }

const GROUP =
  'select g.id, g.display_name, g.external_id, g.role, g.created_at, g.updated_at from scim_groups g'
const MEMBER_COLUMN = {
  kind: 'text' as const,
  matches: (parameter: string) => `exists (select from scim_group_members m
    where m.organization_id = g.organization_id and m.group_id = g.id and m.member_id::text = lower(${parameter}))`,
  isNull: `not exists (select from scim_group_members m where m.organization_id = g.organization_id and m.group_id = g.id)`,
}
const COLUMNS: FilterColumns = {
  id: foldedColumn('g.id::text'),
  displayname: foldedColumn('lower(g.display_name)'),
  externalid: exactColumn('g.external_id'),
  members: MEMBER_COLUMN,
  'members.value': MEMBER_COLUMN,
}

/** @throws {ScimInputError} invalidFilter */
export async function listGroups(
  tx: TenantTx,
  { filter, offset, limit }: { filter: ScimFilter | null; offset: number; limit: number },
): Promise<{ total: number; rows: GroupRow[] }> {
  const values: unknown[] = [tx.organizationId]
  const where = `where g.organization_id = $1 ${filter ? `and ${conditionOf(filter, COLUMNS, values)}` : ''}`
  const counted = tx.value<number>(`select count(*)::int from scim_groups g ${where}`, values)
  const listed = tx.rows<GroupRow>(
    `${GROUP} ${where} order by g.id limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, limit, offset],
  )
  const [total, rows] = await Promise.all([counted, listed])
  return { total, rows }
}

export function findGroup(tx: TenantTx, id: string): Promise<GroupRow | undefined> {
  return tx.row(`${GROUP} where g.organization_id = $1 and g.id = $2`, [tx.organizationId, id])
}

export function listMembers(tx: TenantTx, groupIds: readonly string[]): Promise<GroupMemberRow[]> {
  return tx.rows(
    `select m.group_id, s.id as value, coalesce(s.display_name, s.user_name) as display
       from scim_group_members m join scim_users s on s.organization_id = m.organization_id and s.id = m.member_id
      where m.organization_id = $1 and m.group_id = any($2) order by m.group_id, s.id`,
    [tx.organizationId, groupIds],
  )
}

export function isNameTaken(tx: TenantTx, displayName: string, exceptId: string | null): Promise<boolean> {
  return tx.exists(
    `select 1 from scim_groups where organization_id = $1 and lower(display_name) = lower($2)
        and ($3::uuid is null or id <> $3)`,
    [tx.organizationId, displayName, exceptId],
  )
}

export function countGroups(tx: TenantTx): Promise<number> {
  return tx.value('select count(*)::int from scim_groups where organization_id = $1', [tx.organizationId])
}

/** @returns the new id */
export async function insertGroup(
  tx: TenantTx,
  { displayName, externalId }: { displayName: string; externalId: string | null },
): Promise<string> {
  const row = await tx.one<{ id: string }>(
    'insert into scim_groups (organization_id, display_name, external_id) values ($1, $2, $3) returning id',
    [tx.organizationId, displayName, externalId],
  )
  return row.id
}

export async function updateGroup(
  tx: TenantTx,
  id: string,
  { displayName, externalId }: { displayName: string; externalId: string | null },
): Promise<void> {
  await tx.run(
    `update scim_groups set display_name = $3, external_id = $4, updated_at = clock_timestamp()
      where organization_id = $1 and id = $2`,
    [tx.organizationId, id, displayName, externalId],
  )
}

export async function deleteGroup(tx: TenantTx, id: string): Promise<void> {
  await tx.run('delete from scim_groups where organization_id = $1 and id = $2', [tx.organizationId, id])
}

/** Those of the ids that are users. */
export function existingUsers(tx: TenantTx, ids: readonly string[]): Promise<string[]> {
  return tx.column('select id from scim_users where organization_id = $1 and id = any($2::uuid[])', [
    tx.organizationId,
    ids,
  ])
}

export async function changeMembers(
  tx: TenantTx,
  groupId: string,
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Promise<void> {
  await tx.run(
    'delete from scim_group_members where organization_id = $1 and group_id = $2 and member_id = any($3::uuid[])',
    [tx.organizationId, groupId, removed],
  )
  await tx.run(
    `insert into scim_group_members (organization_id, group_id, member_id)
     select $1, $2, id from unnest($3::uuid[]) id on conflict do nothing`,
    [tx.organizationId, groupId, added],
  )
}

export type GroupTarget = {
  id: string
  userId: string | null
  email: string
  role: Role | null
  access: MemberAccess | null
  /** The highest role and the widest access of all groups of the person; null if none gives a role. */
  groupRole: GroupRole | null
  groupAccess: MemberAccess | null
}

/** Role and access that people have by their groups. */
export function listTargets(tx: TenantTx, ids: readonly string[]): Promise<GroupTarget[]> {
  return tx.rows(
    `select s.id, s.user_id, s.email, m.role, m.access, g.role as group_role, g.access as group_access
       from scim_users s
       left join memberships m on m.organization_id = s.organization_id and m.user_id = s.user_id
       left join lateral (
              -- The type of roles is declared from the highest down.
              select min(g.role) as role,
                     (array['own', 'team', 'all'])[max(array_position(array['own', 'team', 'all'], g.access))] as access
                from scim_group_members gm join scim_groups g on g.organization_id = gm.organization_id and g.id = gm.group_id
               where gm.organization_id = s.organization_id and gm.member_id = s.id) g on true
      where s.organization_id = $1 and s.id = any($2::uuid[]) order by s.id`,
    [tx.organizationId, ids],
  )
}
