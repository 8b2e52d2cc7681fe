import type { AssignmentRule, AssignTarget } from '#contract/assignments.ts'
import type { AgentCounts } from '#contract/imports.ts'
import { addBusinessHours } from '#domain/assignment/business-hours.ts'
import { type AssignableMember, chooseOwner, fitsRule } from '#domain/assignment/choose-owner.ts'
import { createMemberMatcher } from '#domain/assignment/match-member.ts'
import type { NotificationsService } from '#server/features/notifications/service.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import type { TeamsService } from '#server/features/teams/service.ts'
import { auditAll } from '#server/platform/audit.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { emit } from '#server/platform/emit.ts'
import { fieldError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { timeZoneOf } from '#server/platform/places/time-zone.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from '../store.ts'

export type AssignDeps = {
  notifications: Pick<NotificationsService, 'contactsAssigned'>
  tasks: Pick<TasksService, 'followOwners' | 'releaseHidden'>
  teams: Pick<TeamsService, 'listMembers' | 'requireTeam' | 'followContacts'>
} & Pick<Platform, 'events' | 'clock' | 'zipCodes'>

/** The new owner of a contact, or the pond. */
export type Decision = {
  contact: store.AssignedContact
  ownerId: string | null
  isInPond: boolean
  /** The rule that decided, and the members whose clocks have run out. */
  rule: AssignmentRule | null
  triedUserIds: readonly string[]
  /** Whether the rule's clock starts; a fallback is the last one. */
  hasClock: boolean
}

/**
 * Assigns contacts, tells their new owners and starts escalation clocks. Part of the caller's transaction.
 *
 * @returns how many got a new owner or went to the pond
 * @throws {AppError} invalid for a user who is no member
 */
export async function assignContacts(
  tx: TenantTx,
  deps: AssignDeps,
  context: Context,
  ids: readonly string[],
  target: AssignTarget,
): Promise<number> {
  const chooser = await createChooser(tx, deps)
  const decide = decisionOf(chooser, target)
  const contacts = await store.lockContacts(tx, ids)
  const decisions = contacts.flatMap((contact) => decide(contact) ?? [])
  await applyDecisions(tx, deps, context, decisions)
  return decisions.length
}

/** An imported contact with the agent that the file names. */
export type ImportedContact = { contactId: string; agent: string | null }

/** Assigns contacts to the agents that a file names, if they are members. Part of the caller's transaction. */
export async function assignToAgents(
  tx: TenantTx,
  deps: AssignDeps,
  context: Context,
  imported: readonly ImportedContact[],
): Promise<AgentCounts> {
  const matchMember = createMemberMatcher(await store.listNamedMembers(tx))
  const owners = new Map<string, string>()
  let unmatched = 0
  for (const { contactId, agent } of imported) {
    if (!agent) continue
    const ownerId = matchMember(agent)
    if (ownerId) owners.set(contactId, ownerId)
    else unmatched += 1
  }
  const contacts = await store.lockContacts(tx, [...owners.keys()])
  const decisions = contacts.flatMap((contact): Decision[] => {
    const ownerId = owners.get(contact.id) ?? null
    return ownerId === contact.ownerId ? [] : [{ ...BY_HAND, contact, ownerId }]
  })
  await applyDecisions(tx, deps, context, decisions)
  return { matched: owners.size, unmatched }
}

const BY_HAND = { isInPond: false, rule: null, triedUserIds: [], hasClock: false }

type Chooser = { rules: AssignmentRule[]; members: Map<string, AssignableMember> }

/** Rules and members, locked so that concurrent assignments take turns. */
export async function createChooser(tx: TenantTx, { teams }: Pick<AssignDeps, 'teams'>): Promise<Chooser> {
  const rules = await store.lockRules(tx)
  const members = await teams.listMembers(tx)
  return { rules, members: new Map(members.map((member) => [member.userId, member])) }
}

function decisionOf(chooser: Chooser, target: AssignTarget) {
  return (contact: store.AssignedContact): Decision | null => {
    if (target === 'rules') return decideByRules(chooser, contact)
    if (target === 'pond') return { ...BY_HAND, contact, ownerId: null, isInPond: true }
    if (target === 'none') return { ...BY_HAND, contact, ownerId: null }
    const member = chooser.members.get(target.toLowerCase())
    if (!member) throw fieldError('invalid', 'to', 'Choose a member of your organization')
    return { ...BY_HAND, contact, ownerId: member.userId }
  }
}

/** Null if no rule fits. */
function decideByRules(chooser: Chooser, contact: store.AssignedContact): Decision | null {
  const rule = chooser.rules.find((each) => each.isOn && fitsRule(each, contact.zipCode))
  if (!rule) return null
  if (rule.kind === 'pond') return intoPond(contact, rule, [], rule.fallbackUserId !== null)
  return decideByRule(chooser, rule, contact, [])
}

const intoPond = (
  contact: store.AssignedContact,
  rule: AssignmentRule,
  triedUserIds: readonly string[],
  hasClock: boolean,
): Decision => ({ contact, ownerId: null, isInPond: true, rule, triedUserIds, hasClock })

/** The next owner by a rule, or the pond. Counts the contact, so that the next one sees it. */
export function decideByRule(
  { members }: Chooser,
  rule: AssignmentRule,
  contact: store.AssignedContact,
  triedUserIds: readonly string[],
): Decision {
  const chosen = chooseOwner(rule, members, triedUserIds)
  if (!chosen) return intoPond(contact, rule, triedUserIds, false)
  const { userId, isFallback } = chosen
  if (!isFallback) rule.lastUserId = userId
  const member = members.get(userId)
  if (member) member.contacts += 1
  return {
    contact,
    ownerId: userId,
    isInPond: false,
    rule,
    triedUserIds: [...triedUserIds, userId],
    hasClock: !isFallback,
  }
}

/** Stores decisions with their clocks, turns, tasks, notifications and audit entries. */
export async function applyDecisions(
  tx: TenantTx,
  { notifications, tasks, teams, events, clock, zipCodes }: AssignDeps,
  context: Context,
  decisions: readonly Decision[],
): Promise<void> {
  if (decisions.length === 0) return
  const now = clock.now()
  await store.setOwners(
    tx,
    decisions.map(({ contact: { id }, ownerId, isInPond }) => ({ id, ownerId, isInPond })),
    now,
  )
  await store.insertClocks(tx, await clocksOf(decisions, now, zipCodes))
  const usedRules = new Map(decisions.flatMap(({ rule }) => (rule ? [[rule.id, rule] as const] : [])))
  for (const { id, lastUserId } of usedRules.values())
    if (lastUserId) await store.setLastUser(tx, id, lastUserId)
  await tasks.followOwners(
    tx,
    decisions.flatMap(({ contact: { id, ownerId: from }, ownerId: to }) =>
      from && to && from !== to ? [{ contactId: id, from, to }] : [],
    ),
  )
  await tasks.releaseHidden(tx, {
    contactIds: decisions.flatMap(({ contact: { id, ownerId, teamId } }) => (ownerId || teamId ? [id] : [])),
  })
  await teams.followContacts(
    tx,
    decisions.map(({ contact: { ownerId: fromOwnerId, teamId }, ownerId: toOwnerId }) => ({
      ...{ fromOwnerId, toOwnerId, fromTeamId: teamId, toTeamId: teamId },
    })),
  )
  await notifyOwners(tx, { notifications }, context, decisions)
  const contactIds = decisions.map(({ contact }) => contact.id)
  await emit(tx, { type: 'contact.updated', contactIds, changed: ['ownerId'] })
  await auditAll(
    tx,
    decisions.map(({ contact, ownerId, isInPond, rule }) => ({
      ...context,
      action: 'contact.assigned',
      subject: contact.id,
      details: { from: contact.ownerId, to: isInPond ? 'pond' : ownerId, ...(rule ? { rule: rule.id } : {}) },
    })),
  )
  events.publish(tx, context.organizationId, { type: 'contacts.changed' })
}

/** Escalation clocks of new owners, which run in business hours where the contact lives. */
async function clocksOf(
  decisions: readonly Decision[],
  now: Date,
  zipCodes: Platform['zipCodes'],
): Promise<store.Clock[]> {
  const dueTimes = new Map<string, string>()
  const clocks: store.Clock[] = []
  for (const { contact, rule, triedUserIds, hasClock } of decisions) {
    if (!rule?.escalateAfterHours || !hasClock) continue
    const place = await zipCodes.find(contact.zipCode?.slice(0, 5) ?? '').catch(() => null)
    const zone = timeZoneOf(place, contact.state)
    const key = `${rule.escalateAfterHours} ${zone}`
    const dueAt = dueTimes.get(key) ?? addBusinessHours(now, rule.escalateAfterHours, zone).toISOString()
    dueTimes.set(key, dueAt)
    clocks.push({
      ...{ contactId: contact.id, ruleId: rule.id, triedUserIds: [...triedUserIds] },
      ...{ assignedAt: now.toISOString(), dueAt },
    })
  }
  return clocks
}

/** Tells new owners, except who assigned contacts to themselves. */
async function notifyOwners(
  tx: TenantTx,
  { notifications }: Pick<AssignDeps, 'notifications'>,
  context: Context,
  decisions: readonly Decision[],
): Promise<void> {
  const key = newId()
  const newlyOwned = decisions.filter(
    ({ ownerId, contact }) => ownerId && ownerId !== contact.ownerId && ownerId !== userIdOf(context),
  )
  for (const [userId, owned] of Map.groupBy(newlyOwned, ({ ownerId }) => ownerId)) {
    if (!userId) continue
    const contactIds = owned.map(({ contact }) => contact.id)
    await notifications.contactsAssigned(tx, {
      userId,
      contactIds,
      name: owned[0]?.contact.name ?? null,
      key,
    })
  }
}
