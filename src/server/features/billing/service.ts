import type { BillingPeriod } from '#contract/billing.ts'
import type { CreditsService } from '#server/features/credits/service.ts'
import type { EnrichmentService } from '#server/features/enrichment/service.ts'
import { audit, auditPlatform } from '#server/platform/audit.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { PaymentEvent } from '#server/platform/payments/payments.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as policy from './policy.ts'
import { applyEvent } from './service/apply-event.ts'
import * as store from './store.ts'

type Seams = Pick<Platform, 'db' | 'events' | 'payments' | 'clock' | 'log' | 'appUrl'>
type Features = { credits: CreditsService; enrichment: Pick<EnrichmentService, 'resumeWaiting'> }

/** Anybody can send a wrong signature; the audit log is told of one a minute, so that nobody can fill it. */
const REJECTIONS_EVERY_MS = 60_000

/** Subscriptions. The payment provider's signed events say what holds; everything else only asks for them. */
export function billingService(platform: Seams, { credits, enrichment }: Features) {
  const { db, payments, clock, log, appUrl } = platform
  let rejectionNotedAt = 0

  async function take(event: PaymentEvent): Promise<void> {
    const organizationId = await applyEvent(platform, credits, event)
    if (!organizationId) return
    // The credits are there already; look-ups that wait for them are also found by the sweep.
    await enrichment
      .resumeWaiting(organizationId)
      .catch((error: Error) => log.warn({ err: error.message }, 'Waiting look-ups were not woken'))
  }

  function noteRejection(requestId: string): Promise<void> {
    const now = clock.now().getTime()
    if (now - rejectionNotedAt < REJECTIONS_EVERY_MS) return Promise.resolve()
    rejectionNotedAt = now
    const entry = { actor: { kind: 'visitor' }, action: 'webhook.rejected', requestId } as const
    return db
      .transaction((tx) => auditPlatform(tx, entry))
      .catch((error: Error) => log.warn({ err: error.message }, 'A rejected webhook was not noted'))
  }

  return {
    /** Lets a verified event take effect, once. */
    take,

    /**
     * Opens a hosted checkout.
     *
     * @throws {AppError} forbidden for all but an owner, not_found for another organization, conflict while a
     * subscription is active
     */
    async openCheckout(
      context: Context,
      wish: { organizationId: string; billingPeriod: BillingPeriod },
    ): Promise<{ url: string }> {
      policy.requireOwner(context)
      policy.requireOwn(context, wish.organizationId)
      const { customerId, customerEmail } = await db.tenant(context.organizationId, async (tx) => {
        const known = await store.organization(tx)
        const email = await store.emailOf(tx, userIdOf(context) ?? '')
        if (!known || !email) throw notFound('Organization')
        if (known.subscriptionStatus === 'active') {
          throw new AppError('conflict', 'Your organization already has an active subscription')
        }
        await audit(tx, { ...context, action: 'checkout.opened', details: { period: wish.billingPeriod } })
        return { customerId: known.stripeCustomerId, customerEmail: email }
      })
      // Outside of the transaction: no connection is held while the provider is asked.
      const { url } = await payments.openCheckout({
        organizationId: context.organizationId,
        customerEmail,
        customerId,
        plan: 'professional',
        period: wish.billingPeriod,
        successUrl: `${appUrl}/checkout-return?session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${appUrl}/onboarding`,
      })
      if (!isTrustworthy(url, appUrl)) {
        throw new AppError('unavailable', 'Unable to setup payment method. Please try again.')
      }
      return { url }
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
      const known = isPaid ? await db.tenant(context.organizationId, store.organization) : undefined
      const success = known?.subscriptionStatus === 'active'
      return { success, error: success ? null : 'Failed to activate subscription' }
    },

    /** @throws {AppError} not_found for every organization but the caller's own */
    async subscription(context: Context, organizationId: string) {
      policy.requireOwn(context, organizationId)
      const known = await db.tenant(context.organizationId, store.organization)
      if (!known) throw notFound('Organization')
      const {
        id,
        name,
        subscriptionStatus,
        subscriptionPlan,
        subscriptionPeriodEnd,
        credits: balance,
        seats,
      } = known
      return {
        organization: {
          id,
          name,
          subscriptionStatus,
          subscriptionPlan,
          subscriptionPeriodEnd,
          credits: balance,
          seats,
        },
      }
    },
  }
}
export type BillingService = ReturnType<typeof billingService>

/** The browser is sent to our own pages or to an encrypted one, never to anything else a provider may answer. */
function isTrustworthy(url: string, appUrl: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, origin } = new URL(url)
  return protocol === 'https:' || origin === new URL(appUrl).origin
}
