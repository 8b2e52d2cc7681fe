import type { Invitation, InvitationInput, InvitedRole } from '#contract/invitations.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { NOT_SUSPENDED } from '#server/platform/db/suspension.ts'
import { userNameSql } from '#server/platform/db/user-name.ts'
import type { TimedRow, TimeRange } from '#server/platform/page.ts'

const NAME = userNameSql('u')
const INVITATION = `i.id, i.email, i.role, ${NAME} as invited_by, i.created_at, i.expires_at,
  i.expires_at <= now() as expired`
const FROM = 'from invitations i left join users u on u.id = i.invited_by'
/**
 * The inviter still belongs to the organization and may invite. During an erasure there are no members anymore; the
 * recipient then gets a message about that.
 */
const INVITER_MAY_INVITE = `(exists (
    select from memberships v
      where v.user_id = i.invited_by and v.organization_id = i.organization_id and v.role in ('OWNER', 'ADMIN'))
  or exists (select from erasures e where e.organization = i.organization_id))`

export function listInvitations(tx: TenantTx, page: TimeRange): Promise<TimedRow<Invitation>[]> {
  return tx.rows(
    `select ${INVITATION}, i.created_at::text as exact_at ${FROM}
      where i.organization_id = $1 and ($2::timestamptz is null or (i.created_at, i.id) < ($2, $3::uuid))
      order by i.created_at desc, i.id desc limit $4`,
    [tx.organizationId, page.after?.at ?? null, page.after?.id ?? null, page.limit],
  )
}

export function readInvitation(tx: TenantTx, id: string): Promise<Invitation> {
  return tx.one(`select ${INVITATION} ${FROM} where i.organization_id = $1 and i.id = $2`, [
    tx.organizationId,
    id,
  ])
}

/**
 * Stores an invitation that waits to be sent, replacing an expired one.
 *
 * @returns its id, or undefined when the address has an open one
 */
export function insertInvitation(
  tx: TenantTx,
  invitation: InvitationInput & { invitedBy: string | null; days: number },
): Promise<string | undefined> {
  return tx.find(
    `insert into invitations (organization_id, email, role, invited_by, expires_at)
     values ($1, $2, $3, $4, now() + make_interval(days => $5))
     on conflict (organization_id, email) do update
       set role = excluded.role, invited_by = excluded.invited_by, expires_at = excluded.expires_at,
           created_at = excluded.created_at, token_hash = null
       where invitations.expires_at <= excluded.created_at
     returning id`,
    [tx.organizationId, invitation.email, invitation.role, invitation.invitedBy, invitation.days],
  )
}

/** Restarts an invitation; the link sent before stops working. @returns the email address */
export function renewInvitation(
  tx: TenantTx,
  id: string,
  { invitedBy, days }: { invitedBy: string | null; days: number },
): Promise<string | undefined> {
  return tx.find(
    `update invitations set token_hash = null, expires_at = now() + make_interval(days => $3), invited_by = $4
      where organization_id = $1 and id = $2 returning email`,
    [tx.organizationId, id, days, invitedBy],
  )
}

/** Sets the token of an open invitation, which voids the previous one. @returns false if it can't be sent now */
export function setToken(tx: TenantTx, id: string, hash: string): Promise<boolean> {
  return tx.changed(
    `update invitations i set token_hash = $3
      where i.organization_id = $1 and i.id = $2 and i.expires_at > now() and ${INVITER_MAY_INVITE} and ${NOT_SUSPENDED}`,
    [tx.organizationId, id, hash],
  )
}

/** Deletes an invitation; of concurrent calls, one gets its role. */
export function claimInvitation(tx: TenantTx, id: string): Promise<InvitedRole | undefined> {
  return tx.find('delete from invitations where organization_id = $1 and id = $2 returning role', [
    tx.organizationId,
    id,
  ])
}

/** Deletes the invitation of an address, open or expired. @returns its id */
export function removeByAddress(tx: TenantTx, email: string): Promise<string | undefined> {
  return tx.find('delete from invitations where organization_id = $1 and email = $2 returning id', [
    tx.organizationId,
    email,
  ])
}

/** Claims the open invitation of an address. @returns its id and role */
export function claimByAddress(
  tx: TenantTx,
  email: string,
): Promise<{ id: string; role: InvitedRole } | undefined> {
  return tx.row(
    'delete from invitations where organization_id = $1 and email = $2 and expires_at > now() returning id, role',
    [tx.organizationId, email],
  )
}

export async function updateRoleByAddress(tx: TenantTx, email: string, role: InvitedRole): Promise<void> {
  await tx.run('update invitations set role = $3 where organization_id = $1 and email = $2', [
    tx.organizationId,
    email,
    role,
  ])
}

/** Deletes all invitations sent by a member. @returns the number */
export function deleteInvitationsFrom(tx: TenantTx, userId: string): Promise<number> {
  return tx.run('delete from invitations where organization_id = $1 and invited_by = $2', [
    tx.organizationId,
    userId,
  ])
}

/** A valid invitation as its recipient sees it. */
export async function findReceived(
  tx: TenantTx,
  id: string,
): Promise<(Invitation & { isSuspended: boolean }) | undefined> {
  return tx.row(
    `select ${INVITATION}, not (${NOT_SUSPENDED}) as is_suspended ${FROM}
      where i.organization_id = $1 and i.id = $2 and ${INVITER_MAY_INVITE}`,
    [tx.organizationId, id],
  )
}

/** Deletes an invitation that this address can accept; with a hash, only by the current token. */
export function claimOpenInvitation(
  tx: TenantTx,
  { id, email, hash }: { id: string; email: string; hash: string | null },
): Promise<{ role: InvitedRole } | undefined> {
  return tx.row(
    `delete from invitations i
      where i.organization_id = $1 and i.id = $2 and i.email = $3 and i.expires_at > now() and ${INVITER_MAY_INVITE}
        and ($4::text is null or i.token_hash = $4) returning role`,
    [tx.organizationId, id, email, hash],
  )
}

/** Locates an invitation for a recipient who is not a member yet. */
export type InvitationRef = { organizationId: string; id: string }

export function findByToken(
  db: Query,
  hash: string,
): Promise<(InvitationRef & { email: string }) | undefined> {
  return db.row('select organization_id, id, email from find_invitation($1)', [hash])
}

export function isExpired(db: Query, hash: string): Promise<boolean> {
  return db.value<boolean>('select is_expired_invitation($1)', [hash])
}

/** Pending invitations to an address, newest first. */
export function listByAddress(db: Query, email: string): Promise<InvitationRef[]> {
  return db.rows('select organization_id, id from invitations_to($1)', [email])
}

/** Invitations overdue for their email; across organizations, ids only. */
export function listUnsent(db: Query): Promise<InvitationRef[]> {
  return db.rows('select organization_id, id from unmailed_invitations()')
}

export function listOrganizationsWithExpired(db: Query): Promise<string[]> {
  return db.column('select id from organizations_with_expired_invitations() as id')
}

/** Deletes invitations that expired more than `days` ago. */
export async function removeOld(tx: TenantTx, days: number): Promise<void> {
  await tx.run(
    `delete from invitations where organization_id = $1 and expires_at <= now() - make_interval(days => $2)`,
    [tx.organizationId, days],
  )
}
