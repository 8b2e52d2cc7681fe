import type {
  AssignmentRule,
  AssignTarget,
  assignContact,
  createRule,
  PondContact,
  updateRule,
} from '#contract/assignments.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { AgentCounts, ImportTarget } from '#contract/imports.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, requireUserId, systemContext } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { type OrganizationId, parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { emit } from '#server/platform/emit.ts'
import { AppError, fieldError, notFound } from '#server/platform/errors.ts'
import { BY_TIME, type Page, type PageQuery, readPage } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import { CLOCK_BATCH, MAX_RULES } from './limits.ts'
import * as policy from './policy.ts'
import {
  type AssignDeps,
  applyDecisions,
  assignContacts,
  assignToAgents,
  createChooser,
  type Decision,
  decideByRule,
  type ImportedContact,
} from './service/assign.ts'
import * as store from './store.ts'

export type { ImportedContact } from './service/assign.ts'

/** Owners of contacts: assigned by hand or by rules, claimed from the pond, or passed on when a clock runs out. */
export function assignmentsService(
  { db, ...platform }: Pick<Platform, 'db' | 'events' | 'clock' | 'zipCodes'>,
  features: Pick<AssignDeps, 'notifications' | 'tasks' | 'teams'>,
) {
  const { events, clock } = platform
  const deps: AssignDeps = { ...features, ...platform }

  /** @throws {AppError} invalid */
  async function requireValidRule(
    tx: TenantTx,
    { kind, userIds, zipCodes, fallbackUserId }: store.RuleInput,
  ) {
    const members = new Set((await features.teams.listMembers(tx)).map(({ userId }) => userId))
    if (kind !== 'pond' && userIds.length === 0)
      throw fieldError('invalid', 'userIds', 'Choose at least one member')
    if (!userIds.every((id) => members.has(id)))
      throw fieldError('invalid', 'userIds', 'Choose members of your organization')
    if (fallbackUserId && !members.has(fallbackUserId))
      throw fieldError('invalid', 'fallbackUserId', 'Choose a member of your organization')
    if (kind === 'zip' && zipCodes.length === 0)
      throw fieldError('invalid', 'zipCodes', 'Enter at least one ZIP code')
  }

  const ruleOf = ({ userIds, fallbackUserId, ...rule }: store.RuleInput): store.RuleInput => ({
    ...rule,
    userIds: [...new Set(userIds.map((id) => id.toLowerCase()))],
    fallbackUserId: fallbackUserId?.toLowerCase() ?? null,
  })

  /** Moves a rule, counted from 1, and numbers all rules in their new order. @returns its position */
  async function move(
    tx: TenantTx,
    rules: readonly AssignmentRule[],
    id: string,
    position: number,
  ): Promise<number> {
    const others = rules.flatMap((each) => (each.id === id ? [] : [each.id]))
    const order = others.toSpliced(Math.max(0, position - 1), 0, id)
    await store.setPositions(tx, order)
    return order.indexOf(id) + 1
  }

  /** Passes on the contacts whose clocks have run out without an activity. */
  async function escalate(organizationId: OrganizationId): Promise<number> {
    return db.tenant(organizationId, async (tx) => {
      const chooser = await createChooser(tx, deps)
      const clocks = await store.claimDueClocks(tx, clock.now(), CLOCK_BATCH)
      const ids = clocks.map(({ contactId }) => contactId)
      const contacts = new Map((await store.lockContacts(tx, ids)).map((contact) => [contact.id, contact]))
      await store.deleteClocks(tx, ids)
      const decisions = clocks.flatMap(({ contactId, ruleId, triedUserIds, assignedAt }): Decision[] => {
        const contact = contacts.get(contactId)
        const rule = chooser.rules.find(({ id }) => id === ruleId)
        if (!contact || !rule) return []
        const isWaiting = contact.ownerId === (triedUserIds.at(-1) ?? null)
        const isContacted = contact.lastActivityAt !== null && contact.lastActivityAt >= assignedAt
        return isWaiting && !isContacted ? [decideByRule(chooser, rule, contact, triedUserIds)] : []
      })
      await applyDecisions(tx, deps, systemContext(organizationId, 'escalation'), decisions)
      return clocks.length
    })
  }

  return {
    listRules: (context: Context): Promise<AssignmentRule[]> =>
      db.tenant(context.organizationId, store.listRules),

    /** @throws {AppError} invalid, conflict at the limit */
    addRule: (context: Context, input: BodyOf<typeof createRule>): Promise<AssignmentRule> =>
      db.tenant(context.organizationId, async (tx) => {
        const rules = await store.lockRules(tx)
        if (rules.length >= MAX_RULES)
          throw new AppError('conflict', `You have ${MAX_RULES} rules, which is the limit. Delete one first.`)
        const rule = ruleOf({ ...input, position: (rules.at(-1)?.position ?? 0) + 1 })
        await requireValidRule(tx, rule)
        const added = await store.insertRule(tx, rule)
        await audit(tx, { ...context, action: 'assignment-rule.added', subject: added.id })
        return added
      }),

    /** @throws {AppError} not_found, invalid */
    updateRule: (context: Context, id: string, changes: BodyOf<typeof updateRule>): Promise<AssignmentRule> =>
      db.tenant(context.organizationId, async (tx) => {
        const rules = await store.lockRules(tx)
        const current = rules.find((each) => each.id === id)
        if (!current) throw notFound('Rule')
        const { position, isOn = current.isOn, ...fields } = changes
        const rule = ruleOf({ ...current, ...fields, isOn })
        // A rule that names a former member can still be moved and switched.
        if (Object.keys(fields).length > 0) await requireValidRule(tx, rule)
        const updated = await store.updateRule(tx, id, rule)
        await audit(tx, { ...context, action: 'assignment-rule.changed', subject: id })
        return position === undefined
          ? updated
          : { ...updated, position: await move(tx, rules, id, position) }
      }),

    /** @throws {AppError} not_found */
    removeRule: (context: Context, id: string): Promise<void> =>
      db.tenant(context.organizationId, async (tx) => {
        if (!(await store.deleteRule(tx, id))) throw notFound('Rule')
        await audit(tx, { ...context, action: 'assignment-rule.deleted', subject: id })
      }),

    /** Checks whom contacts will be assigned to; part of the caller's transaction. @throws {AppError} forbidden, invalid */
    async requireTarget(tx: TenantTx, target: ImportTarget): Promise<void> {
      policy.requireMayAssign(tx)
      if (['rules', 'pond', 'none', 'file'].includes(target)) return
      const members = await features.teams.listMembers(tx)
      if (!members.some(({ userId }) => userId === target.toLowerCase()))
        throw fieldError('invalid', 'assignTo', 'Choose a member of your organization')
    },

    /** Assigns contacts; part of the caller's transaction. @returns how many @throws {AppError} forbidden, invalid */
    assignMany(
      tx: TenantTx,
      context: Context,
      ids: readonly string[],
      target: AssignTarget,
    ): Promise<number> {
      policy.requireMayAssign(tx)
      return assignContacts(tx, deps, context, ids, target)
    },

    /**
     * Assigns contacts of a file; part of the caller's transaction.
     *
     * @returns how many agents in the file are members, if they decide
     * @throws {AppError} forbidden, invalid
     */
    async assignImported(
      tx: TenantTx,
      context: Context,
      contacts: readonly ImportedContact[],
      target: ImportTarget,
    ): Promise<AgentCounts | null> {
      policy.requireMayAssign(tx)
      if (target === 'file') return assignToAgents(tx, deps, context, contacts)
      const ids = contacts.map(({ contactId }) => contactId)
      await assignContacts(tx, deps, context, ids, target)
      return null
    },

    /** Assigns one contact to an owner or a team. @throws {AppError} not_found, forbidden, invalid */
    assign: (context: Context, id: string, { to, teamId }: BodyOf<typeof assignContact>) =>
      db.tenant(context.organizationId, async (tx) => {
        const [contact] = await store.lockContacts(tx, [id])
        if (!contact) throw notFound('Contact')
        policy.requireMayAssign(tx)
        if (teamId !== undefined) {
          if (teamId !== null) await features.teams.requireTeam(tx, teamId)
          await store.setTeam(tx, id, teamId)
          const { ownerId, teamId: fromTeamId } = contact
          await features.tasks.releaseHidden(tx, { contactIds: [id] })
          await features.teams.followContacts(tx, [
            { fromOwnerId: ownerId, fromTeamId, toOwnerId: ownerId, toTeamId: teamId },
          ])
          await audit(tx, { ...context, action: 'contact.team-set', subject: id, details: { team: teamId } })
          await emit(tx, { type: 'contact.updated', contactIds: [id], changed: ['teamId'] })
          events.publish(tx, context.organizationId, { type: 'contacts.changed' })
        }
        if (to !== undefined) await assignContacts(tx, deps, context, [id], to)
        const [after] = await store.lockContacts(tx, [id])
        return { ownerId: after?.ownerId ?? null, teamId: after?.teamId ?? null }
      }),

    /** Unassigns the contacts of a leaving member; part of the caller's transaction. @returns how many */
    releaseOwned: store.releaseOwned,

    /** Contacts in the pond, longest waiting first. @throws {AppError} invalid for a malformed cursor */
    listPond: (context: Context, query: PageQuery): Promise<Page<PondContact> & { total: number }> =>
      db.tenant(context.organizationId, async (tx) => {
        const page = await readPage(BY_TIME, query, (range) => store.listPond(tx, range))
        return { ...page, total: await store.countPond(tx) }
      }),

    /** Makes the caller the owner of a contact in the pond. @throws {AppError} conflict, not_found */
    claim: (context: Context, id: string): Promise<{ contactId: string }> =>
      db.tenant(context.organizationId, async (tx) => {
        const userId = requireUserId(context)
        const members = await tx.asOrganization(() => features.teams.listMembers(tx))
        const member = members.find((each) => each.userId === userId)
        if (!member || member.isPaused)
          throw new AppError('conflict', "You're paused, so you can't claim contacts. Ask an administrator.")
        if (member.maxContacts !== null && member.contacts >= member.maxContacts)
          throw new AppError('conflict', `You have ${member.contacts} contacts, which is your limit.`)
        if (!(await store.claimFromPond(tx, id, userId))) {
          // Anyone could see the contact in the pond, so this tells nothing new.
          if (!(await store.wasClaimed(tx, id))) throw notFound('Contact')
          throw new AppError('conflict', 'Another member was faster and claimed this contact')
        }
        await features.tasks.releaseHidden(tx, { contactIds: [id] })
        await audit(tx, { ...context, action: 'contact.claimed', subject: id })
        await emit(tx, { type: 'contact.updated', contactIds: [id], changed: ['ownerId'] })
        events.publish(tx, context.organizationId, { type: 'contacts.changed' })
        return { contactId: id }
      }),

    /** Passes on contacts whose owners let the clock run out. */
    async sweep(): Promise<void> {
      for (const id of await store.listOrganizationsWithDueClocks(db, clock.now()))
        while ((await escalate(parseOrganizationId(id))) === CLOCK_BATCH);
    },
  }
}
export type AssignmentsService = ReturnType<typeof assignmentsService>
