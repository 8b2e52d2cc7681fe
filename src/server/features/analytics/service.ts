import { z } from 'zod'
import type { createDashboard, Dashboard, updateDashboard } from '#contract/analytics/dashboards.ts'
import type { ContactMilestones, markMilestone, setPipelineValue } from '#contract/analytics/milestones.ts'
import type { AnalyticsQuery, AnalyticsView } from '#contract/analytics/query.ts'
import type { listAnalyticsPeople } from '#contract/analytics/views.ts'
import type { BodyOf, QueryOf, ResponseOf } from '#contract/endpoint.ts'
import { previousRange, resolveRange } from '#domain/analytics/day-range.ts'
import { refreshMilestones } from '#server/platform/analytics-facts.ts'
import { audit } from '#server/platform/audit.ts'
import { contactChanger } from '#server/platform/change-contact.ts'
import { americanDay } from '#server/platform/clock.ts'
import { type Context, requireUserId, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, fieldError, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { decodeCursor, encodeCursor } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from './limits.ts'
import {
  CONTACT_ACTIVITIES,
  CONTACT_ACTIVITY_METRICS,
  GAINED_POINTS,
  GAINED_POINTS_METRICS,
  milestoneMetric,
  type ViewQuery,
} from './service/figures.ts'
import { rebuildFacts } from './service/rebuild.ts'
import { lastDayToSum, sumDays } from './service/sum-days.ts'
import { VIEWS } from './service/views.ts'
import * as dashboards from './store/dashboards.ts'
import {
  isState,
  listPeopleInState,
  listPeopleOfEvents,
  type PageAfterId,
  type PersonRow,
} from './store/facts.ts'
import * as gauges from './store/gauges.ts'
import * as milestones from './store/milestones.ts'
import { listOrganizationsToSum } from './store/runs.ts'

export const SUM_ORGANIZATION = 'sum-analytics'

type ViewAnswer<V extends AnalyticsView> = Awaited<ReturnType<(typeof VIEWS)[V]>>

/** Milestones of contacts, and figures about an organization's work. */
export function analyticsService({
  db,
  events,
  clock,
  queue,
  zipCodes,
}: Pick<Platform, 'db' | 'events' | 'clock' | 'queue' | 'zipCodes'>) {
  const changeContact = contactChanger({ db, events }, 'milestones')

  /** @throws {AppError} invalid for a range that can't be shown */
  function parseQuery({ from, to, days, compare, side, ...filter }: AnalyticsQuery): ViewQuery {
    const now = clock.now()
    const range = resolveRange({ from, to, days }, americanDay(now))
    if ('message' in range) throw fieldError('invalid', range.field, range.message)
    const previous = compare ? previousRange(range) : null
    return { range, previous, filter, side: side ?? null, now, zipCodes }
  }

  async function readContact(tx: TenantTx, contactId: string): Promise<ContactMilestones> {
    const contact = await milestones.readMilestones(tx, contactId)
    if (!contact) throw notFound('Contact')
    return contact
  }

  /** Changes what people report about a contact. @throws {AppError} not_found */
  const changeMilestones = (
    context: Context,
    contactId: string,
    action: string,
    work: (tx: TenantTx) => Promise<void>,
  ) =>
    changeContact(context, contactId, action, async (tx) => {
      await work(tx)
      await refreshMilestones(tx, [contactId])
      return readContact(tx, contactId)
    })

  const nameTakenError = () => new AppError('conflict', 'You already have a dashboard with this name')

  return {
    /** @throws {AppError} invalid for a range that can't be shown */
    async view<V extends AnalyticsView>(
      context: Context,
      view: V,
      query: AnalyticsQuery,
    ): Promise<ViewAnswer<V>> {
      const viewQuery = parseQuery(query)
      // The table pairs each view with its answer.
      return db.read(context.organizationId, (tx) => VIEWS[view](tx, viewQuery) as Promise<ViewAnswer<V>>)
    },

    /** @throws {AppError} invalid for an unknown metric, a range or a malformed cursor */
    listPeople(
      context: Context,
      { metric, limit, cursor, ...query }: QueryOf<typeof listAnalyticsPeople>,
    ): Promise<ResponseOf<typeof listAnalyticsPeople>> {
      const { range, filter, side } = parseQuery(query)
      return db.read(context.organizationId, async (tx) => {
        const pageOf = (rows: (PersonRow & { total: number })[], isByDay: boolean) => {
          const items = rows.slice(0, limit)
          const last = rows.length > limit ? items.at(-1) : undefined
          const key = last && (isByDay ? { on: last.on, id: last.id } : last.id)
          return {
            items: items.map(({ total: _, ...person }) => person),
            next: key === undefined ? null : encodeCursor(key),
            total: rows[0]?.total ?? 0,
          }
        }
        const listState = stateList(tx, metric, { range, filter, side })
        if (listState) {
          const after = decodeCursor(z.uuid(), cursor)
          return pageOf(await listState({ after, limit: limit + 1 }), false)
        }
        const after = decodeCursor(z.object({ on: z.iso.date(), id: z.uuid() }), cursor)
        const metrics = patternsOf(metric, side)
        return pageOf(
          await listPeopleOfEvents(tx, { range, filter, metrics }, { after, limit: limit + 1 }),
          true,
        )
      })
    },

    /** @throws {AppError} not_found */
    contactMilestones: (context: Context, contactId: string): Promise<ContactMilestones> =>
      db.read(context.organizationId, (tx) => readContact(tx, contactId)),

    /** @throws {AppError} not_found; invalid for a time in the future */
    mark(
      context: Context,
      contactId: string,
      { milestone, side, at }: BodyOf<typeof markMilestone>,
    ): Promise<ContactMilestones> {
      const now = clock.now()
      if (at !== undefined && new Date(at).getTime() > now.getTime() + limits.CLOCK_SKEW_MS)
        throw fieldError('invalid', 'at', 'Choose a time in the past')
      const mark = { milestone, side, at: at === undefined ? now : new Date(at), markedBy: userIdOf(context) }
      return changeMilestones(context, contactId, 'contact.milestone-marked', (tx) =>
        milestones.insertMark(tx, contactId, mark),
      )
    },

    /** @throws {AppError} not_found for the contact or the mark */
    unmark: (context: Context, contactId: string, markId: string): Promise<ContactMilestones> =>
      changeMilestones(context, contactId, 'contact.milestone-unmarked', async (tx) => {
        if (!(await milestones.undoMark(tx, contactId, markId, clock.now()))) throw notFound('Milestone')
      }),

    /** @throws {AppError} not_found */
    setPipelineValue: (
      context: Context,
      contactId: string,
      { side, value }: BodyOf<typeof setPipelineValue>,
    ): Promise<ContactMilestones> =>
      changeContact(context, contactId, 'contact.pipeline-value-set', async (tx) => {
        const { priceCents = null, feeCents = null, feePercent = null } = value ?? {}
        if (priceCents === null && feeCents === null && feePercent === null)
          await milestones.deletePipelineValue(tx, contactId, side)
        else
          await milestones.setPipelineValue(
            tx,
            contactId,
            side,
            { priceCents, feeCents, feePercent },
            { memberId: userIdOf(context), now: clock.now() },
          )
        return readContact(tx, contactId)
      }),

    listDashboards: (context: Context): Promise<Dashboard[]> =>
      db.tenant(context.organizationId, (tx) => dashboards.listDashboards(tx, requireUserId(context))),

    /** @throws {AppError} conflict when the name is taken or there are too many */
    addDashboard: (context: Context, input: BodyOf<typeof createDashboard>): Promise<Dashboard> =>
      db.tenant(context.organizationId, async (tx) => {
        const userId = requireUserId(context)
        const own = (await dashboards.listDashboards(tx, userId)).filter(({ isOwn }) => isOwn)
        if (own.length >= limits.MAX_DASHBOARDS)
          throw new AppError(
            'conflict',
            `You have ${limits.MAX_DASHBOARDS} dashboards, which is the limit. Delete one first.`,
          )
        const added = await dashboards.insertDashboard(tx, userId, newId(), input)
        if (!added) throw nameTakenError()
        if (added.isShared) await audit(tx, { ...context, action: 'dashboard.shared', subject: added.id })
        return added
      }),

    /** @throws {AppError} not_found, conflict when the name is taken */
    updateDashboard: (
      context: Context,
      id: string,
      changes: BodyOf<typeof updateDashboard>,
    ): Promise<Dashboard> =>
      db
        .tenant(context.organizationId, async (tx) => {
          const changed = await dashboards.updateDashboard(tx, requireUserId(context), id, changes)
          if (!changed) throw notFound('Dashboard')
          if (changes.isShared) await audit(tx, { ...context, action: 'dashboard.shared', subject: id })
          return changed
        })
        .catch((error: unknown) => {
          throw dashboards.isNameTaken(error) ? nameTakenError() : error
        }),

    /** @throws {AppError} not_found */
    removeDashboard: (context: Context, id: string): Promise<void> =>
      db.tenant(context.organizationId, async (tx) => {
        if (!(await dashboards.deleteDashboard(tx, requireUserId(context), id))) throw notFound('Dashboard')
      }),

    /** Removes what only a leaving member saw; part of the caller's transaction. */
    removePrivateOf: dashboards.deletePrivateDashboards,

    /** Sums the days of an organization that are not up to date. */
    sum: (organizationId: OrganizationId, signal?: AbortSignal): Promise<void> =>
      sumDays({ db, clock }, organizationId, signal),

    /** Queues every organization with days to sum. */
    async sumAll(): Promise<void> {
      for (const organizationId of await listOrganizationsToSum(db, lastDayToSum(clock.now())))
        await queue.send(SUM_ORGANIZATION, { organizationId }, { key: organizationId })
    },

    /** Derives everything again and compares it with what is stored. */
    rebuild: (organizationId: OrganizationId, options: { writes: boolean }) =>
      rebuildFacts({ db }, organizationId, options),
  }
}
export type AnalyticsService = ReturnType<typeof analyticsService>

type StateQuery = Pick<ViewQuery, 'range' | 'filter' | 'side'>

/** Lists the people in a state without a day: a stage of the pipeline, a score band or a missing field. Null for other metrics. */
function stateList(tx: TenantTx, metric: string, { range, filter, side }: StateQuery) {
  const [kind, part = '', more] = metric.split('.')
  if (kind === 'stage')
    return (page: PageAfterId) =>
      milestones.listPeopleInStage(tx, { milestone: part, range, filter, side }, page)
  if (kind === 'band')
    return async (page: PageAfterId) => {
      const month = await gauges.findSnapshotMonth(tx, range.from, range.to)
      const band = /^[0-4]$/.test(part) ? Number(part) : -1
      if (month === null) return []
      return gauges.listPeopleInBand(tx, { month, band, isMoved: more === 'moved', filter }, page)
    }
  return isState(metric) ? (page: PageAfterId) => listPeopleInState(tx, { metric, filter }, page) : null
}

/** Patterns of the metrics that a metric of the API means. */
function patternsOf(metric: string, side: ViewQuery['side']): string[] {
  const [kind = '', ...rest] = metric.split('.')
  const [last] = rest
  if (kind === 'milestone' && rest.length === 1) return [milestoneMetric(last ?? '', side)]
  if (metric === GAINED_POINTS) return GAINED_POINTS_METRICS
  if (metric === CONTACT_ACTIVITIES) return CONTACT_ACTIVITY_METRICS
  const hasParts = ['activity', 'milestone', 'response', 'signal', 'score', 'credit'].includes(kind)
  return [rest.length === 0 && hasParts ? `${kind}.%` : metric]
}
