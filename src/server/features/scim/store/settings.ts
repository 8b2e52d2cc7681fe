import type { MemberAccess } from '#contract/auth.ts'
import type { GroupRole, ProvisionedGroup, ProvisioningSettings } from '#contract/provisioning.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { userNameSql } from '#server/platform/db/user-name.ts'

type TokenOwner = { organizationId: string; isSuspended: boolean; usedAt: string | null }

export function findToken(db: Query, hash: string): Promise<TokenOwner | undefined> {
  return db.row('select organization_id, is_suspended, used_at from find_scim_token($1)', [hash])
}

export async function updateLastUse(tx: TenantTx, hash: string): Promise<void> {
  await tx.run(
    'update scim_settings set token_used_at = now() where organization_id = $1 and token_hash = $2',
    [tx.organizationId, hash],
  )
}

/** Stores a token. @returns true if it replaced one */
export function saveToken(tx: TenantTx, hash: string, createdBy: string): Promise<boolean> {
  return tx.value(
    `with earlier as (select token_hash from scim_settings where organization_id = $1)
     insert into scim_settings (organization_id, token_hash, token_created_at, token_created_by) values ($1, $2, now(), $3)
     on conflict (organization_id) do update
       set token_hash = excluded.token_hash, token_created_at = excluded.token_created_at,
           token_created_by = excluded.token_created_by, token_used_at = null
     returning exists (select from earlier where token_hash is not null)`,
    [tx.organizationId, hash, createdBy],
  )
}

/** @returns false without a token */
export function deleteToken(tx: TenantTx): Promise<boolean> {
  return tx.changed(
    `update scim_settings set token_hash = null, token_created_at = null, token_created_by = null, token_used_at = null
      where organization_id = $1 and token_hash is not null`,
    [tx.organizationId],
  )
}

export function findTokenStatus(tx: TenantTx): Promise<ProvisioningSettings['token'] | undefined> {
  return tx.row(
    `select s.token_created_at as created_at, s.token_used_at as last_used_at,
            ${userNameSql('u')} as created_by
       from scim_settings s left join users u on u.id = s.token_created_by
      where s.organization_id = $1 and s.token_hash is not null`,
    [tx.organizationId],
  )
}

export async function findDefaultAccess(tx: TenantTx): Promise<MemberAccess> {
  const access = await tx.find<MemberAccess>(
    'select default_access from scim_settings where organization_id = $1',
    [tx.organizationId],
  )
  return access ?? 'all'
}

export async function setDefaultAccess(tx: TenantTx, access: MemberAccess): Promise<void> {
  await tx.run(
    `insert into scim_settings (organization_id, default_access) values ($1, $2)
     on conflict (organization_id) do update set default_access = excluded.default_access`,
    [tx.organizationId, access],
  )
}

export function listGroups(tx: TenantTx): Promise<ProvisionedGroup[]> {
  return tx.rows(
    `select g.id, g.display_name as name, g.role, g.access,
            (select count(*)::int from scim_group_members m
              where m.organization_id = g.organization_id and m.group_id = g.id) as members
       from scim_groups g where g.organization_id = $1 order by lower(g.display_name), g.id`,
    [tx.organizationId],
  )
}

/** @returns false if nothing changed */
export function setGroupRole(
  tx: TenantTx,
  id: string,
  { role, access }: { role: GroupRole | null; access: MemberAccess | null },
): Promise<boolean> {
  return tx.changed(
    `update scim_groups set role = $3, access = $4, updated_at = now()
      where organization_id = $1 and id = $2 and (role, access) is distinct from ($3::user_role, $4::text)`,
    [tx.organizationId, id, role, access],
  )
}

/** The person whose name invitations carry: the creator of the token, or an owner if they may not invite anymore. */
export function findInviter(tx: TenantTx): Promise<string | undefined> {
  return tx.find(
    `select m.user_id from memberships m left join scim_settings s on s.organization_id = m.organization_id
      where m.organization_id = $1
        and (m.role = 'OWNER' or m.role = 'ADMIN' and m.user_id = s.token_created_by)
      order by m.user_id is not distinct from s.token_created_by desc, m.joined_at, m.user_id limit 1`,
    [tx.organizationId],
  )
}
