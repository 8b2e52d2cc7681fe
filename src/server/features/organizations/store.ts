import type { CurrentUser, Profile } from '#contract/auth.ts'
import type { Member } from '#contract/organizations.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'

type UserRow = Pick<CurrentUser, 'id' | 'organizationId' | 'role'>

/** Reads and locks a user, so that two calls at once cannot make two organizations. */
export function lockUser(tx: Query, userId: string): Promise<UserRow | undefined> {
  return tx.row<UserRow>('select id, organization_id, role from users where id = $1 for update', [userId])
}

/** Creates the organization under the first free one of the slugs. */
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
  throw new Error('No slug is free')
}

export async function renameOrganization(tx: Query, id: string, name: string): Promise<void> {
  await tx.run(`set local app.org_id = '${id}'`)
  await tx.run('update organizations set name = $2, updated_at = now() where id = $1 and name <> $2', [
    id,
    name,
  ])
}

export async function updateNames(tx: Query, userId: string, profile: Profile): Promise<void> {
  await tx.run('update users set first_name = $2, last_name = $3, updated_at = now() where id = $1', [
    userId,
    profile.firstName,
    profile.lastName,
  ])
}

export async function joinOrganization(
  tx: Query,
  userId: string,
  organizationId: string,
  role: string,
): Promise<void> {
  await tx.run('update users set organization_id = $2, role = $3, updated_at = now() where id = $1', [
    userId,
    organizationId,
    role,
  ])
}

export async function listIds(db: Query): Promise<string[]> {
  return (await db.rows<{ id: string }>('select id from organizations order by id')).map(({ id }) => id)
}

export function listMembers(tx: TenantTx): Promise<Member[]> {
  return tx.rows<Member>(
    `select id, first_name, last_name, email, role from users where organization_id = $1
      order by lower(first_name), lower(last_name), email`,
    [tx.organizationId],
  )
}

export async function lockMember(tx: TenantTx, userId: string): Promise<boolean> {
  const member = await tx.row('select 1 from users where id = $2 and organization_id = $1 for share', [
    tx.organizationId,
    userId,
  ])
  return member !== undefined
}
