import type { BillingPeriod } from '#contract/billing.ts'
import type { Clock } from '../clock.ts'
import type { Database, Query } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { newSecret } from '../ids.ts'
import type { Payments } from './payments.ts'
import { paidCheckouts } from './test-checkouts.ts'
import { eventsOfStep, purchaseOf } from './test-events.ts'
import {
  centsOf,
  endSubscription,
  stepOf,
  switchOf,
  type TestCard,
  type TestLife,
  type TestOutcome,
  type TestPayer,
  type TestStep,
  type TestSubscription,
} from './test-life.ts'
import * as store from './test-subscriptions.ts'
import { isoTime, unixSeconds } from './unix-time.ts'
import type { StripeEvent } from './webhook-signature.ts'

/** Data of the portal page of the test payments. */
export type TestPortalView = {
  id: string
  customer: store.TestCustomer
  returnUrl: string
  subscriptions: TestSubscription[]
  invoices: Awaited<ReturnType<typeof store.invoicesOf>>
}

/** Result of sending events: whether the webhook accepted all of them. */
export type Delivery = { delivered: boolean }

/** Payments of existing customers, and the actions of their hosted page. */
export type TestPortal = Pick<
  Payments,
  | 'openPortal'
  | 'setCancelAtPeriodEnd'
  | 'quotePeriod'
  | 'switchPeriod'
  | 'refundAndCancel'
  | 'endNow'
  | 'invoices'
> & {
  /** Data of the customer's page; undefined without a valid session. */
  portal(id: string): Promise<TestPortalView | undefined>
  /** @returns false without a valid session */
  changeCard(portalId: string, card: TestCard): Promise<boolean>
  /**
   * Performs a step if it applies, and sends its events.
   *
   * @returns undefined without a valid session, or for another customer's subscription
   */
  step(portalId: string, subscriptionId: string, step: TestStep): Promise<Delivery | undefined>
}

type PortalOptions = {
  db: Database
  clock: Clock
  send(events: readonly StripeEvent[]): Promise<Delivery>
}

const PORTAL_ID_PATTERN = /^bps_test_[A-Za-z0-9_-]{43}$/
/** Lifetime of a session, limited as with a real provider. */
const PORTAL_OPEN_MS = 24 * 3600 * 1000
const SHOWN_INVOICES = 24

/** Manages simulated subscriptions. Each change and its events are one transaction. */
export function testPortal({ db, clock, send }: PortalOptions): TestPortal {
  async function session(id: string): Promise<store.TestPortalSession | undefined> {
    if (!PORTAL_ID_PATTERN.test(id)) return undefined
    return store.findPortal(db, id, new Date(clock.now().getTime() - PORTAL_OPEN_MS))
  }

  /** Makes a change and sends its events; does nothing for an unknown subscription or without an outcome. */
  async function change(
    subscriptionId: string,
    outcomeOf: (tx: Query, stored: TestSubscription & TestPayer) => Promise<TestOutcome | null>,
  ): Promise<Delivery> {
    await importCheckouts(db, { subscriptionId })
    const events = await db.transaction(async (tx) => {
      const stored = await store.lockSubscription(tx, subscriptionId)
      const outcome = stored && (await outcomeOf(tx, stored))
      if (!outcome) return []
      const lastEventAt = nextEventTime(stored, clock.now())
      const subscription = { ...outcome.subscription, lastEventAt }
      await store.updateSubscription(tx, subscription)
      if (outcome.invoice) await store.putInvoice(tx, outcome.invoice)
      if (outcome.balanceCents !== undefined)
        await store.updateBalance(tx, subscription.customerId, outcome.balanceCents)
      const newEvents = eventsOfStep({ ...outcome, subscription }, () => newSecret().slice(0, 32))
      await store.addEvents(tx, subscription.customerId, newEvents, clock.now())
      return newEvents
    })
    return send(events)
  }

  return {
    async openPortal({ customerId, organizationId, returnUrl }) {
      await store.addCustomer(db, customerId, organizationId)
      const customer = await store.findCustomer(db, customerId)
      if (customer?.organizationId !== organizationId)
        throw new AppError('conflict', 'This customer belongs to another organization')
      const id = `bps_test_${newSecret()}`
      await store.addPortal(db, { id, customerId, returnUrl, createdAt: clock.now().toISOString() })
      return { url: new URL(`/test-payments/portal/${id}`, returnUrl).href }
    },

    async portal(id) {
      const portal = await session(id)
      if (!portal) return undefined
      const { customerId, returnUrl } = portal
      await importCheckouts(db, { customerId })
      const customer = await store.findCustomer(db, customerId)
      if (!customer) return undefined
      const subscriptions = await store.subscriptionsOf(db, customerId)
      const invoices = await store.invoicesOf(db, customerId, SHOWN_INVOICES)
      return { id, customer, returnUrl, subscriptions, invoices }
    },

    async changeCard(id, card) {
      const portal = await session(id)
      if (portal) await store.updateCard(db, portal.customerId, card)
      return portal !== undefined
    },

    async step(id, subscriptionId, step) {
      const portal = await session(id)
      if (!portal) return undefined
      let isOwn = false
      const delivery = await change(subscriptionId, async (tx, stored) => {
        isOwn = stored.customerId === portal.customerId
        return isOwn ? outcomeOfStep(tx, stored, step, clock.now()) : null
      })
      return isOwn ? delivery : undefined
    },

    async setCancelAtPeriodEnd({ subscriptionId, cancel }) {
      let isLive = false
      await change(subscriptionId, async (tx, stored) => {
        isLive = stored.status !== 'canceled'
        return outcomeOfStep(tx, stored, cancel ? 'cancel' : 'resume', clock.now())
      })
      if (!isLive) throw new AppError('conflict', 'This subscription has ended')
    },

    async quotePeriod({ subscriptionId, period, at }) {
      await importCheckouts(db, { subscriptionId })
      return db.transaction(async (tx) => {
        const stored = await store.lockSubscription(tx, subscriptionId)
        const outcome = switchOf(requirePayingLife(stored, period), { period, at, newInvoiceId: 'quote' })
        const invoice = outcome === 'declined' ? null : outcome.invoice
        if (!invoice) throw new AppError('conflict', 'This plan is not available')
        const { creditCents, amountCents: dueCents, periodEnd } = invoice
        return { at: at.toISOString(), priceCents: centsOf(period), creditCents, dueCents, periodEnd }
      })
    },

    async switchPeriod({ subscriptionId, period, at }) {
      await change(subscriptionId, async (_tx, stored) => {
        const life = { ...requirePayingLife(stored, period), card: stored.card }
        const outcome = switchOf(life, { period, at, newInvoiceId: newInvoiceId() })
        if (outcome === 'declined')
          throw new AppError(
            'conflict',
            'Your card was declined, so nothing changed. Update your card and try again.',
          )
        return outcome
      })
    },

    async refundAndCancel({ subscriptionId, invoiceId, idempotencyKey }) {
      let amountCents = 0
      await change(subscriptionId, async (tx, stored) => {
        amountCents = 0
        const invoice = await store.findInvoice(tx, invoiceId)
        if (invoice?.subscriptionId !== stored.id || invoice.status !== 'paid') return null
        if (invoice.refundKey !== null && invoice.refundKey !== idempotencyKey) return null
        amountCents = invoice.amountCents
        if (invoice.refundKey !== null) return null
        const end = endSubscription(stored, { ...invoice, refundKey: idempotencyKey })
        return {
          ...end,
          // The credit came from a switch of this subscription, which is fully refunded.
          balanceCents: 0,
          events: stored.status === 'canceled' ? ['refund.created'] : ['refund.created', ...end.events],
        }
      })
      if (amountCents === 0) throw new AppError('conflict', 'There is no payment to refund')
      return { amountCents }
    },

    async endNow({ subscriptionId }) {
      await change(subscriptionId, async (tx, stored) => {
        if (stored.status === 'canceled') return null
        const openInvoice = await store.openInvoice(tx, subscriptionId)
        return endSubscription(
          stored,
          openInvoice ? { ...openInvoice, status: 'void', nextAttemptAt: null } : null,
        )
      })
    },

    async invoices(customerId, limit) {
      await importCheckouts(db, { customerId })
      const invoices = await store.invoicesOf(db, customerId, limit)
      return invoices.map(({ id, number, createdAt, amountCents, status, refundKey }) => ({
        id,
        number: invoiceNumber(number),
        createdAt,
        amountCents,
        currency: 'usd',
        status,
        hostedUrl: null,
        pdfUrl: null,
        refunded: refundKey !== null,
      }))
    },
  }
}

/** Invoice number shown to a customer, counted from 1 for each customer. */
export function invoiceNumber(number: number): string {
  return `TEST-${String(number).padStart(4, '0')}`
}

function newInvoiceId(): string {
  return `in_test_${newSecret().slice(0, 32)}`
}

/** Requires a subscription that can be switched. Assumes a working card, since a quote doesn't depend on it. */
function requirePayingLife(
  stored: (TestSubscription & TestPayer) | undefined,
  period: BillingPeriod,
): TestLife {
  if (!stored || stored.status === 'canceled') throw new AppError('conflict', 'This subscription has ended')
  if (stored.billingPeriod === period)
    throw new AppError('conflict', `Your subscription is already billed ${period}`)
  const { balanceCents, card: _, ...subscription } = stored
  return { subscription, openInvoice: null, card: '4242', balanceCents }
}

async function outcomeOfStep(
  tx: Query,
  { card, balanceCents, ...subscription }: TestSubscription & TestPayer,
  step: TestStep,
  at: Date,
): Promise<TestOutcome | null> {
  const openInvoice = (await store.openInvoice(tx, subscription.id)) ?? null
  return stepOf({ subscription, openInvoice, card, balanceCents }, step, { at, newInvoiceId: newInvoiceId() })
}

/** Creates subscriptions from paid checkouts when they are first viewed or changed. */
async function importCheckouts(
  db: Database,
  of: { customerId?: string; subscriptionId?: string },
): Promise<void> {
  const checkouts = await paidCheckouts(db, of)
  if (checkouts.length === 0) return
  await db.transaction(async (tx) => {
    for (const checkout of checkouts) {
      const { subscription, invoice } = purchaseOf(checkout)
      await store.addCustomer(tx, checkout.customerId, checkout.organizationId)
      await store.addSubscription(tx, subscription)
      await store.addInvoice(tx, invoice)
    }
  })
}

/** Event times are whole seconds, so each step gets a later second than the one before. */
function nextEventTime({ lastEventAt }: TestSubscription, now: Date): string {
  return isoTime(Math.max(unixSeconds(now), unixSeconds(lastEventAt) + 1))
}
