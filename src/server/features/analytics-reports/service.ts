import type { Dashboard } from '#contract/analytics/dashboards.ts'
import { MAX_REPORT_RECIPIENTS, type Report, type ReportInput } from '#contract/analytics/reports.ts'
import { nextReport, scheduleText } from '#domain/analytics/report-schedule.ts'
import type { AnalyticsService } from '#server/features/analytics/service.ts'
import type { AnalyticsPicturesService } from '#server/features/analytics-pictures/service.ts'
import type { BrandsService } from '#server/features/brands/service.ts'
import type { DomainsService } from '#server/features/domains/service.ts'
import type { MembershipsService } from '#server/features/memberships/service.ts'
import { audit } from '#server/platform/audit.ts'
import { addDays } from '#server/platform/clock.ts'
import { type Context, requireUserId } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { type OrganizationId, parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, fieldError, notFound } from '#server/platform/errors.ts'
import { digest } from '#server/platform/ids.ts'
import { personHash } from '#server/platform/person-hashes.ts'
import type { Platform } from '#server/platform/platform.ts'
import { trySend } from '#server/platform/queue/try-send.ts'
import * as limits from './limits.ts'
import * as policy from './policy.ts'
import { deliverer } from './service/deliver.ts'
import * as store from './store.ts'

export const REPORT_JOB = 'send-report'
export type { DueDelivery } from './store.ts'

/** Saved dashboards by email: schedules, recipients, and the emails themselves. */
export function analyticsReportsService(
  platform: Pick<Platform, 'db' | 'queue' | 'mailer' | 'clock' | 'log'>,
  features: {
    analytics: Pick<AnalyticsService, 'view' | 'listDashboards'>
    analyticsPictures: Pick<AnalyticsPicturesService, 'read' | 'drawChart'>
    brands: Pick<BrandsService, 'emailBrandOf'>
    domains: Pick<DomainsService, 'originOf'>
    memberships: Pick<MembershipsService, 'findActingMember'>
  },
) {
  const { db, clock } = platform
  const deliver = deliverer(platform, { ...features, tokenOf })

  /** A dashboard that the caller sees. @throws {AppError} not_found */
  async function requireDashboard(context: Context, id: string): Promise<Dashboard> {
    const dashboard = (await features.analytics.listDashboards(context)).find((each) => each.id === id)
    if (!dashboard) throw notFound('Dashboard')
    return dashboard
  }

  /** A dashboard whose emails the caller may change. @throws {AppError} not_found, forbidden */
  async function requireManaged(context: Context, id: string): Promise<Dashboard> {
    const dashboard = await requireDashboard(context, id)
    policy.requireCanManage(context, dashboard)
    return dashboard
  }

  async function readReport(tx: TenantTx, context: Context, dashboard: Dashboard): Promise<Report> {
    const userId = requireUserId(context)
    const canManage = policy.canManage(context, dashboard)
    const recipients = await store.listRecipients(tx, dashboard.id)
    return {
      schedule: (await store.findSchedule(tx, dashboard.id)) ?? null,
      canManage,
      isSubscribed: recipients.find((each) => each.userId === userId)?.isSubscribed ?? null,
      recipients: canManage ? recipients : [],
      deliveries: await store.listDeliveries(tx, dashboard.id, canManage ? null : userId),
    }
  }

  /** @throws {AppError} conflict for a dashboard that is not sent */
  async function requireSchedule(tx: TenantTx, dashboardId: string): Promise<void> {
    if (!(await store.findSchedule(tx, dashboardId)))
      throw new AppError('conflict', "This dashboard isn't sent by email yet")
  }

  const addRecipient = (tx: TenantTx, dashboardId: string, userId: string) =>
    store.addRecipient(tx, dashboardId, userId, digest(tokenOf(tx.organizationId, dashboardId, userId)))

  /** Adds the emails of every run of a dashboard that is due, also of missed ones, and moves its time on. */
  const plan = (organizationId: OrganizationId, dashboardId: string): Promise<void> =>
    db.tenant(organizationId, async (tx) => {
      const now = clock.now()
      const schedule = await store.lockDueSchedule(tx, dashboardId, now)
      if (!schedule) return
      // Times that passed while the organization was suspended or without a plan are left out.
      const oldest = schedule.isActive ? addDays(now, -limits.MAX_DAYS_LATE) : now
      let dueAt = new Date(schedule.nextAt)
      if (dueAt < oldest) dueAt = nextReport(schedule, oldest)
      for (; dueAt <= now; dueAt = nextReport(schedule, dueAt))
        if (schedule.isActive) await store.insertDeliveries(tx, dashboardId, { dueAt, now })
      await store.setNext(tx, dashboardId, dueAt)
      await store.deleteOldDeliveries(tx, dashboardId, now)
    })

  const queueDue = async (): Promise<void> => {
    for (const due of await store.listDueDeliveries(db, clock.now()))
      await trySend(platform, REPORT_JOB, due, `${due.organizationId} ${due.deliveryId}`)
  }

  return {
    /** @throws {AppError} not_found */
    async get(context: Context, dashboardId: string): Promise<Report> {
      const dashboard = await requireDashboard(context, dashboardId)
      return db.tenant(context.organizationId, (tx) => readReport(tx, context, dashboard))
    },

    /** @throws {AppError} not_found, forbidden, invalid for recipients who don't see the dashboard, conflict for too many */
    async set(
      context: Context,
      dashboardId: string,
      { recipients, ...schedule }: ReportInput,
    ): Promise<Report> {
      const dashboard = await requireManaged(context, dashboardId)
      policy.requireVisible(dashboard, recipients, requireUserId(context))
      return db.tenant(context.organizationId, async (tx) => {
        if ((await store.countOtherSchedules(tx, dashboardId)) >= limits.MAX_REPORTS)
          throw new AppError(
            'conflict',
            `Your organization sends ${limits.MAX_REPORTS} dashboards by email, which is the limit. Stop one first.`,
          )
        await store.storeSchedule(tx, dashboardId, {
          ...schedule,
          nextAt: nextReport(schedule, clock.now()),
        })
        if (!(await store.areMembers(tx, recipients)))
          throw fieldError('invalid', 'recipients', 'Choose members of your organization')
        await store.removeRecipientsExcept(tx, dashboardId, recipients, clock.now())
        for (const userId of recipients) await addRecipient(tx, dashboardId, userId)
        if (!(await store.listRecipients(tx, dashboardId)).some(({ isSubscribed }) => isSubscribed))
          throw fieldError('invalid', 'recipients', 'Choose a member who has not unsubscribed')
        const details = { when: scheduleText(schedule), recipients: recipients.length }
        await audit(tx, { ...context, action: 'report.scheduled', subject: dashboardId, details })
        return readReport(tx, context, dashboard)
      })
    },

    /** Ends the emails of a dashboard. @throws {AppError} not_found, forbidden */
    async remove(context: Context, dashboardId: string): Promise<void> {
      await requireManaged(context, dashboardId)
      await db.tenant(context.organizationId, async (tx) => {
        if (!(await store.deleteSchedule(tx, dashboardId, clock.now()))) return
        await audit(tx, { ...context, action: 'report.stopped', subject: dashboardId })
      })
    },

    /** Turns the caller's own emails on or off. @throws {AppError} not_found, conflict */
    async setSubscribed(context: Context, dashboardId: string, isSubscribed: boolean): Promise<Report> {
      const dashboard = await requireDashboard(context, dashboardId)
      const userId = requireUserId(context)
      return db.tenant(context.organizationId, async (tx) => {
        await requireSchedule(tx, dashboardId)
        const isOn = ({ isSubscribed: on }: store.Recipient) => on
        const others = (await store.listRecipients(tx, dashboardId)).filter((each) => each.userId !== userId)
        if (isSubscribed && others.filter(isOn).length >= MAX_REPORT_RECIPIENTS)
          throw new AppError(
            'conflict',
            `${MAX_REPORT_RECIPIENTS} members get this dashboard, which is the limit`,
          )
        const isAdded = isSubscribed && (await addRecipient(tx, dashboardId, userId))
        const unsubscribedAt = isSubscribed ? null : clock.now()
        const isChanged = await store.setSubscribed(tx, dashboardId, userId, unsubscribedAt)
        if (isAdded || isChanged) {
          const action = isSubscribed ? 'report.subscribed' : 'report.unsubscribed'
          await audit(tx, { ...context, action, subject: dashboardId })
        }
        return readReport(tx, context, dashboard)
      })
    },

    /**
     * Sends a dashboard now: to the caller, to see what it looks like, or to all recipients.
     *
     * @throws {AppError} not_found, forbidden, conflict without recipients
     */
    async request(context: Context, dashboardId: string, to: 'me' | 'recipients'): Promise<Report> {
      const dashboard =
        to === 'me'
          ? await requireDashboard(context, dashboardId)
          : await requireManaged(context, dashboardId)
      const now = clock.now()
      const report = await db.tenant(context.organizationId, async (tx) => {
        if (to === 'me') await store.insertTest(tx, dashboardId, requireUserId(context), now)
        else {
          await requireSchedule(tx, dashboardId)
          await store.insertDeliveries(tx, dashboardId, { dueAt: now, now })
        }
        await audit(tx, { ...context, action: 'report.requested', subject: dashboardId, details: { to } })
        return readReport(tx, context, dashboard)
      })
      await queueDue()
      return report
    },

    /** Stops one member's emails by the link in one; repeating it is fine. @throws {AppError} not_found */
    async unsubscribe(token: string, requestId: string): Promise<void> {
      const recipient = await store.findByToken(db, digest(token))
      if (!recipient) throw new AppError('not_found', "This link isn't valid")
      const { dashboardId, userId } = recipient
      await db.tenant(parseOrganizationId(recipient.organizationId), async (tx) => {
        if (!(await store.setSubscribed(tx, dashboardId, userId, clock.now()))) return
        const actor = { kind: 'system', job: 'unsubscribe link' } as const
        const entry = { actor, action: 'report.unsubscribed', subject: dashboardId, requestId }
        await audit(tx, { ...entry, details: { member: userId } })
      })
    },

    /** Sends one email if it is due; called by the job. */
    send: deliver,

    /** Plans what is due, and queues the emails that wait. */
    async sweep(): Promise<void> {
      for (const { organizationId, dashboardId } of await store.listDueSchedules(db, clock.now()))
        await plan(organizationId, dashboardId)
      await queueDue()
    },
  }
}
export type AnalyticsReportsService = ReturnType<typeof analyticsReportsService>

/**
 * The token in a member's unsubscribe links. It is derived with the key of hashes, so that links in old emails keep
 * working although the database has only its hash.
 */
function tokenOf(organizationId: string, dashboardId: string, userId: string): string {
  return personHash(`report ${organizationId} ${dashboardId} ${userId}`).toString('base64url')
}
