import type { BillingPeriod } from '#contract/billing.ts'
import type { Clock } from '../clock.ts'
import type { Database, Query } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { newSecret } from '../ids.ts'
import type { Payments, PeriodQuote } from './payments.ts'
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
import type { StripeEvent } from './webhook-signature.ts'

/** Data of the portal page of the test payments. */
export type TestPortalView = {
  id: string
  customer: store.TestCustomer
  returnUrl: string
  subscriptions: TestSubscription[]
  invoices: Awaited<ReturnType<typeof store.invoicesOf>>
}

type PeriodRequest = Parameters<Payments['quotePeriod']>[0]

/** Events that describe a change. */
type PortalChange = { events: StripeEvent[] }

const PORTAL_ID = /^bps_test_[A-Za-z0-9_-]{43}$/
/** Lifetime of a session, limited as with a real provider. */
const PORTAL_OPEN_MS = 24 * 3600 * 1000
const SHOWN_INVOICES = 24

/** Manages simulated subscriptions. Each change and its events are one transaction. */
export function testPortal({ db, clock }: { db: Database; clock: Clock }) {
  async function session(id: string): Promise<store.TestPortal | undefined> {
    if (!PORTAL_ID.test(id)) return undefined
    return store.findPortal(db, id, new Date(clock.now().getTime() - PORTAL_OPEN_MS))
  }

  /** @returns null when there is no such subscription, or the step doesn't apply */
  async function change(
    subscriptionId: string,
    outcomeOf: (tx: Query, known: TestSubscription & TestPayer) => Promise<TestOutcome | null>,
  ): Promise<PortalChange | null> {
    await importCheckouts(db, { subscriptionId })
    return db.transaction(async (tx) => {
      const known = await store.lockSubscription(tx, subscriptionId)
      const outcome = known && (await outcomeOf(tx, known))
      if (!outcome) return null
      const lastEventAt = nextEventTime(known, clock.now())
      const subscription = { ...outcome.subscription, lastEventAt }
      await store.updateSubscription(tx, subscription)
      if (outcome.invoice) await store.putInvoice(tx, outcome.invoice)
      if (outcome.balanceCents !== undefined)
        await store.updateBalance(tx, subscription.customerId, outcome.balanceCents)
      const events = eventsOfStep({ ...outcome, subscription }, () => newSecret().slice(0, 32))
      await store.addEvents(tx, subscription.customerId, events, clock.now())
      return { events }
    })
  }

  return {
    async open(request: { customerId: string; organizationId: string; returnUrl: string }): Promise<string> {
      const { customerId, organizationId, returnUrl } = request
      await store.addCustomer(db, customerId, organizationId)
      const customer = await store.findCustomer(db, customerId)
      if (customer?.organizationId !== organizationId)
        throw new AppError('conflict', 'This customer belongs to another organization')
      const id = `bps_test_${newSecret()}`
      await store.addPortal(db, { id, customerId, returnUrl, createdAt: clock.now().toISOString() })
      return id
    },

    /** Data of the portal page; undefined without a valid session. */
    async view(id: string): Promise<TestPortalView | undefined> {
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

    async changeCard(id: string, card: TestCard): Promise<boolean> {
      const portal = await session(id)
      if (portal) await store.updateCard(db, portal.customerId, card)
      return portal !== undefined
    },

    /** @returns undefined without a valid session, or for another customer's subscription */
    async step(id: string, subscriptionId: string, step: TestStep): Promise<PortalChange | undefined> {
      const portal = await session(id)
      if (!portal) return undefined
      let isOwn = false
      const changed = await change(subscriptionId, async (tx, known) => {
        isOwn = known.customerId === portal.customerId
        return isOwn ? outcomeOfStep(tx, known, step, clock.now()) : null
      })
      return isOwn ? (changed ?? { events: [] }) : undefined
    },

    /** @throws {AppError} conflict when the subscription is unknown or has ended */
    async setCancelAtPeriodEnd(subscriptionId: string, cancel: boolean): Promise<PortalChange> {
      let isLive = false
      const changed = await change(subscriptionId, async (tx, known) => {
        isLive = known.status !== 'canceled'
        return outcomeOfStep(tx, known, cancel ? 'cancel' : 'resume', clock.now())
      })
      if (!isLive) throw new AppError('conflict', 'This subscription has ended')
      return changed ?? { events: [] }
    },

    /** @throws {AppError} conflict when the subscription has ended or has that period already */
    async quotePeriod({ subscriptionId, period, at }: PeriodRequest): Promise<PeriodQuote> {
      await importCheckouts(db, { subscriptionId })
      return db.transaction(async (tx) => {
        const known = await store.lockSubscription(tx, subscriptionId)
        const outcome = switchOf(requirePayingLife(known, period), { period, at, newInvoiceId: 'quote' })
        const invoice = outcome === 'declined' ? null : outcome.invoice
        if (!invoice) throw new AppError('conflict', 'This plan is not available')
        const { creditCents, amountCents: dueCents, periodEnd } = invoice
        return { at: at.toISOString(), priceCents: centsOf(period), creditCents, dueCents, periodEnd }
      })
    },

    /** @throws {AppError} conflict as `quotePeriod`, and when the card is declined */
    async switchPeriod({ subscriptionId, period, at }: PeriodRequest): Promise<PortalChange> {
      const changed = await change(subscriptionId, async (_tx, known) => {
        const life = { ...requirePayingLife(known, period), card: known.card }
        const outcome = switchOf(life, { period, at, newInvoiceId: `in_test_${newSecret().slice(0, 32)}` })
        if (outcome === 'declined')
          throw new AppError(
            'conflict',
            'Your card was declined, so nothing changed. Update your card and try again.',
          )
        return outcome
      })
      return changed ?? { events: [] }
    },

    /** @throws {AppError} conflict when the invoice has nothing to refund */
    async refundAndCancel(request: {
      subscriptionId: string
      invoiceId: string
      idempotencyKey: string
    }): Promise<PortalChange & { amountCents: number }> {
      let amountCents = 0
      const changed = await change(request.subscriptionId, async (tx, known) => {
        amountCents = 0
        const invoice = await store.findInvoice(tx, request.invoiceId)
        if (invoice?.subscriptionId !== known.id || invoice.status !== 'paid') return null
        if (invoice.refundKey !== null && invoice.refundKey !== request.idempotencyKey) return null
        amountCents = invoice.amountCents
        if (invoice.refundKey !== null) return null
        const end = endSubscription(known, { ...invoice, refundKey: request.idempotencyKey })
        return {
          ...end,
          // The credit came from a switch of this subscription, which is fully refunded.
          balanceCents: 0,
          events: known.status === 'canceled' ? ['refund.created'] : ['refund.created', ...end.events],
        }
      })
      if (amountCents === 0) throw new AppError('conflict', 'There is no payment to refund')
      return { events: changed?.events ?? [], amountCents }
    },

    /** Ends a subscription; does nothing if it is unknown or has ended. */
    async endNow(subscriptionId: string): Promise<PortalChange> {
      const changed = await change(subscriptionId, async (tx, known) => {
        if (known.status === 'canceled') return null
        const open = await store.openInvoice(tx, subscriptionId)
        return endSubscription(known, open ? { ...open, status: 'void', nextAttemptAt: null } : null)
      })
      return changed ?? { events: [] }
    },

    async invoices(customerId: string, limit: number) {
      await importCheckouts(db, { customerId })
      return store.invoicesOf(db, customerId, limit)
    },
  }
}

/** Requires a subscription that can be switched. Assumes a working card, since a quote doesn't depend on it. */
function requirePayingLife(
  known: (TestSubscription & TestPayer) | undefined,
  period: BillingPeriod,
): TestLife {
  if (!known || known.status === 'canceled') throw new AppError('conflict', 'This subscription has ended')
  if (known.billingPeriod === period)
    throw new AppError('conflict', `Your subscription is already billed ${period}`)
  const { balanceCents, card: _, ...subscription } = known
  return { subscription, open: null, card: '4242', balanceCents }
}

async function outcomeOfStep(
  tx: Query,
  { card, balanceCents, ...subscription }: TestSubscription & TestPayer,
  step: TestStep,
  at: Date,
): Promise<TestOutcome | null> {
  const open = (await store.openInvoice(tx, subscription.id)) ?? null
  const newInvoiceId = `in_test_${newSecret().slice(0, 32)}`
  return stepOf({ subscription, open, card, balanceCents }, step, { at, newInvoiceId })
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
  const second = Math.floor(now.getTime() / 1000)
  const earliest = Math.floor(Date.parse(lastEventAt) / 1000) + 1
  return new Date(Math.max(second, earliest) * 1000).toISOString()
}
