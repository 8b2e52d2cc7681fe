import { type Form, listOf, objectOf, textsOf } from './stripe-form.ts'
import type { Invoice, Session, Subscription } from './stripe-objects.ts'
import { invalidRequest, missingObject, requireFound, StripeRefusal } from './stripe-refusals.ts'
import type { StripeState } from './stripe-state.ts'

export function updateSubscription(state: StripeState, { id, params }: { id: string; params: Form }): object {
  const subscription = requireFound(state.subscriptions.get(id), 'subscription', id)
  if (subscription.status === 'canceled')
    throw invalidRequest('A canceled subscription can only update its cancellation_details.')
  if (params.cancel_at !== undefined && params.cancel_at_period_end !== undefined)
    throw invalidRequest('Only one of cancel_at and cancel_at_period_end may be given.')
  if (params.items !== undefined) {
    const invoice = switchItemPrice(state, subscription, params, true)
    if (invoice.status !== 'paid')
      throw new StripeRefusal(402, {
        type: 'card_error',
        code: 'card_declined',
        message: 'Your card was declined.',
      })
  }
  if (params.cancel_at === '') Object.assign(subscription, { cancel_at: null, cancel_at_period_end: false })
  if (params.cancel_at_period_end === 'true') {
    const [item] = subscription.items.data
    Object.assign(subscription, { cancel_at: item?.current_period_end ?? null, cancel_at_period_end: true })
  }
  // The flag doesn't reset a cancellation time that was set without it.
  if (params.cancel_at_period_end === 'false' && subscription.cancel_at_period_end)
    Object.assign(subscription, { cancel_at: null, cancel_at_period_end: false })
  state.emit('customer.subscription.updated', subscription)
  return subscription
}

/** The price in the items at `proration_date`, which must be within the current period. */
export function switchItemPrice(
  state: StripeState,
  subscription: Subscription,
  params: Form,
  isStored: boolean,
): Invoice {
  const { id, price } = objectOf(listOf(params.items)[0])
  const [item] = subscription.items.data
  if (!item || item.id !== id) throw missingObject('subscription_item', String(id))
  if (params.proration_behavior !== 'always_invoice')
    throw invalidRequest('This fake bills changes at once only.')
  if (isStored && params.payment_behavior !== 'error_if_incomplete')
    throw invalidRequest('This fake fails changes that are not paid.')
  const at = Number(params.proration_date)
  if (!(at >= item.current_period_start && at <= item.current_period_end))
    throw invalidRequest('Invalid proration date.', { param: 'proration_date' })
  return state.switchPrice(
    subscription,
    requireFound(state.prices.get(String(price)), 'price', String(price)),
    at,
    isStored,
  )
}

/** A hosted checkout for one price. */
export function openSession(
  state: StripeState,
  { params, origin }: { params: Form; origin: string },
): object {
  const customer = String(params.customer)
  requireFound(state.customers.get(customer), 'customer', customer)
  const priceId = String(objectOf(listOf(params.line_items)[0]).price)
  const price = requireFound(state.prices.get(priceId), 'price', priceId)
  const base = state.base('cs')
  const session: Session = {
    ...base,
    id: base.id.replace('cs_test', 'cs_test_').replace('cs_live', 'cs_live_'),
    object: 'checkout.session',
    mode: 'subscription',
    status: 'open',
    payment_status: 'unpaid',
    url: null,
    success_url: String(params.success_url),
    cancel_url: String(params.cancel_url),
    customer,
    client_reference_id: String(params.client_reference_id),
    metadata: textsOf(params.metadata),
    subscription: null,
    invoice: null,
    currency: price.currency,
    amount_total: price.unit_amount,
    request: { price: price.id, metadata: textsOf(objectOf(params.subscription_data).metadata) },
  }
  session.url = `${origin}/pay/${session.id}`
  state.sessions.set(session.id, session)
  const { request: _, ...publicSession } = session
  return publicSession
}
