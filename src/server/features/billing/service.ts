import type { MoneyCheck } from '#contract/admin.ts'
import type { Billing, BillingPeriod } from '#contract/billing.ts'
import type { BillingEmailsService } from '#server/features/billing-emails/service.ts'
import type { CreditsService } from '#server/features/credits/service.ts'
import type { EnrichmentService } from '#server/features/enrichment/service.ts'
import type { NotificationsService } from '#server/features/notifications/service.ts'
import { auditPlatform } from '#server/platform/audit.ts'
import { throttle } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Invoice, PaymentEvent } from '#server/platform/payments/payments.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from './limits.ts'
import { applyEvent } from './service/apply-event.ts'
import { catchUp } from './service/catch-up.ts'
import { checkMoney } from './service/check-money.ts'
import { openCheckout, openPortal } from './service/checkout.ts'
import { endDisconnectedSubscriptions } from './service/disconnected-provider.ts'
import { readOverview, readSubscription } from './service/overview.ts'
import { finishRefunds, requestGuaranteeRefund, tryRefund } from './service/refunds.ts'
import { setRenewal } from './service/renewal.ts'
import { quotePeriod, switchPeriod } from './service/switch-period.ts'
import { findLastCheck, recordCheckTime } from './store/money-checks.ts'
import { listNotes } from './store/notes.ts'
import * as store from './store/organization.ts'
import { listDueRefunds } from './store/refunds.ts'

export const BILLING_AUDIT_JOB = 'billing.check-money'

type Deps = Pick<
  Platform,
  'db' | 'events' | 'payments' | 'clock' | 'log' | 'site' | 'mailer' | 'adminEmails' | 'queue'
>
type Features = {
  credits: CreditsService
  billingEmails: BillingEmailsService
  notifications: Pick<NotificationsService, 'billing'>
  enrichment: Pick<EnrichmentService, 'resumeWaiting'>
}

/** Limits audit entries about rejected webhooks, because anyone can send an invalid signature. */
const REJECTION_LOG_INTERVAL_MS = 60_000

/** Subscriptions. The payment provider's signed events are the source of truth; everything else only requests changes. */
export function billingService(
  platform: Deps,
  { credits, billingEmails, notifications, enrichment }: Features,
) {
  const { db, payments, clock, log } = platform
  const deps = { ...platform, credits, billingEmails, notifications }
  const shouldRecordRejection = throttle(clock, REJECTION_LOG_INTERVAL_MS)

  async function applyOnce(event: PaymentEvent): Promise<void> {
    const organizationId = await applyEvent(deps, event)
    if (!organizationId) return
    const organization = await db.tenant(organizationId, store.findOrganization)
    // A late payment of an ended subscription adds credits but doesn't reactivate it.
    if (organization?.subscriptionStatus !== 'active') return
    await enrichment.resumeWaiting(organizationId)
  }

  async function recordRejection(requestId: string): Promise<void> {
    if (!shouldRecordRejection()) return
    const entry = { actor: { kind: 'visitor' }, action: 'webhook.rejected', requestId } as const
    await db
      .transaction((tx) => auditPlatform(tx, entry))
      .catch((error: Error) => log.warn({ err: error }, 'Could not record a rejected webhook'))
  }

  const withDeps =
    <A extends unknown[], R>(operation: (operationDeps: typeof deps, ...args: A) => R) =>
    (...args: A): R =>
      operation(deps, ...args)

  return {
    /** Applies a verified event once. */
    applyOnce,

    openCheckout: withDeps(openCheckout),

    /**
     * Handles a signed event of the provider. Unknown events are stored and acknowledged like the others.
     *
     * @throws {AppError} invalid for a wrong signature
     */
    async receiveEvent(rawBody: Buffer, signature: string | undefined, requestId: string): Promise<void> {
      let event: PaymentEvent
      try {
        event = payments.verifyEvent(rawBody, signature)
      } catch (error) {
        await recordRejection(requestId)
        throw error
      }
      await applyOnce(event)
    },

    /** Applies the checkout's events now, in case the webhook hasn't arrived yet; called by the return page. */
    async confirmCheckout(
      context: Context,
      sessionId: string,
    ): Promise<{ success: boolean; error: string | null }> {
      const events = await payments.eventsOfCheckout(sessionId, context.organizationId)
      for (const event of events ?? []) await applyOnce(event)
      const isPaid = events?.some(({ change }) => change?.status === 'active')
      const organization = isPaid
        ? await db.tenant(context.organizationId, store.findOrganization)
        : undefined
      const success = organization?.subscriptionStatus === 'active'
      return { success, error: success ? null : 'Failed to activate subscription' }
    },

    async readOrganization(context: Context) {
      const organization = await db.tenant(context.organizationId, store.findOrganization)
      if (!organization) throw notFound('Organization')
      return { organization }
    },

    readOverview: withDeps(readOverview),

    /** Newest first; empty before the first checkout. @throws {AppError} unavailable without the provider */
    async listInvoices(context: Context): Promise<{ invoices: Invoice[] }> {
      const { customerId } = await db.tenant(context.organizationId, (tx) => readSubscription(tx, deps))
      return { invoices: customerId ? await payments.invoices(customerId, limits.MAX_INVOICES_SHOWN) : [] }
    },

    openPortal: withDeps(openPortal),

    setRenewal: withDeps(setRenewal),

    quotePeriod: withDeps(quotePeriod),

    /**
     * Switches between monthly and yearly billing, with a quote that is at most 15 minutes old.
     *
     * @throws {AppError} conflict as `quotePeriod`, for the current period or an older quote, and for a declined card
     */
    async switchPeriod(
      context: Context,
      { period, at }: { period: BillingPeriod; at: string },
    ): Promise<Billing> {
      const subscriptionId = await switchPeriod(deps, context, { period, at: new Date(at) })
      // The provider's webhook reports the same a few seconds later.
      for (const event of (await payments.eventsOfSubscription(subscriptionId)) ?? []) await applyOnce(event)
      return readOverview(deps, context)
    },

    requestGuaranteeRefund: withDeps(requestGuaranteeRefund),
    finishRefunds: withDeps(finishRefunds),

    endDisconnectedSubscriptions: withDeps(endDisconnectedSubscriptions),

    /** Queues a check of the billing rules. @returns the last check */
    async requestCheck(): Promise<MoneyCheck> {
      await recordCheckTime(db, 'asked_at', clock.now())
      await platform.queue.send(BILLING_AUDIT_JOB, {}, { key: BILLING_AUDIT_JOB })
      return findLastCheck(db)
    },

    /** The last check of the billing rules, and the notes for operators. */
    readMoneyState: async () => ({ check: await findLastCheck(db), notes: await listNotes(db) }),

    /** Asks the provider about overdue events. */
    catchUp: (): Promise<void> => catchUp(deps, applyOnce),

    checkMoney: withDeps(checkMoney),

    /** Continues refunds that a stopped process or an unreachable provider left open. */
    async sweep(): Promise<void> {
      for (const { organizationId, ...name } of await listDueRefunds(db, clock.now())) {
        await tryRefund(deps, organizationId, name)
      }
    },
  }
}
export type BillingService = ReturnType<typeof billingService>
