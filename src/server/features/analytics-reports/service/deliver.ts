import type { Dashboard } from '#contract/analytics/dashboards.ts'
import { analyticsQuery } from '#contract/analytics/query.ts'
import type { ReportDelivery } from '#contract/analytics/reports.ts'
import { tableOf } from '#domain/charts/chart.ts'
import type { AnalyticsService } from '#server/features/analytics/service.ts'
import type { AnalyticsPicturesService } from '#server/features/analytics-pictures/service.ts'
import type { BrandsService } from '#server/features/brands/service.ts'
import type { DomainsService } from '#server/features/domains/service.ts'
import type { MembershipsService } from '#server/features/memberships/service.ts'
import { type ActingMember, actAs } from '#server/platform/acting-member.ts'
import { americanDay } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError } from '#server/platform/errors.ts'
import { nextMailAt } from '#server/platform/mail/mail-retry.ts'
import { type Email, emailFailureOf } from '#server/platform/mail/mailer.ts'
import type { Platform } from '#server/platform/platform.ts'
import { LEASE_MS, MAX_ATTEMPTS } from '../limits.ts'
import * as store from '../store.ts'
import { type ReportPicture, reportEmail } from './email.ts'

type Features = {
  analytics: Pick<AnalyticsService, 'listDashboards'>
  analyticsPictures: Pick<AnalyticsPicturesService, 'read' | 'drawChart'>
  brands: Pick<BrandsService, 'emailBrandOf'>
  domains: Pick<DomainsService, 'originOf'>
  memberships: Pick<MembershipsService, 'findActingMember'>
  tokenOf: (organizationId: string, dashboardId: string, userId: string) => string
}

/** An email of which this worker has the lease. */
type Claimed = { organizationId: OrganizationId; delivery: store.ClaimedDelivery }

/** Returns the function that sends one email of a dashboard, with the figures that its recipient sees. */
export function deliverer(
  { db, mailer, clock, log }: Pick<Platform, 'db' | 'mailer' | 'clock' | 'log'>,
  { analytics, analyticsPictures, brands, domains, memberships, tokenOf }: Features,
) {
  const update = (
    { organizationId, delivery }: Claimed,
    status: ReportDelivery['status'],
    { reason = null, nextAt }: { reason?: ReportDelivery['reason']; nextAt?: Date } = {},
  ): Promise<boolean> =>
    db.tenant(organizationId, (tx) => {
      const now = clock.now()
      const finishedAt = status === 'pending' || status === 'sending' ? null : now
      return store.updateDelivery(tx, delivery, { status, reason, finishedAt, nextAt: nextAt ?? now })
    })

  /** Tries again later, with growing pauses. */
  const retryLater = (claimed: Claimed) =>
    update(claimed, 'pending', { nextAt: nextMailAt(claimed.delivery.attempts, clock.now()) })

  /** The email with the figures of the day on which it was due. @throws {AppError} invalid for a period that can't be shown */
  async function composeEmail(
    claimed: Claimed,
    dashboard: Dashboard,
    { access }: ActingMember,
  ): Promise<Email> {
    const { organizationId, delivery } = claimed
    const { userId, dueAt, isTest } = delivery
    const query = analyticsQuery.parse(dashboard.query)
    const content = await analyticsPictures.read(contextOf(claimed), {
      ...query,
      view: dashboard.view,
      to: query.to ?? americanDay(new Date(dueAt)),
    })
    const pictures: ReportPicture[] = []
    for (const chart of content.charts)
      if (tableOf(chart.chart).rows.length > 0)
        pictures.push({ chart, png: await analyticsPictures.drawChart(chart, content.filtersText) })
    const { site, complete } = await brands.emailBrandOf(organizationId)
    const schedule = await db.tenant(organizationId, (tx) => store.findSchedule(tx, dashboard.id))
    return complete(
      reportEmail(delivery, dashboard, {
        ...{ content, pictures, site, now: clock.now() },
        origin: await domains.originOf(organizationId),
        schedule: isTest ? null : (schedule ?? null),
        token: isTest ? null : tokenOf(organizationId, dashboard.id, userId),
        access,
      }),
    )
  }

  /** Sends an email that was made. After an unknown failure it may have been sent, and two would be worse than none. */
  async function sendOnce(claimed: Claimed, email: Email): Promise<void> {
    const leaseUntil = new Date(clock.now().getTime() + LEASE_MS)
    if (!(await update(claimed, 'sending', { nextAt: leaseUntil }))) return
    try {
      await mailer.send(email)
    } catch (error) {
      const failure = emailFailureOf(error)
      log.warn({ delivery: claimed.delivery.id, failure }, 'Could not send a dashboard by email')
      if (failure === 'rejected') await update(claimed, 'failed', { reason: 'rejected' })
      else if (failure === 'unknown') await update(claimed, 'failed', { reason: 'interrupted' })
      else await retryLater(claimed)
      return
    }
    await update(claimed, 'sent')
  }

  async function composeAndSend(claimed: Claimed): Promise<void> {
    const { organizationId, delivery } = claimed
    const member = await memberships.findActingMember(organizationId, delivery.userId)
    if (!member) return
    // On behalf of the recipient, who may see only own or team records.
    const composed = await actAs(member, async () => {
      const dashboards = await analytics.listDashboards(contextOf(claimed))
      const dashboard = dashboards.find(({ id }) => id === delivery.dashboardId)
      return dashboard ? composeEmail(claimed, dashboard, member) : null
    }).catch(async (error) => {
      if (error instanceof AppError && error.code === 'invalid') return 'no_figures' as const
      await retryLater(claimed)
      throw error
    })
    if (composed === 'no_figures') await update(claimed, 'failed', { reason: composed })
    else if (composed) await sendOnce(claimed, composed)
    else {
      // The dashboard is private by now, so the member is no recipient anymore.
      const { dashboardId, userId } = delivery
      await db.tenant(organizationId, (tx) => store.removeRecipient(tx, dashboardId, userId, clock.now()))
      await update(claimed, 'skipped', { reason: 'no_access' })
    }
  }

  return async ({ organizationId, deliveryId }: store.DueDelivery): Promise<void> => {
    const now = clock.now()
    const delivery = await db.tenant(organizationId, async (tx) => {
      await store.failInterrupted(tx, deliveryId, now)
      const leaseUntil = new Date(now.getTime() + LEASE_MS)
      return store.claimDelivery(tx, deliveryId, { now, leaseUntil })
    })
    if (!delivery) return
    const claimed: Claimed = { organizationId, delivery }
    const reason = reasonToSkip(claimed)
    if (reason) await update(claimed, reason === 'too_late' ? 'failed' : 'skipped', { reason })
    else await composeAndSend(claimed)
  }
}

/** Why an email must not be sent; null if it may be. */
function reasonToSkip({ delivery }: Claimed): ReportDelivery['reason'] {
  if (!delivery.isActive) return 'inactive'
  if (!delivery.isTest && delivery.lossReason) return delivery.lossReason
  return delivery.attempts > MAX_ATTEMPTS ? 'too_late' : null
}

function contextOf({ organizationId, delivery: { userId, role } }: Claimed): Context {
  return { organizationId, actor: { kind: 'user', userId, role }, requestId: undefined }
}
