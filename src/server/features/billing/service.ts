import type { MoneyCheck } from '#contract/admin.ts'
import type { Billing, BillingPeriod, PeriodQuote } from '#contract/billing.ts'
import type { BillingMailsService } from '#server/features/billing-mails/service.ts'
import type { CreditsService } from '#server/features/credits/service.ts'
import type { EnrichmentService } from '#server/features/enrichment/service.ts'
import type { NotificationsService } from '#server/features/notifications/service.ts'
import { auditPlatform } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Invoice, PaymentEvent } from '#server/platform/payments/payments.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as policy from './policy.ts'
import { applyEvent } from './service/apply-event.ts'
import { catchUp } from './service/catch-up.ts'
import { checkMoney } from './service/check-money.ts'
import { openCheckout, openPortal } from './service/checkout.ts'
import { overview, standingOf } from './service/overview.ts'
import { setBestSubscription } from './service/record-change.ts'
import { finishRefunds, requestGuaranteeRefund, tryRefund } from './service/refunds.ts'
import { setRenewal } from './service/renewal.ts'
import { quotePeriod, switchPeriod } from './service/switch-period.ts'
import { endUnconnected } from './service/unconnected.ts'
import { askForCheck, lastCheck } from './store/money-checks.ts'
import { listNotes } from './store/notes.ts'
import * as store from './store/organization.ts'
import { listDueRefunds } from './store/refunds.ts'
import { listSubscriptions } from './store/subscriptions.ts'

export const CHECK_MONEY_JOB = 'billing.check-money'

type Deps = Pick<
  Platform,
  'db' | 'events' | 'payments' | 'clock' | 'log' | 'appUrl' | 'site' | 'mailer' | 'adminEmails' | 'queue'
>
type Features = {
  credits: CreditsService
  mails: BillingMailsService
  notifications: Pick<NotificationsService, 'billing'>
  enrichment: Pick<EnrichmentService, 'resumeWaiting'>
}

/** Anybody can send a wrong signature; the audit log is told of one a minute, so that nobody can fill it. */
const REJECTION_LOG_INTERVAL_MS = 60_000

/** Subscriptions. The payment provider's signed events say what holds; everything else only asks for them. */
export function billingService(platform: Deps, { credits, mails, notifications, enrichment }: Features) {
  const { db, payments, clock, log } = platform
  const deps = { ...platform, credits, mails, notifications }
  let rejectionNotedAt = 0

  async function take(event: PaymentEvent): Promise<void> {
    const organizationId = await applyEvent(deps, event)
    if (!organizationId) return
    const known = await db.tenant(organizationId, store.findOrganization)
    // A late payment of a subscription that has ended brings credits, but opens nothing.
    if (known?.subscriptionStatus !== 'active') return
    // The credits are there already; look-ups that wait for them are also found by the sweep.
    await enrichment
      .resumeWaiting(organizationId)
      .catch((error: Error) => log.warn({ err: error }, 'Waiting look-ups were not woken'))
  }

  function noteRejection(requestId: string): Promise<void> {
    const now = clock.now().getTime()
    if (now - rejectionNotedAt < REJECTION_LOG_INTERVAL_MS) return Promise.resolve()
    rejectionNotedAt = now
    const entry = { actor: { kind: 'visitor' }, action: 'webhook.rejected', requestId } as const
    return db
      .transaction((tx) => auditPlatform(tx, entry))
      .catch((error: Error) => log.warn({ err: error }, 'A rejected webhook was not noted'))
  }

  const get = (context: Context): Promise<Billing> =>
    db.tenant(context.organizationId, (tx) => overview(tx, deps))

  /** @throws {AppError} forbidden for all but an owner, not_found for another organization */
  function requireOwnerOf(context: Context, organizationId: string): void {
    policy.requireOwner(context)
    policy.requireOwn(context, organizationId)
  }

  return {
    /** Lets a verified event take effect, once. */
    take,

    /**
     * Opens a hosted checkout.
     *
     * @throws {AppError} forbidden for all but an owner, not_found for another organization, conflict while a
     * subscription is active or its payment is tried again, and while suspended
     */
    async openCheckout(
      context: Context,
      wish: { organizationId: string; billingPeriod: BillingPeriod },
    ): Promise<{ url: string }> {
      requireOwnerOf(context, wish.organizationId)
      return openCheckout(deps, context, wish.billingPeriod)
    },

    /**
     * Takes a signed event of the provider. Events that mean nothing to us are kept and answered like the others.
     *
     * @throws {AppError} invalid when the signature is not right
     */
    async receiveEvent(rawBody: Buffer, signature: string | undefined, requestId: string): Promise<void> {
      let event: PaymentEvent
      try {
        event = payments.verifyEvent(rawBody, signature)
      } catch (error) {
        await noteRejection(requestId)
        throw error
      }
      await take(event)
    },

    /** What the return page asks for: the checkout's events take effect now if the webhook has not come yet. */
    async confirmCheckout(
      context: Context,
      sessionId: string,
    ): Promise<{ success: boolean; error: string | null }> {
      const events = await payments.eventsOfCheckout(sessionId, context.organizationId)
      for (const event of events ?? []) await take(event)
      const isPaid = events?.some(({ change }) => change?.status === 'active')
      const known = isPaid ? await db.tenant(context.organizationId, store.findOrganization) : undefined
      const success = known?.subscriptionStatus === 'active'
      return { success, error: success ? null : 'Failed to activate subscription' }
    },

    /** @throws {AppError} not_found for every organization but the caller's own */
    async subscription(context: Context, organizationId: string) {
      policy.requireOwn(context, organizationId)
      const known = await db.tenant(context.organizationId, store.findOrganization)
      if (!known) throw notFound('Organization')
      const { id, name, subscriptionStatus, subscriptionPlan, subscriptionPeriodEnd, seats } = known
      return {
        organization: {
          ...{ id, name, subscriptionStatus, subscriptionPlan, subscriptionPeriodEnd, seats },
          credits: known.credits,
        },
      }
    },

    /** @throws {AppError} not_found for every organization but the caller's own */
    async overview(context: Context, organizationId: string): Promise<Billing> {
      policy.requireOwn(context, organizationId)
      return get(context)
    },

    /** The newest first; none before the first checkout. @throws {AppError} unavailable without the provider */
    async invoices(context: Context, organizationId: string): Promise<{ invoices: Invoice[] }> {
      requireOwnerOf(context, organizationId)
      const { customerId } = await db.tenant(context.organizationId, (tx) => standingOf(tx, deps))
      return { invoices: customerId ? await payments.invoices(customerId, policy.MAX_INVOICES_SHOWN) : [] }
    },

    async openPortal(context: Context, organizationId: string): Promise<{ url: string }> {
      requireOwnerOf(context, organizationId)
      return openPortal(deps, context)
    },

    /** Ends the subscription with its paid period. @throws {AppError} conflict without a running one */
    async cancel(context: Context, organizationId: string): Promise<Billing> {
      requireOwnerOf(context, organizationId)
      await setRenewal(deps, context, true)
      return get(context)
    },

    /** Takes a cancellation back. @throws {AppError} conflict without a running subscription */
    async resume(context: Context, organizationId: string): Promise<Billing> {
      requireOwnerOf(context, organizationId)
      await setRenewal(deps, context, false)
      return get(context)
    },

    /** What the other period costs now. @throws {AppError} conflict without an active subscription that renews */
    async quotePeriod(context: Context, organizationId: string): Promise<PeriodQuote> {
      requireOwnerOf(context, organizationId)
      return quotePeriod(deps, context)
    },

    /**
     * Changes between monthly and yearly billing, at a quote of the last 15 minutes.
     *
     * @throws {AppError} conflict as `quotePeriod`, with the present period or an older quote, and when the card is declined
     */
    async switchPeriod(
      context: Context,
      organizationId: string,
      { period, at }: { period: BillingPeriod; at: string },
    ): Promise<Billing> {
      requireOwnerOf(context, organizationId)
      const subscriptionId = await switchPeriod(deps, context, { period, at: new Date(at) })
      // The provider's events say the same some seconds later.
      for (const event of (await payments.eventsOfSubscription(subscriptionId)) ?? []) await take(event)
      return get(context)
    },

    /** Money back, once an organization. @throws {AppError} conflict when there is nothing to give back */
    async refund(context: Context, organizationId: string) {
      requireOwnerOf(context, organizationId)
      return requestGuaranteeRefund(deps, context)
    },

    /** Carries open refunds of an organization out now. @throws {AppError} unavailable while one stays open */
    finishRefunds: (organizationId: OrganizationId): Promise<void> => finishRefunds(deps, organizationId),

    /** Lets an organization stand by the best of its subscriptions, after one was written by an operator. */
    async settle(tx: TenantTx, source: string): Promise<void> {
      const known = await store.lockOrganization(tx)
      if (!known || !(await setBestSubscription(tx, deps, known, await listSubscriptions(tx), source))) return
      deps.events.publish(tx, tx.organizationId, { type: 'organization.changed' })
    },

    /** Ends subscriptions of a provider that is no longer connected, once their period is over. */
    endUnconnected: (): Promise<void> => endUnconnected(deps),

    /** Lets the rules about money be checked soon, by a job. @returns the check that ran last */
    async askForCheck(): Promise<MoneyCheck> {
      await askForCheck(db, clock.now())
      await platform.queue.send(CHECK_MONEY_JOB, {}, { key: CHECK_MONEY_JOB })
      return lastCheck(db)
    },

    /** The last check of the rules about money, and what a person should look at. */
    moneyState: async () => ({ check: await lastCheck(db), notes: await listNotes(db) }),

    /** Asks the provider about what should have been told by now. */
    catchUp: (): Promise<void> => catchUp(deps, take),

    /** Looks whether what must hold about money does; told by ids. @returns how many promises are broken */
    checkMoney: (): Promise<number> => checkMoney(platform),

    /** Goes on with refunds that a stopped process or an unreachable provider left open. */
    async sweep(): Promise<void> {
      for (const { organizationId, ...name } of await listDueRefunds(db, clock.now())) {
        await tryRefund(deps, organizationId, name)
      }
    },
  }
}
export type BillingService = ReturnType<typeof billingService>
