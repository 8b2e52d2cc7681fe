import type { MemberAccess } from '#contract/auth.ts'
import type { Role } from '#contract/endpoint.ts'
import type { ScimFilter } from '#domain/provisioning/scim-filter.ts'
import type { ProvisionedUser } from '#domain/provisioning/scim-user.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { conditionOf, exactColumn, type FilterColumns, foldedColumn } from './filter-condition.ts'

export type UserRow = {
  id: string
  userId: string | null
  userName: string
  email: string
  externalId: string | null
  displayName: string | null
  givenName: string | null
  familyName: string | null
  /** Role and access of the membership; null without one. */
  role: Role | null
  access: MemberAccess | null
  isInvited: boolean
  formerRole: Role | null
  formerAccess: MemberAccess | null
  groups: { value: string; display: string }[]
  createdAt: string
  updatedAt: string
}

const IS_ACTIVE = '(m.user_id is not null or i.id is not null)'
const FROM = `from scim_users s
  left join memberships m on m.organization_id = s.organization_id and m.user_id = s.user_id
  left join invitations i on i.organization_id = s.organization_id and i.email = s.email and i.expires_at > now()`
const USER = `select s.id, s.user_id, s.user_name, s.email, s.external_id, s.display_name, s.given_name, s.family_name,
    m.role, m.access, i.id is not null as is_invited, s.former_role, s.former_access, s.created_at, s.updated_at,
    coalesce((select json_agg(json_build_object('value', g.id, 'display', g.display_name) order by g.id)
                from scim_group_members gm join scim_groups g on g.organization_id = gm.organization_id and g.id = gm.group_id
               where gm.organization_id = s.organization_id and gm.member_id = s.id), '[]') as groups
  ${FROM}`

const EMAIL_COLUMN = { ...foldedColumn('s.email'), types: ['work'] }
const COLUMNS: FilterColumns = {
  id: foldedColumn('s.id::text'),
  username: foldedColumn('lower(s.user_name)'),
  externalid: exactColumn('s.external_id'),
  emails: EMAIL_COLUMN,
  'emails.value': EMAIL_COLUMN,
  displayname: foldedColumn('lower(s.display_name)'),
  'name.givenname': foldedColumn('lower(s.given_name)'),
  'name.familyname': foldedColumn('lower(s.family_name)'),
  active: {
    kind: 'boolean',
    matches: (parameter) => `${IS_ACTIVE} = ${parameter}::boolean`,
    isNull: 'false',
  },
}

/** @throws {ScimInputError} invalidFilter */
export async function listUsers(
  tx: TenantTx,
  { filter, offset, limit }: { filter: ScimFilter | null; offset: number; limit: number },
): Promise<{ total: number; rows: UserRow[] }> {
  const values: unknown[] = [tx.organizationId]
  const condition = filter ? `and ${conditionOf(filter, COLUMNS, values)}` : ''
  const where = `where s.organization_id = $1 ${condition}`
  const counted = tx.value<number>(`select count(*)::int ${FROM} ${where}`, values)
  const listed = tx.rows<UserRow>(
    `${USER} ${where} order by s.id limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, limit, offset],
  )
  const [total, rows] = await Promise.all([counted, listed])
  return { total, rows }
}

export function findUser(tx: TenantTx, id: string): Promise<UserRow | undefined> {
  return tx.row(`${USER} where s.organization_id = $1 and s.id = $2`, [tx.organizationId, id])
}

/** The id of a person who has no account yet. */
export function findInvited(tx: TenantTx, email: string): Promise<string | undefined> {
  return tx.find('select id from scim_users where organization_id = $1 and email = $2 and user_id is null', [
    tx.organizationId,
    email,
  ])
}

/** True if another user has this name or address. */
export function isTaken(
  tx: TenantTx,
  { userName, email }: Pick<ProvisionedUser, 'userName' | 'email'>,
  exceptId: string | null,
): Promise<boolean> {
  return tx.exists(
    `select 1 from scim_users where organization_id = $1 and (lower(user_name) = lower($2) or email = $3)
        and ($4::uuid is null or id <> $4)`,
    [tx.organizationId, userName, email, exceptId],
  )
}

export function countUsers(tx: TenantTx): Promise<number> {
  return tx.value('select count(*)::int from scim_users where organization_id = $1', [tx.organizationId])
}

/** @returns the new id */
export async function insertUser(tx: TenantTx, user: ProvisionedUser): Promise<string> {
  const row = await tx.one<{ id: string }>(
    `insert into scim_users (organization_id, user_name, email, external_id, display_name, given_name, family_name)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [tx.organizationId, ...columnsOf(user)],
  )
  return row.id
}

export async function updateUser(tx: TenantTx, id: string, user: ProvisionedUser): Promise<void> {
  await tx.run(
    `update scim_users set user_name = $3, email = $4, external_id = $5, display_name = $6, given_name = $7, family_name = $8,
            updated_at = clock_timestamp()
      where organization_id = $1 and id = $2
        and (user_name, email, external_id, display_name, given_name, family_name) is distinct from ($3, $4, $5, $6, $7, $8)`,
    [tx.organizationId, id, ...columnsOf(user)],
  )
}

function columnsOf(user: ProvisionedUser): unknown[] {
  return [user.userName, user.email, user.externalId, user.displayName, user.givenName, user.familyName]
}

export async function linkUser(tx: TenantTx, id: string, userId: string): Promise<void> {
  await tx.run(
    `update scim_users set user_id = $3, former_role = null, former_access = null, updated_at = clock_timestamp()
      where organization_id = $1 and id = $2`,
    [tx.organizationId, id, userId],
  )
}

/** Stores what a reactivation restores. */
export async function saveFormer(
  tx: TenantTx,
  id: string,
  former: { role: Role; access: MemberAccess | null },
): Promise<void> {
  await tx.run(
    `update scim_users set former_role = $3, former_access = $4, updated_at = clock_timestamp()
      where organization_id = $1 and id = $2`,
    [tx.organizationId, id, former.role, former.access],
  )
}

export async function touchUser(tx: TenantTx, id: string): Promise<void> {
  await tx.run(
    'update scim_users set updated_at = clock_timestamp() where organization_id = $1 and id = $2',
    [tx.organizationId, id],
  )
}

export async function deleteUser(tx: TenantTx, id: string): Promise<void> {
  await tx.run('delete from scim_users where organization_id = $1 and id = $2', [tx.organizationId, id])
}

/** Deletes a person who has no account yet, for a privacy request. */
export async function deleteByAddress(tx: TenantTx, email: string): Promise<boolean> {
  return tx.changed('delete from scim_users where organization_id = $1 and email = $2 and user_id is null', [
    tx.organizationId,
    email,
  ])
}

const MISSING = `from memberships m join users u on u.id = m.user_id
  where m.organization_id = $1
    and not exists (select from scim_users s where s.organization_id = $1 and s.user_id = m.user_id)`
const IS_NAME_TAKEN = `exists (select from scim_users s where s.organization_id = $1 and lower(s.user_name) = lower(u.email))`
const IS_MEMBER = `exists (select from memberships m where m.organization_id = s.organization_id and m.user_id = s.user_id)`

/** True if members joined, or came back, in another way than by provisioning. */
export function needsSync(tx: TenantTx): Promise<boolean> {
  return tx.value(
    `select exists (select ${MISSING})
         or exists (select from scim_users s where s.organization_id = $1 and s.former_role is not null and ${IS_MEMBER}) as due`,
    [tx.organizationId],
  )
}

/**
 * Adds members who joined in another way, so that the identity provider finds them. @returns the ids of invited people who
 * have joined
 */
export async function syncMembers(tx: TenantTx): Promise<string[]> {
  const linked = await tx.column<string>(
    `update scim_users s set user_id = u.id, updated_at = clock_timestamp()
       from memberships m join users u on u.id = m.user_id
      where s.organization_id = $1 and s.user_id is null and m.organization_id = $1 and u.email = s.email
      returning s.id`,
    [tx.organizationId],
  )
  // The name of someone else may be this address, and names are unique.
  await tx.run(
    `insert into scim_users (organization_id, user_id, user_name, email, given_name, family_name)
     select $1, u.id, case when ${IS_NAME_TAKEN} then u.id::text else u.email end, u.email, u.first_name, u.last_name
       ${MISSING} on conflict do nothing`,
    [tx.organizationId],
  )
  await tx.run(
    `update scim_users s set former_role = null, former_access = null
      where s.organization_id = $1 and s.former_role is not null and ${IS_MEMBER}`,
    [tx.organizationId],
  )
  return linked
}
