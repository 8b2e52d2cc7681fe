import type { MoneyCheck } from '#contract/admin.ts'
import type { Billing, BillingPeriod, PeriodQuote } from '#contract/billing.ts'
import type { BillingEmailsService } from '#server/features/billing-emails/service.ts'
import type { CreditsService } from '#server/features/credits/service.ts'
import type { EnrichmentService } from '#server/features/enrichment/service.ts'
import type { NotificationsService } from '#server/features/notifications/service.ts'
import { auditPlatform } from '#server/platform/audit.ts'
import { type Context, requireOwn } from '#server/platform/context.ts'
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
import { overview, readSubscription } from './service/overview.ts'
import { setBestSubscription } from './service/record-change.ts'
import { finishRefunds, requestGuaranteeRefund, tryRefund } from './service/refunds.ts'
import { setRenewal } from './service/renewal.ts'
import { quotePeriod, switchPeriod } from './service/switch-period.ts'
import { endUnconnected } from './service/unconnected.ts'
import { lastCheck, requestCheck } from './store/money-checks.ts'
import { listNotes } from './store/notes.ts'
import * as store from './store/organization.ts'
import { listDueRefunds } from './store/refunds.ts'
import { listSubscriptions } from './store/subscriptions.ts'

export const BILLING_AUDIT_JOB = 'billing.check-money'

type Deps = Pick<
  Platform,
  'db' | 'events' | 'payments' | 'clock' | 'log' | 'appUrl' | 'site' | 'mailer' | 'adminEmails' | 'queue'
>
type Features = {
  credits: CreditsService
  mails: BillingEmailsService
  notifications: Pick<NotificationsService, 'billing'>
  enrichment: Pick<EnrichmentService, 'resumeWaiting'>
}

/** Limits audit entries about rejected webhooks, because anyone can send an invalid signature. */
const REJECTION_LOG_INTERVAL_MS = 60_000

/** Subscriptions. The payment provider's signed events are the source of truth; everything else only requests changes. */
export function billingService(platform: Deps, { credits, mails, notifications, enrichment }: Features) {
  const { db, payments, clock, log } = platform
  const deps = { ...platform, credits, mails, notifications }
  let rejectionNotedAt = 0

  async function take(event: PaymentEvent): Promise<void> {
    const organizationId = await applyEvent(deps, event)
    if (!organizationId) return
    const organization = await db.tenant(organizationId, store.findOrganization)
    // A late payment of an ended subscription adds credits but doesn't reactivate it.
    if (organization?.subscriptionStatus !== 'active') return
    // Best effort: the sweep also resumes waiting enrichments.
    await enrichment
      .resumeWaiting(organizationId)
      .catch((error: Error) => log.warn({ err: error }, 'Could not resume waiting enrichments'))
  }

  function recordRejection(requestId: string): Promise<void> {
    const now = clock.now().getTime()
    if (now - rejectionNotedAt < REJECTION_LOG_INTERVAL_MS) return Promise.resolve()
    rejectionNotedAt = now
    const entry = { actor: { kind: 'visitor' }, action: 'webhook.rejected', requestId } as const
    return db
      .transaction((tx) => auditPlatform(tx, entry))
      .catch((error: Error) => log.warn({ err: error }, 'Could not record a rejected webhook'))
  }

  const get = (context: Context): Promise<Billing> =>
    db.tenant(context.organizationId, (tx) => overview(tx, deps))

  /** @throws {AppError} forbidden unless the caller is an owner, not_found for another organization */
  function requireOwnerOf(context: Context, organizationId: string): void {
    policy.requireOwner(context)
    requireOwn(context, organizationId)
  }

  return {
    /** Applies a verified event once. */
    take,

    /**
     * Opens a hosted checkout.
     *
     * @throws {AppError} forbidden unless the caller is an owner, not_found for another organization, conflict while a
     * subscription is active or its payment is being retried, and while suspended
     */
    async openCheckout(
      context: Context,
      input: { organizationId: string; billingPeriod: BillingPeriod },
    ): Promise<{ url: string }> {
      requireOwnerOf(context, input.organizationId)
      return openCheckout(deps, context, input.billingPeriod)
    },

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
      await take(event)
    },

    /** Applies the checkout's events now, in case the webhook hasn't arrived yet; called by the return page. */
    async confirmCheckout(
      context: Context,
      sessionId: string,
    ): Promise<{ success: boolean; error: string | null }> {
      const events = await payments.eventsOfCheckout(sessionId, context.organizationId)
      for (const event of events ?? []) await take(event)
      const isPaid = events?.some(({ change }) => change?.status === 'active')
      const organization = isPaid
        ? await db.tenant(context.organizationId, store.findOrganization)
        : undefined
      const success = organization?.subscriptionStatus === 'active'
      return { success, error: success ? null : 'Failed to activate subscription' }
    },

    /** @throws {AppError} not_found for another organization */
    async subscription(context: Context, organizationId: string) {
      requireOwn(context, organizationId)
      const organization = await db.tenant(context.organizationId, store.findOrganization)
      if (!organization) throw notFound('Organization')
      const { id, name, subscriptionStatus, subscriptionPlan, subscriptionPeriodEnd, seats } = organization
      return {
        organization: {
          ...{ id, name, subscriptionStatus, subscriptionPlan, subscriptionPeriodEnd, seats },
          credits: organization.credits,
        },
      }
    },

    /** @throws {AppError} not_found for another organization */
    async overview(context: Context, organizationId: string): Promise<Billing> {
      requireOwn(context, organizationId)
      return get(context)
    },

    /** Newest first; empty before the first checkout. @throws {AppError} unavailable without the provider */
    async invoices(context: Context, organizationId: string): Promise<{ invoices: Invoice[] }> {
      requireOwnerOf(context, organizationId)
      const { customerId } = await db.tenant(context.organizationId, (tx) => readSubscription(tx, deps))
      return { invoices: customerId ? await payments.invoices(customerId, policy.MAX_INVOICES_SHOWN) : [] }
    },

    async openPortal(context: Context, organizationId: string): Promise<{ url: string }> {
      requireOwnerOf(context, organizationId)
      return openPortal(deps, context)
    },

    /** Cancels the subscription at the end of its paid period. @throws {AppError} conflict without an active one */
    async cancel(context: Context, organizationId: string): Promise<Billing> {
      requireOwnerOf(context, organizationId)
      await setRenewal(deps, context, true)
      return get(context)
    },

    /** Revokes a cancellation. @throws {AppError} conflict without an active subscription */
    async resume(context: Context, organizationId: string): Promise<Billing> {
      requireOwnerOf(context, organizationId)
      await setRenewal(deps, context, false)
      return get(context)
    },

    /** Price of switching to the other period now. @throws {AppError} conflict without an active subscription that renews */
    async quotePeriod(context: Context, organizationId: string): Promise<PeriodQuote> {
      requireOwnerOf(context, organizationId)
      return quotePeriod(deps, context)
    },

    /**
     * Switches between monthly and yearly billing, with a quote that is at most 15 minutes old.
     *
     * @throws {AppError} conflict as `quotePeriod`, for the current period or an older quote, and for a declined card
     */
    async switchPeriod(
      context: Context,
      organizationId: string,
      { period, at }: { period: BillingPeriod; at: string },
    ): Promise<Billing> {
      requireOwnerOf(context, organizationId)
      const subscriptionId = await switchPeriod(deps, context, { period, at: new Date(at) })
      // The provider's webhook reports the same a few seconds later.
      for (const event of (await payments.eventsOfSubscription(subscriptionId)) ?? []) await take(event)
      return get(context)
    },

    /** Guarantee refund, once per organization. @throws {AppError} conflict if there is nothing to refund */
    async refund(context: Context, organizationId: string) {
      requireOwnerOf(context, organizationId)
      return requestGuaranteeRefund(deps, context)
    },

    /** Completes the open refunds of an organization now. @throws {AppError} unavailable while one stays open */
    finishRefunds: (organizationId: OrganizationId): Promise<void> => finishRefunds(deps, organizationId),

    /** Updates an organization from the best of its subscriptions, after an operator changed one. */
    async settle(tx: TenantTx, source: string): Promise<void> {
      const organization = await store.lockOrganization(tx)
      if (
        !organization ||
        !(await setBestSubscription(tx, deps, organization, await listSubscriptions(tx), source))
      )
        return
      deps.events.publish(tx, tx.organizationId, { type: 'organization.changed' })
    },

    /** Ends expired subscriptions of a disconnected provider. */
    endUnconnected: (): Promise<void> => endUnconnected(deps),

    /** Queues a check of the billing rules. @returns the last check */
    async requestCheck(): Promise<MoneyCheck> {
      await requestCheck(db, clock.now())
      await platform.queue.send(BILLING_AUDIT_JOB, {}, { key: BILLING_AUDIT_JOB })
      return lastCheck(db)
    },

    /** The last check of the billing rules, and the notes for operators. */
    moneyState: async () => ({ check: await lastCheck(db), notes: await listNotes(db) }),

    /** Asks the provider about events that are overdue. */
    catchUp: (): Promise<void> => catchUp(deps, take),

    /** Checks the billing rules. @returns how many are broken */
    checkMoney: (): Promise<number> => checkMoney(platform),

    /** Continues refunds that a stopped process or an unreachable provider left open. */
    async sweep(): Promise<void> {
      for (const { organizationId, ...name } of await listDueRefunds(db, clock.now())) {
        await tryRefund(deps, organizationId, name)
      }
    },
  }
}
export type BillingService = ReturnType<typeof billingService>
