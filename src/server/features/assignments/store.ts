import type { AssignmentRule, PondContact } from '#contract/assignments.ts'
import type { NamedMember } from '#domain/assignment/match-member.ts'
import { markContactFacts } from '#server/platform/analytics-facts.ts'
import { selectByKeys } from '#server/platform/db/by-key.ts'
import { columnRows } from '#server/platform/db/column-rows.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { NOT_SUSPENDED } from '#server/platform/db/suspension.ts'
import type { PageRange } from '#server/platform/page.ts'

const RULE_COLUMNS = `id, name, position, kind, zip_codes, user_ids::text[] as user_ids, last_user_id, escalate_after_hours,
  fallback_user_id, is_on`

/** All rules in their order, locked until the transaction ends, so that turns are taken one at a time. */
export function lockRules(tx: TenantTx): Promise<AssignmentRule[]> {
  return tx.rows<AssignmentRule>(
    `select ${RULE_COLUMNS} from assignment_rules where organization_id = $1 order by position, id for update`,
    [tx.organizationId],
  )
}

export function listRules(tx: TenantTx): Promise<AssignmentRule[]> {
  return tx.rows<AssignmentRule>(
    `select ${RULE_COLUMNS} from assignment_rules where organization_id = $1 order by position, id`,
    [tx.organizationId],
  )
}

export type RuleInput = Omit<AssignmentRule, 'id' | 'lastUserId'>

export function insertRule(tx: TenantTx, rule: RuleInput): Promise<AssignmentRule> {
  return tx.one<AssignmentRule>(
    `insert into assignment_rules (organization_id, name, position, kind, zip_codes, user_ids, escalate_after_hours,
       fallback_user_id, is_on) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${RULE_COLUMNS}`,
    [tx.organizationId, ...ruleValues(rule)],
  )
}

export function updateRule(tx: TenantTx, id: string, rule: RuleInput): Promise<AssignmentRule> {
  return tx.one<AssignmentRule>(
    `update assignment_rules set name = $3, position = $4, kind = $5, zip_codes = $6, user_ids = $7,
            escalate_after_hours = $8, fallback_user_id = $9, is_on = $10
      where organization_id = $1 and id = $2 returning ${RULE_COLUMNS}`,
    [tx.organizationId, id, ...ruleValues(rule)],
  )
}

/** Numbers rules in the given order, from 1. */
export async function setPositions(tx: TenantTx, ids: readonly string[]): Promise<void> {
  await tx.run(
    `update assignment_rules r set position = o.position from unnest($2::uuid[]) with ordinality o(id, position)
      where r.organization_id = $1 and r.id = o.id`,
    [tx.organizationId, ids],
  )
}

function ruleValues(rule: RuleInput): unknown[] {
  const { name, position, kind, zipCodes, userIds, escalateAfterHours, fallbackUserId, isOn } = rule
  return [name, position, kind, zipCodes, userIds, escalateAfterHours, fallbackUserId, isOn]
}

export async function setLastUser(tx: TenantTx, ruleId: string, userId: string): Promise<void> {
  await tx.run('update assignment_rules set last_user_id = $3 where organization_id = $1 and id = $2', [
    tx.organizationId,
    ruleId,
    userId,
  ])
}

export function deleteRule(tx: TenantTx, id: string): Promise<boolean> {
  return tx.changed('delete from assignment_rules where organization_id = $1 and id = $2', [
    tx.organizationId,
    id,
  ])
}

/** Members with the names and email addresses that files may have for them. */
export function listNamedMembers(tx: TenantTx): Promise<NamedMember[]> {
  return tx.rows<NamedMember>(
    `select u.id as user_id, u.email, u.first_name, u.last_name from memberships m join users u on u.id = m.user_id
      where m.organization_id = $1 order by u.id`,
    [tx.organizationId],
  )
}

/** A contact as far as assignment knows it. */
export type AssignedContact = {
  id: string
  name: string
  zipCode: string | null
  state: string | null
  ownerId: string | null
  teamId: string | null
  lastActivityAt: string | null
}

/** The named contacts that exist, locked until the transaction ends. */
export function lockContacts(tx: TenantTx, ids: readonly string[]): Promise<AssignedContact[]> {
  return tx.rows<AssignedContact>(
    `select found.* from ${selectByKeys(
      { table: 'contacts', keys: '$2', lock: 'for update' },
      `id, concat_ws(' ', first_name, last_name) as name, zip_code, state, owner_id, team_id, last_activity_at`,
    )}`,
    // Locks in this order, so that two transactions never wait for each other.
    [tx.organizationId, ids.toSorted()],
  )
}

export type NewOwner = { id: string; ownerId: string | null; isInPond: boolean }

/** Sets owners, and ends the clocks of these contacts. */
export async function setOwners(tx: TenantTx, owners: readonly NewOwner[], now: Date): Promise<void> {
  await tx.run(
    `update contacts c set owner_id = n.owner_id, pond_since = case when n.is_in_pond then $3::timestamptz end,
            updated_at = now()
       from json_to_recordset($2) as n(id uuid, owner_id uuid, is_in_pond boolean)
      where c.organization_id = $1 and c.id = n.id`,
    [tx.organizationId, columnRows(owners), now],
  )
  await deleteClocks(
    tx,
    owners.map(({ id }) => id),
  )
}

/** Takes all contacts of a member off them. @returns how many */
export function releaseOwned(tx: TenantTx, userId: string): Promise<number> {
  return tx.run(
    `with stopped as (
       delete from assignment_clocks where organization_id = $1 and contact_id in (
         select id from contacts where organization_id = $1 and owner_id = $2))
     update contacts set owner_id = null, updated_at = now() where organization_id = $1 and owner_id = $2`,
    [tx.organizationId, userId],
  )
}

export async function setTeam(tx: TenantTx, contactId: string, teamId: string | null): Promise<void> {
  await tx.run(
    'update contacts set team_id = $3, updated_at = now() where organization_id = $1 and id = $2',
    [tx.organizationId, contactId, teamId],
  )
  await markContactFacts(tx, [contactId], 'team')
}

export type Clock = {
  contactId: string
  ruleId: string
  triedUserIds: string[]
  assignedAt: string
  dueAt: string
}

export async function insertClocks(tx: TenantTx, clocks: readonly Clock[]): Promise<void> {
  await tx.run(
    `insert into assignment_clocks (organization_id, contact_id, rule_id, tried_user_ids, assigned_at, due_at)
     select $1, k.contact_id, k.rule_id, k.tried_user_ids, k.assigned_at, k.due_at
       from json_to_recordset($2) as k(contact_id uuid, rule_id uuid, tried_user_ids uuid[], assigned_at timestamptz,
         due_at timestamptz)`,
    [tx.organizationId, columnRows(clocks)],
  )
}

export async function deleteClocks(tx: TenantTx, contactIds: readonly string[]): Promise<void> {
  await tx.run('delete from assignment_clocks where organization_id = $1 and contact_id = any($2)', [
    tx.organizationId,
    contactIds,
  ])
}

/** Clocks that have run out, of an organization that isn't suspended; those that another process handles are left out. */
export function claimDueClocks(tx: TenantTx, now: Date, limit: number): Promise<Clock[]> {
  return tx.rows<Clock>(
    `select contact_id, rule_id, tried_user_ids::text[] as tried_user_ids, assigned_at, due_at from assignment_clocks
      where organization_id = $1 and due_at <= $2 and ${NOT_SUSPENDED}
      order by due_at limit $3 for update skip locked`,
    [tx.organizationId, now, limit],
  )
}

export function listOrganizationsWithDueClocks(db: Query, now: Date): Promise<string[]> {
  return db.column('select id from organizations_with_due_clocks($1) as id', [now])
}

/** Contacts in the pond, longest waiting first; also those that the caller doesn't see yet, hence without names. */
export function listPond(
  tx: TenantTx,
  { after, limit }: PageRange<{ at: string; id: string }>,
): Promise<(PondContact & { exactAt: string })[]> {
  return tx.asOrganization(() =>
    tx.rows<PondContact & { exactAt: string }>(
      `select id, city, state, zip_code, lead_source as source, nine_d_score as score, pond_since as since,
              pond_since::text as exact_at
         from contacts where organization_id = $1 and pond_since is not null
          and ($2::timestamptz is null or (pond_since, id) > ($2, $3))
        order by pond_since, id limit $4`,
      [tx.organizationId, after?.at ?? null, after?.id ?? null, limit],
    ),
  )
}

export function countPond(tx: TenantTx): Promise<number> {
  return tx.asOrganization(() =>
    tx.value('select count(*)::int from contacts where organization_id = $1 and pond_since is not null', [
      tx.organizationId,
    ]),
  )
}

/** Takes a contact out of the pond for a member. @returns false if it isn't there, or another member was faster */
export async function claimFromPond(tx: TenantTx, id: string, userId: string): Promise<boolean> {
  return tx.asOrganization(() =>
    tx.changed(
      `with claimed as (
         update contacts set owner_id = $3, pond_since = null, updated_at = now()
          where organization_id = $1 and id = $2 and pond_since is not null returning id),
       stopped as (
         delete from assignment_clocks where organization_id = $1 and contact_id in (select id from claimed))
       select id from claimed`,
      [tx.organizationId, id, userId],
    ),
  )
}

/** True if a member claimed the contact within a day. */
export function wasClaimed(tx: TenantTx, id: string): Promise<boolean> {
  return tx.asOrganization(() =>
    tx.exists(
      `select from audit_log where organization_id = $1 and subject = $2 and action = 'contact.claimed'
          and created_at > now() - interval '1 day'`,
      [tx.organizationId, id],
    ),
  )
}
