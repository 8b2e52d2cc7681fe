import { addMonths } from '#domain/billing/credit-months.ts'
import type {
  BalanceTransaction,
  Base,
  Charge,
  Configuration,
  Customer,
  Invoice,
  Portal,
  Price,
  Product,
  Refund,
  Session,
  StripeEvent,
  Subscription,
} from './stripe-objects.ts'

const RETRY_SECONDS = 3 * 24 * 3600

/** The provider's state, and events that happen on its side: payments, renewals, failures. */
export function createStripeState({ now, isLive = false }: { now: () => Date; isLive?: boolean }) {
  let objectCount = 0
  const base = (prefix: string): Base => {
    objectCount += 1
    return {
      id: `${prefix}_${isLive ? 'live' : 'test'}${String(objectCount).padStart(12, '0')}`,
      created: seconds(),
      livemode: isLive,
    }
  }
  const seconds = () => Math.floor(now().getTime() / 1000)
  const state = {
    customers: new Map<string, Customer>(),
    products: new Map<string, Product>(),
    prices: new Map<string, Price>(),
    sessions: new Map<string, Session>(),
    subscriptions: new Map<string, Subscription>(),
    invoices: new Map<string, Invoice>(),
    /** Payments by invoice. */
    payments: new Map<string, { id: string; payment_intent: string; status: string }>(),
    charges: new Map<string, Charge>(),
    refunds: new Map<string, Refund>(),
    balanceTransactions: [] as BalanceTransaction[],
    isCardDeclined: false,
    /** Fingerprint of the card used for charges from now on. */
    fingerprint: 'FakeCardFingerprint' as string | null,
    portals: new Map<string, Portal>(),
    configurations: new Map<string, Configuration>(),
    isSearchBehind: false,
    /** Events sent so far, oldest first. */
    events: [] as StripeEvent[],
    base,
    seconds,

    emit(type: string, object: object): void {
      const copy = structuredClone(object) as Record<string, unknown>
      delete copy.request
      state.events.push({
        ...base('evt'),
        object: 'event',
        type,
        api_version: '2026-10-28.endive',
        data: { object: copy },
      })
    },

    addPrice(price: Partial<Price> & { lookup_key: string | null }): Price {
      const fullPrice: Price = {
        ...base('price'),
        object: 'price',
        active: true,
        billing_scheme: 'per_unit',
        currency: 'usd',
        product: 'prod_given',
        unit_amount: 7900,
        ...price,
        recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed', ...price.recurring },
      }
      state.prices.set(fullPrice.id, fullPrice)
      return fullPrice
    },

    /** Pays at the hosted checkout. */
    pay(sessionId: string): void {
      const session = state.sessions.get(sessionId)
      const price = state.prices.get(session?.request.price ?? '')
      if (session?.status !== 'open' || !price) return
      const subscription = startSubscription(session, price)
      state.emit('customer.subscription.created', { ...subscription, status: 'incomplete' })
      const invoice = bill(subscription, 'subscription_create')
      settle(invoice)
      subscription.status = 'active'
      state.emit('customer.subscription.updated', subscription)
      state.emit('invoice.paid', invoice)
      Object.assign(session, {
        status: 'complete',
        payment_status: 'paid',
        subscription: subscription.id,
        invoice: invoice.id,
        url: null,
      })
      state.emit('checkout.session.completed', session)
    },

    /** Starts the next period, which is paid or declined. */
    renew(subscriptionId: string, outcome: 'paid' | 'declined'): Invoice | undefined {
      const subscription = state.subscriptions.get(subscriptionId)
      const item = subscription?.items.data[0]
      if (!subscription || !item) return undefined
      item.current_period_start = item.current_period_end
      item.current_period_end = monthsAfter(item.current_period_start, item.price)
      const invoice = bill(subscription, 'subscription_cycle')
      if (outcome === 'paid') {
        settle(invoice)
        state.emit('invoice.paid', invoice)
      } else {
        Object.assign(invoice, { attempt_count: 1, next_payment_attempt: seconds() + RETRY_SECONDS })
        subscription.status = 'past_due'
        state.emit('invoice.payment_failed', invoice)
      }
      state.emit('customer.subscription.updated', subscription)
      return invoice
    },

    /** The invoice of a price change at a time in seconds; stored if `isStored` is set. */
    switchPrice(subscription: Subscription, price: Price, at: number, isStored: boolean): Invoice {
      const [item] = subscription.items.data
      const customer = state.customers.get(subscription.customer)
      if (!item || !customer) throw new Error('The subscription has no item or customer')
      const formerItem = { ...item }
      const periodLength = formerItem.current_period_end - formerItem.current_period_start
      const unusedShare = Math.max(0, (formerItem.current_period_end - at) / periodLength)
      const unusedCents = Math.round(formerItem.price.unit_amount * unusedShare)
      Object.assign(item, { price, current_period_start: at, current_period_end: monthsAfter(at, price) })
      const invoice = bill(subscription, 'subscription_update')
      if (!isStored) state.invoices.delete(invoice.id)
      const [main] = invoice.lines.data
      const proration = (isProration: boolean) => ({
        type: 'subscription_item_details',
        subscription_item_details: { proration: isProration },
      })
      invoice.lines.data = [
        {
          ...main,
          id: base('il').id,
          amount: -unusedCents,
          pricing: { type: 'price_details', price_details: { price: formerItem.price.id } },
          parent: proration(true),
        },
        { ...main, parent: proration(false) },
      ]
      invoice.total = price.unit_amount - unusedCents
      invoice.amount_due = Math.max(0, invoice.total + customer.balance)
      if (!isStored || (invoice.amount_due > 0 && state.isCardDeclined)) {
        Object.assign(item, formerItem)
        state.invoices.delete(invoice.id)
        return invoice
      }
      customer.balance += invoice.total - invoice.amount_due
      settle(invoice)
      state.emit('invoice.paid', invoice)
      return invoice
    },

    /** Cancels as the provider's portal does: with a time instead of the flag. */
    cancelAtPortal(subscriptionId: string): void {
      const subscription = state.subscriptions.get(subscriptionId)
      if (!subscription) return
      subscription.cancel_at = subscription.items.data[0]?.current_period_end ?? null
      state.emit('customer.subscription.updated', subscription)
    },

    cancelNow(subscription: Subscription): void {
      Object.assign(subscription, { status: 'canceled', canceled_at: seconds(), ended_at: seconds() })
      state.emit('customer.subscription.deleted', subscription)
    },

    refund(charge: Charge, refund: Pick<Refund, 'amount' | 'metadata' | 'reason'>): Refund {
      const { id, payment_intent, currency } = charge
      const object = 'refund' as const
      const fullRefund: Refund = {
        ...base('re'),
        object,
        currency,
        charge: id,
        payment_intent,
        status: 'succeeded',
        ...refund,
      }
      state.refunds.set(fullRefund.id, fullRefund)
      charge.amount_refunded += refund.amount
      charge.refunded = charge.amount_refunded === charge.amount
      state.emit('refund.created', fullRefund)
      state.emit('charge.refunded', charge)
      return fullRefund
    },
  }

  function startSubscription(session: Session, price: Price): Subscription {
    const start = seconds()
    const subscription: Subscription = {
      ...base('sub'),
      object: 'subscription',
      customer: session.customer,
      status: 'incomplete',
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      ended_at: null,
      trial_start: null,
      trial_end: null,
      latest_invoice: null,
      metadata: session.request.metadata,
      items: {
        object: 'list',
        data: [
          {
            id: base('si').id,
            price,
            current_period_start: start,
            current_period_end: monthsAfter(start, price),
          },
        ],
      },
    }
    state.subscriptions.set(subscription.id, subscription)
    return subscription
  }

  function bill(subscription: Subscription, reason: string): Invoice {
    const [item] = subscription.items.data
    const price = item?.price
    const cents = price?.unit_amount ?? 0
    const id = base('in')
    const invoice: Invoice = {
      ...id,
      object: 'invoice',
      customer: subscription.customer,
      number: `FAKE-${String(state.invoices.size + 1).padStart(4, '0')}`,
      status: 'open',
      currency: price?.currency ?? 'usd',
      billing_reason: reason,
      total: cents,
      amount_due: cents,
      amount_paid: 0,
      attempt_count: 0,
      next_payment_attempt: null,
      hosted_invoice_url: `https://invoice.example.com/${id.id}`,
      invoice_pdf: `https://invoice.example.com/${id.id}/pdf`,
      status_transitions: { paid_at: null },
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: subscription.id, metadata: { ...subscription.metadata } },
      },
      lines: {
        object: 'list',
        data: [
          {
            id: base('il').id,
            object: 'line_item',
            amount: cents,
            period: { start: item?.current_period_start, end: item?.current_period_end },
            pricing: { type: 'price_details', price_details: { price: price?.id, product: price?.product } },
          },
        ],
      },
    }
    state.invoices.set(invoice.id, invoice)
    subscription.latest_invoice = invoice.id
    return invoice
  }

  function settle(invoice: Invoice): void {
    const { customer, currency, amount_due: amount } = invoice
    const paid = { status: 'paid', amount_paid: amount, attempt_count: 1 }
    Object.assign(invoice, { ...paid, status_transitions: { paid_at: seconds() } })
    // An invoice of zero has no payment.
    if (amount === 0) return
    const payment_intent = base('pi').id
    const object = 'charge' as const
    const charge = {
      ...base('ch'),
      object,
      customer,
      currency,
      payment_intent,
      amount,
      amount_refunded: 0,
      refunded: false,
      paid: true,
      payment_method_details: { type: 'card' as const, card: { fingerprint: state.fingerprint } },
    }
    state.charges.set(charge.id, charge)
    state.payments.set(invoice.id, { id: base('inpay').id, payment_intent, status: 'paid' })
  }

  return state
}
export type StripeState = ReturnType<typeof createStripeState>

function monthsAfter(start: number, { recurring }: Price): number {
  const end = addMonths(new Date(start * 1000), recurring.interval === 'year' ? 12 : 1)
  return end.getTime() / 1000
}
