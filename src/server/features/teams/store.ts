import type { MemberSettings, Team } from '#contract/teams.ts'
import { markContactFacts } from '#server/platform/analytics-facts.ts'
import { columnRows } from '#server/platform/db/column-rows.ts'
import { isUniqueViolation, type TenantTx } from '#server/platform/db/database.ts'

/** True if a write failed because another team has the name. */
export const isNameTaken = isUniqueViolation

/** Teams by name; one with `id` only. */
export function listTeams(tx: TenantTx, id: string | null = null): Promise<Team[]> {
  return tx.rows<Team>(
    `select t.id, t.name,
            array(select m.user_id::text from team_members m
                   where m.organization_id = $1 and m.team_id = t.id order by m.user_id) as member_ids,
            (select count(*)::int from contacts c where c.organization_id = $1 and c.team_id = t.id) as contacts
       from teams t where t.organization_id = $1 and ($2::uuid is null or t.id = $2) order by lower(t.name), t.id`,
    [tx.organizationId, id],
  )
}

export function countTeams(tx: TenantTx): Promise<number> {
  return tx.value('select count(*)::int from teams where organization_id = $1', [tx.organizationId])
}

export function insertTeam(tx: TenantTx, name: string): Promise<string> {
  return tx.value('insert into teams (organization_id, name) values ($1, $2) returning id', [
    tx.organizationId,
    name,
  ])
}

/** Locks a team until the transaction ends. @returns false if there is none */
export function lockTeam(tx: TenantTx, id: string): Promise<boolean> {
  return tx.exists('select from teams where organization_id = $1 and id = $2 for update', [
    tx.organizationId,
    id,
  ])
}

export async function renameTeam(tx: TenantTx, id: string, name: string): Promise<void> {
  await tx.run('update teams set name = $3 where organization_id = $1 and id = $2', [
    tx.organizationId,
    id,
    name,
  ])
}

/** Replaces the members of a team; users who aren't members of the organization are left out. @returns how many it has */
export async function replaceMembers(
  tx: TenantTx,
  teamId: string,
  userIds: readonly string[],
): Promise<number> {
  await tx.run(
    'delete from team_members where organization_id = $1 and team_id = $2 and user_id <> all ($3::uuid[])',
    [tx.organizationId, teamId, userIds],
  )
  await tx.run(
    `insert into team_members (organization_id, team_id, user_id)
     select $1, $2, m.user_id from memberships m where m.organization_id = $1 and m.user_id = any($3::uuid[])
     on conflict do nothing`,
    [tx.organizationId, teamId, userIds],
  )
  return tx.value('select count(*)::int from team_members where organization_id = $1 and team_id = $2', [
    tx.organizationId,
    teamId,
  ])
}

export function listTeamIdsOf(tx: TenantTx, userId: string): Promise<string[]> {
  return tx.column('select team_id from team_members where organization_id = $1 and user_id = $2', [
    tx.organizationId,
    userId,
  ])
}

/** Members of these teams who see the contacts of their teams only. */
export function listTeamReaders(tx: TenantTx, teamIds: readonly string[]): Promise<string[]> {
  return tx.column(
    `select m.user_id from memberships m
      where m.organization_id = $1 and m.role = 'MEMBER' and m.access = 'team' and exists (
        select from team_members t
         where t.organization_id = $1 and t.user_id = m.user_id and t.team_id = any ($2::uuid[]))`,
    [tx.organizationId, teamIds],
  )
}

/** Owner and team of a contact before and after a change. */
export type ContactMove = {
  fromOwnerId: string | null
  fromTeamId: string | null
  toOwnerId: string | null
  toTeamId: string | null
}

/** Members with access to own or team records who saw a contact before a move and don't see it after. */
export function listMembersLosing(tx: TenantTx, moves: readonly ContactMove[]): Promise<string[]> {
  const sees = (owner: string, team: string) =>
    `(${owner} = m.user_id or m.access = 'team' and exists (
        select from team_members mine left join team_members other
            on other.organization_id = $1 and other.team_id = mine.team_id and other.user_id = ${owner}
         where mine.organization_id = $1 and mine.user_id = m.user_id
           and (mine.team_id = ${team} or other.user_id is not null))) is true`
  return tx.column(
    `select m.user_id from memberships m
      where m.organization_id = $1 and m.role = 'MEMBER' and m.access <> 'all' and exists (
        select from (select distinct * from json_to_recordset($2)
                       as k(from_owner_id uuid, from_team_id uuid, to_owner_id uuid, to_team_id uuid)) k
         where ${sees('k.from_owner_id', 'k.from_team_id')} and not ${sees('k.to_owner_id', 'k.to_team_id')})`,
    [tx.organizationId, columnRows(moves)],
  )
}

/** Takes the contacts of a team off it. @returns how many */
export async function clearTeam(tx: TenantTx, id: string): Promise<number> {
  const contactIds = await tx.column<string>(
    'update contacts set team_id = null where organization_id = $1 and team_id = $2 returning id',
    [tx.organizationId, id],
  )
  await markContactFacts(tx, contactIds, 'team')
  return contactIds.length
}

export function deleteTeam(tx: TenantTx, id: string): Promise<boolean> {
  return tx.changed('delete from teams where organization_id = $1 and id = $2', [tx.organizationId, id])
}

/** Access and assignment settings of all members, or of the one with `userId`. */
export function listMemberSettings(tx: TenantTx, userId: string | null = null): Promise<MemberSettings[]> {
  return tx.rows<MemberSettings>(
    `select m.user_id, case when m.role = 'MEMBER' then m.access else 'all' end as access,
            coalesce(a.is_paused, false) as is_paused, a.max_contacts, coalesce(c.contacts, 0) as contacts
       from memberships m
       left join assignment_members a on a.organization_id = $1 and a.user_id = m.user_id
       left join (select owner_id, count(*)::int as contacts from contacts
                   where organization_id = $1 and owner_id is not null group by owner_id) c on c.owner_id = m.user_id
      where m.organization_id = $1 and ($2::uuid is null or m.user_id = $2) order by m.user_id`,
    [tx.organizationId, userId],
  )
}

export async function upsertMemberSettings(
  tx: TenantTx,
  userId: string,
  { isPaused, maxContacts }: Pick<MemberSettings, 'isPaused' | 'maxContacts'>,
): Promise<void> {
  await tx.run(
    `insert into assignment_members (organization_id, user_id, is_paused, max_contacts) values ($1, $2, $3, $4)
     on conflict (organization_id, user_id) do update set is_paused = excluded.is_paused, max_contacts = excluded.max_contacts`,
    [tx.organizationId, userId, isPaused, maxContacts],
  )
}
