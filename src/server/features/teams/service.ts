import type { BodyOf } from '#contract/endpoint.ts'
import type { changeMemberSettings, MemberSettings, Team, updateTeam } from '#contract/teams.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { MembershipsService } from '#server/features/memberships/service.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { AppError, fieldError, notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { MAX_TEAMS } from './limits.ts'
import * as store from './store.ts'

type Features = {
  memberships: Pick<MembershipsService, 'change' | 'isMember'>
  contacts: Pick<ContactsService, 'deleteConversationsOf'>
  tasks: Pick<TasksService, 'releaseHidden'>
}

/** Teams inside an organization, and which contacts each member sees and may be assigned. */
export function teamsService(
  { db, events }: Pick<Platform, 'db' | 'events'>,
  { memberships, contacts, tasks }: Features,
) {
  /** Records a change of who sees what; open streams check their access again. */
  async function recordChange(
    tx: TenantTx,
    context: Context,
    action: string,
    subject: string,
    details?: Record<string, string | number | boolean | null>,
  ): Promise<void> {
    await audit(tx, { ...context, action, subject, ...(details ? { details } : {}) })
    events.publish(tx, context.organizationId, { type: 'organization.changed', team: true })
  }

  async function readTeam(tx: TenantTx, id: string): Promise<Team> {
    const [team] = await store.listTeams(tx, id)
    if (!team) throw notFound('Team')
    return team
  }

  /** Deletes assistant answers that may count or name contacts that these members can't see anymore. */
  async function forgetAnswers(tx: TenantTx, userIds: readonly string[]): Promise<void> {
    for (const userId of userIds) await contacts.deleteConversationsOf(tx, userId)
  }

  async function replaceMembers(tx: TenantTx, teamId: string, memberIds: readonly string[]): Promise<void> {
    const userIds = [...new Set(memberIds.map((id) => id.toLowerCase()))]
    const before = await store.listTeams(tx, teamId)
    const isAnyoneLeaving = before.some((team) => team.memberIds.some((id) => !userIds.includes(id)))
    // Those who stay don't see what the others own anymore.
    const readers = isAnyoneLeaving ? await store.listTeamReaders(tx, [teamId]) : []
    await forgetAnswers(tx, readers)
    if ((await store.replaceMembers(tx, teamId, userIds)) < userIds.length)
      throw fieldError('invalid', 'memberIds', 'Choose members of your organization')
    await tasks.releaseHidden(tx, { userIds: readers })
  }

  const rejectTakenName = (error: unknown): never => {
    throw store.isNameTaken(error)
      ? new AppError('conflict', 'You already have a team with this name')
      : error
  }

  return {
    list: (context: Context): Promise<Team[]> =>
      db.tenant(context.organizationId, (tx) => store.listTeams(tx)),

    /** @throws {AppError} conflict for a name in use or at the limit, invalid for a user who is no member */
    add: (context: Context, { name, memberIds }: { name: string; memberIds: string[] }): Promise<Team> =>
      db
        .tenant(context.organizationId, async (tx) => {
          if ((await store.countTeams(tx)) >= MAX_TEAMS)
            throw new AppError(
              'conflict',
              `You have ${MAX_TEAMS} teams, which is the limit. Delete one first.`,
            )
          const id = await store.insertTeam(tx, name)
          await replaceMembers(tx, id, memberIds)
          await recordChange(tx, context, 'team.added', id, { members: memberIds.length })
          return readTeam(tx, id)
        })
        .catch(rejectTakenName),

    /** @throws {AppError} not_found, conflict, invalid */
    update: (context: Context, id: string, { name, memberIds }: BodyOf<typeof updateTeam>): Promise<Team> =>
      db
        .tenant(context.organizationId, async (tx) => {
          if (!(await store.lockTeam(tx, id))) throw notFound('Team')
          if (name !== undefined) await store.renameTeam(tx, id, name)
          if (memberIds) await replaceMembers(tx, id, memberIds)
          const team = await readTeam(tx, id)
          await recordChange(tx, context, 'team.changed', id, { members: team.memberIds.length })
          return team
        })
        .catch(rejectTakenName),

    /** Its contacts keep their owners. @throws {AppError} not_found */
    remove: (context: Context, id: string): Promise<void> =>
      db.tenant(context.organizationId, async (tx) => {
        if (!(await store.lockTeam(tx, id))) throw notFound('Team')
        const readers = await store.listTeamReaders(tx, [id])
        await forgetAnswers(tx, readers)
        const contactCount = await store.clearTeam(tx, id)
        await store.deleteTeam(tx, id)
        await tasks.releaseHidden(tx, { userIds: readers })
        await recordChange(tx, context, 'team.deleted', id, { contacts: contactCount })
      }),

    /** Locks a team for a contact that gets it; part of the caller's transaction. @throws {AppError} invalid */
    async requireTeam(tx: TenantTx, id: string): Promise<void> {
      if (!(await store.lockTeam(tx, id)))
        throw fieldError('invalid', 'teamId', 'Choose a team of your organization')
    },

    /**
     * Deletes assistant answers of members who lose sight of contacts with another owner or team; part of the caller's
     * transaction.
     */
    async followContacts(tx: TenantTx, moves: readonly store.ContactMove[]): Promise<void> {
      const seen = moves.filter(({ fromOwnerId, fromTeamId }) => fromOwnerId || fromTeamId)
      if (seen.length > 0) await forgetAnswers(tx, await store.listMembersLosing(tx, seen))
    },

    /**
     * Deletes assistant answers of a leaving member's teammates; part of the caller's transaction, which removes the member.
     *
     * @returns the teammates who lose sight of the member's contacts
     */
    async followLeaving(tx: TenantTx, userId: string): Promise<string[]> {
      const readers = await store.listTeamReaders(tx, await store.listTeamIdsOf(tx, userId))
      await forgetAnswers(tx, readers)
      return readers
    },

    listMemberSettings: (context: Context): Promise<MemberSettings[]> =>
      db.tenant(context.organizationId, (tx) => store.listMemberSettings(tx)),

    /** Members who can get contacts; part of the caller's transaction. */
    listMembers: (tx: TenantTx): Promise<MemberSettings[]> => store.listMemberSettings(tx),

    /** @throws {AppError} not_found; conflict for own or team records of owners and admins, who see all */
    changeMemberSettings: (
      context: Context,
      userId: string,
      { access, ...change }: BodyOf<typeof changeMemberSettings>,
    ): Promise<MemberSettings> =>
      db.tenant(context.organizationId, async (tx) => {
        if (!(await memberships.isMember(tx, userId))) throw notFound('Member')
        const [before] = await store.listMemberSettings(tx, userId)
        if (!before) throw notFound('Member')
        await store.upsertMemberSettings(tx, userId, { ...before, ...change })
        if (access !== undefined && access !== before.access) {
          await memberships.change(tx, userId, { access })
          // Earlier answers count and name contacts that the member may not see now.
          await contacts.deleteConversationsOf(tx, userId)
          await tasks.releaseHidden(tx, { userIds: [userId] })
        }
        const [after] = await store.listMemberSettings(tx, userId)
        if (!after) throw notFound('Member')
        if (access !== undefined && after.access !== access)
          throw new AppError(
            'conflict',
            'Owners and administrators see all contacts. Change their role first.',
          )
        const { isPaused, maxContacts } = after
        const details = { access: after.access, isPaused, maxContacts }
        await recordChange(tx, context, 'member.settings-changed', userId, details)
        return after
      }),
  }
}
export type TeamsService = ReturnType<typeof teamsService>
