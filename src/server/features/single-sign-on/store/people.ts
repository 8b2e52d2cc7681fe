import type { MemberAccess } from '#contract/auth.ts'
import type { Role } from '#contract/endpoint.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'

/** The account of a subject of an identity provider. */
export function findIdentity(
  tx: TenantTx,
  connectionId: string,
  subject: string,
): Promise<{ userId: string; email: string } | undefined> {
  return tx.row(
    `select u.id as user_id, u.email from single_sign_on_identities i join users u on u.id = i.user_id
      where i.organization_id = $1 and i.connection_id = $2 and i.subject = $3`,
    [tx.organizationId, connectionId, subject],
  )
}

export async function saveIdentity(
  tx: TenantTx,
  identity: { connectionId: string; subject: string; userId: string },
): Promise<void> {
  await tx.run(
    `insert into single_sign_on_identities (organization_id, connection_id, subject, user_id, last_used_at)
     values ($1, $2, $3, $4, now())
     on conflict (organization_id, connection_id, subject) do update set last_used_at = excluded.last_used_at`,
    [tx.organizationId, identity.connectionId, identity.subject, identity.userId],
  )
}

export type Owner = { id: string; email: string; name: string | null; isBreakGlass: boolean }

/** Owners of the organization. */
export function listOwners(tx: TenantTx): Promise<Owner[]> {
  return tx.rows(
    `select u.id, u.email, nullif(concat_ws(' ', u.first_name, u.last_name), '') as name, b.user_id is not null as is_break_glass
       from memberships m join users u on u.id = m.user_id
       left join single_sign_on_break_glass b on b.organization_id = $1 and b.user_id = u.id
      where m.organization_id = $1 and m.role = 'OWNER' order by u.email`,
    [tx.organizationId],
  )
}

export async function replaceBreakGlass(tx: TenantTx, userIds: readonly string[]): Promise<void> {
  await tx.run('delete from single_sign_on_break_glass where organization_id = $1', [tx.organizationId])
  await tx.run(
    'insert into single_sign_on_break_glass (organization_id, user_id) select $1, unnest($2::uuid[])',
    [tx.organizationId, userIds],
  )
}

/** Members with an address in one of these domains. */
export function listMembersIn(tx: TenantTx, domains: readonly string[]): Promise<string[]> {
  return tx.column(
    `select u.id from memberships m join users u on u.id = m.user_id
      where m.organization_id = $1 and split_part(u.email, '@', 2) = any ($2) order by u.id`,
    [tx.organizationId, domains],
  )
}

export function emailOf(db: Query, userId: string): Promise<string | undefined> {
  return db.find('select email from users where id = $1', [userId])
}

/** Role and access of a member by address; undefined for anyone else. */
export function findMember(
  tx: TenantTx,
  email: string,
): Promise<{ role: Role; access: MemberAccess } | undefined> {
  return tx.row(
    `select m.role, m.access from memberships m join users u on u.id = m.user_id
      where m.organization_id = $1 and u.email = $2`,
    [tx.organizationId, email],
  )
}
