import {
  type Activity,
  type LoggedActivity,
  type logActivity,
  NOTE_OUTCOME_ERROR,
  type updateActivity,
} from '#contract/activities.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { ActivityOutcome } from '#domain/activities/activity.ts'
import { suggestFollowUp } from '#domain/activities/follow-up.ts'
import { contactRest } from '#domain/activities/rest.ts'
import type { ConsentsService } from '#server/features/consents/service.ts'
import type { OutcomesService } from '#server/features/outcomes/service.ts'
import type { RelationshipsService } from '#server/features/relationships/service.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import type { VerificationService } from '#server/features/verification/service.ts'
import { markFactTimes, refreshMilestones } from '#server/platform/analytics-facts.ts'
import { audit } from '#server/platform/audit.ts'
import { lockContact } from '#server/platform/change-contact.ts'
import { addDays, americanDay } from '#server/platform/clock.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { emit } from '#server/platform/emit.ts'
import { fieldError, notFound } from '#server/platform/errors.ts'
import { BY_TIME, type Page, type PageQuery, readPage } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import { requestRuleChecks } from '#server/platform/rule-checks.ts'
import * as limits from './limits.ts'
import { requireOwnActivity } from './policy.ts'
import * as store from './store.ts'

type Features = {
  consents: Pick<ConsentsService, 'record'>
  outcomes: Pick<OutcomesService, 'recordReported'>
  relationships: Pick<RelationshipsService, 'setAgreement'>
  tasks: Pick<TasksService, 'addWithin'>
  verification: Pick<VerificationService, 'rejectPhone' | 'restorePhone'>
}

/** Activities of members with contacts, and their consequences: rest, follow-ups and changed facts. */
export function activitiesService(
  { db, events, clock }: Pick<Platform, 'db' | 'events' | 'clock'>,
  { consents, outcomes, relationships, tasks, verification }: Features,
) {
  /** @returns until when the contact rests; null if they don't */
  async function updateRest(tx: TenantTx, contactId: string): Promise<string | null> {
    const rest = contactRest(await store.listActivityFacts(tx, contactId))
    await store.setRest(tx, contactId, rest)
    return rest.restsUntil && rest.restsUntil > clock.now() ? rest.restsUntil.toISOString() : null
  }

  /** Lets analytics follow a change of activities at some times. */
  async function recordFacts(tx: TenantTx, contactId: string, times: readonly string[]): Promise<void> {
    await markFactTimes(tx, times)
    await refreshMilestones(tx, [contactId])
  }

  /** Stores facts about the contact that follow from some outcomes. */
  async function applyOutcome(tx: TenantTx, context: Context, { contactId, outcome, at }: Activity) {
    const consequences: Partial<Record<ActivityOutcome, () => Promise<unknown>>> = {
      wrong_number: () => verification.rejectPhone(tx, contactId, 'Reported as a wrong number'),
      already_moved: () =>
        outcomes.recordReported(tx, context, contactId, { movedOn: americanDay(new Date(at)), note: null }),
      has_agent: () =>
        relationships.setAgreement(tx, context, contactId, 'seller', {
          broker: 'other',
          status: 'active',
          endsOn: null,
        }),
      do_not_contact: () =>
        consents.record(tx, context, contactId, {
          doNotContact: true,
          reason: 'They asked not to be contacted',
          source: 'contact',
        }),
    }
    if (outcome) await consequences[outcome]?.()
  }

  /** Restores the phone's verification, unless another activity reports a wrong number too. */
  async function revokeOutcome(tx: TenantTx, { contactId, outcome }: Activity) {
    if (outcome === 'wrong_number' && !(await store.hasWrongNumber(tx, contactId)))
      await verification.restorePhone(tx, contactId)
  }

  /** @throws {AppError} invalid for a time in the future */
  function timeOf(at: string | undefined): Date {
    const now = clock.now()
    if (at === undefined) return now
    if (new Date(at).getTime() > now.getTime() + limits.CLOCK_SKEW_MS)
      throw fieldError('invalid', 'at', 'Choose a time in the past')
    return new Date(at)
  }

  /** An activity of the caller, with its contact locked. @throws {AppError} not_found, forbidden */
  async function lockOwnActivity(tx: TenantTx, context: Context, id: string): Promise<Activity> {
    const activity = await store.lockActivity(tx, id)
    if (!activity) throw notFound('Activity')
    requireOwnActivity(context, activity)
    await lockContact(tx, activity.contactId)
    return activity
  }

  async function recordChange(tx: TenantTx, context: Context, action: string, { id, contactId }: Activity) {
    await updateRest(tx, contactId)
    await audit(tx, { ...context, action, subject: contactId, details: { activity: id } })
    await requestRuleChecks(tx, [contactId])
    await emit(tx, { type: 'contact.updated', contactIds: [contactId], changed: ['activities'] })
    events.publish(tx, context.organizationId, { type: 'contact.changed', contactId })
  }

  /** Logs an activity with its consequences; part of the caller's transaction, which locked the contact. */
  async function logWithin(tx: TenantTx, context: Context, input: store.NewActivity) {
    const activity = await store.insertActivity(tx, input)
    await applyOutcome(tx, context, activity)
    await recordFacts(tx, input.contactId, [activity.at])
    const restsUntil = await updateRest(tx, input.contactId)
    const { type, outcome, contactId } = activity
    await audit(tx, { ...context, action: 'activity.logged', subject: contactId, details: { type, outcome } })
    await requestRuleChecks(tx, [contactId])
    await emit(tx, { type: 'contact.updated', contactIds: [contactId], changed: ['activities'] })
    events.publish(tx, context.organizationId, { type: 'contact.changed', contactId })
    return { activity, restsUntil }
  }

  async function addFollowUp(
    tx: TenantTx,
    context: Context,
    { contactId, outcome }: Activity,
    dueDate: string,
    title = 'Follow up',
  ): Promise<void> {
    if (outcome === 'do_not_contact') return
    const task =
      outcome === 'appointment'
        ? ({ title: 'Appointment', kind: 'appointment' } as const)
        : { title, kind: null }
    await tasks.addWithin(tx, context, { ...task, contactId, dueDate })
  }

  return {
    logWithin,

    /** Activities of a contact, newest first. @throws {AppError} not_found; invalid for a malformed cursor */
    list: (context: Context, contactId: string, query: PageQuery): Promise<Page<Activity>> =>
      db.read(context.organizationId, async (tx) => {
        if (!(await store.hasContact(tx, contactId))) throw notFound('Contact')
        return readPage(BY_TIME, query, (range) => store.listActivities(tx, contactId, range))
      }),

    /** @throws {AppError} not_found */
    get: (context: Context, id: string): Promise<Activity> =>
      db.read(context.organizationId, async (tx) => {
        const activity = await store.findActivity(tx, id)
        if (!activity) throw notFound('Activity')
        return activity
      }),

    /** Recalculates rest and last conversation after activities moved to another contact. */
    updateRest,

    /** @throws {AppError} not_found; invalid for a time in the future */
    log: (
      context: Context,
      contactId: string,
      { followUpAt, at, type, outcome = null, note = null }: BodyOf<typeof logActivity>,
    ): Promise<LoggedActivity> =>
      db.tenant(context.organizationId, async (tx) => {
        if (!(await lockContact(tx, contactId))) throw notFound('Contact')
        const recordedBy = userIdOf(context)
        const input = { contactId, type, outcome, note, at: timeOf(at), recordedBy }
        const storedActivity = await store.findSameActivity(tx, input, limits.REPEAT_SECONDS)
        const before = await store.findReplaceableFacts(tx, contactId)
        const { activity, restsUntil } = storedActivity
          ? { activity: storedActivity, restsUntil: await updateRest(tx, contactId) }
          : await logWithin(tx, context, input)
        const followUp = suggestFollowUp(type, outcome, americanDay(new Date(activity.at)))
        if (followUpAt && !storedActivity)
          await addFollowUp(tx, context, activity, followUpAt, followUp?.title)
        const since = new Date(clock.now().getTime() - limits.RECENT_MS)
        const alsoBy = await store.findLatestByOthers(tx, { contactId, userId: recordedBy, since })
        return { activity, followUp, restsUntil, alsoBy: alsoBy ?? null, before }
      }),

    /** @throws {AppError} not_found; forbidden for an activity of someone else; invalid for a time in the future */
    update: (context: Context, id: string, changes: BodyOf<typeof updateActivity>): Promise<Activity> =>
      db.tenant(context.organizationId, async (tx) => {
        const before = await lockOwnActivity(tx, context, id)
        const { type = before.type, outcome = before.outcome, note = before.note } = changes
        const at = changes.at === undefined ? before.at : timeOf(changes.at).toISOString()
        if (type === 'note' && changes.outcome) throw fieldError('invalid', 'outcome', NOTE_OUTCOME_ERROR)
        const values = { id, type, outcome: type === 'note' ? null : outcome, note, at }
        const after = await store.updateActivity(tx, values)
        if (after.outcome !== before.outcome) {
          await revokeOutcome(tx, before)
          await applyOutcome(tx, context, after)
        }
        await recordFacts(tx, after.contactId, [before.at, after.at])
        await recordChange(tx, context, 'activity.changed', after)
        return after
      }),

    /** @throws {AppError} not_found; forbidden for an activity of someone else */
    remove: (context: Context, id: string): Promise<void> =>
      db.tenant(context.organizationId, async (tx) => {
        const activity = await lockOwnActivity(tx, context, id)
        await store.deleteActivity(tx, id)
        await revokeOutcome(tx, activity)
        await recordFacts(tx, activity.contactId, [activity.at])
        await recordChange(tx, context, 'activity.deleted', activity)
      }),

    /** Keeps a contact off Today until a time. @throws {AppError} not_found; invalid for a time in the past */
    snooze: (context: Context, contactId: string, until: string | null) =>
      db.tenant(context.organizationId, async (tx) => {
        if (until !== null) {
          const now = clock.now()
          if (new Date(until) <= now) throw fieldError('invalid', 'until', 'Choose a time in the future')
          if (new Date(until) > addDays(now, limits.MAX_SNOOZE_DAYS))
            throw fieldError('invalid', 'until', 'Choose a time within a year')
        }
        if (!(await store.setSnooze(tx, contactId, until))) throw notFound('Contact')
        await audit(tx, { ...context, action: 'contact.snoozed', subject: contactId, details: { until } })
        await emit(tx, { type: 'contact.updated', contactIds: [contactId], changed: ['snoozedUntil'] })
        events.publish(tx, context.organizationId, { type: 'contact.changed', contactId })
        return { snoozedUntil: until }
      }),
  }
}
export type ActivitiesService = ReturnType<typeof activitiesService>
