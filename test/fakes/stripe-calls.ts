import { type Form, listOf, objectOf, textOf, textsOf } from './stripe-form.ts'
import type { Invoice, Price } from './stripe-objects.ts'
import { invalidRequest, missingObject, pageOf, requireFound } from './stripe-refusals.ts'
import type { StripeState } from './stripe-state.ts'
import { openSession, switchItemPrice, updateSubscription } from './stripe-subscriptions.ts'

type Call = { params: Form; id: string; origin: string }
type Endpoint = {
  method: string
  path: RegExp
  /** Top-level parameters that the provider accepts; it rejects all others. */
  acceptedParams: readonly string[]
  respond(state: StripeState, call: Call): object
}

const PAGES = ['limit', 'starting_after', 'expand']

export const ENDPOINTS: readonly Endpoint[] = [
  get('prices', ['lookup_keys', 'product', 'active', ...PAGES], (state, { params }) => {
    const { lookup_keys, product, active } = params
    const prices = [...state.prices.values()].filter(
      (price) =>
        (lookup_keys === undefined || listOf(lookup_keys).includes(price.lookup_key ?? '')) &&
        (product === undefined || price.product === product) &&
        (active === undefined || String(price.active) === active),
    )
    return pageOf(prices, params)
  }),
  post('products', ['name', 'description', 'metadata'], (state, { params }) => {
    const product = {
      ...state.base('prod'),
      object: 'product' as const,
      name: String(params.name),
      metadata: textsOf(params.metadata),
    }
    state.products.set(product.id, product)
    return product
  }),
  post('prices', ['product', 'lookup_key', 'currency', 'unit_amount', 'recurring'], (state, { params }) => {
    const lookup_key = textOf(params.lookup_key) ?? null
    if ([...state.prices.values()].some((price) => price.lookup_key === lookup_key))
      throw invalidRequest(`A price already uses that lookup key.`, { param: 'lookup_key' })
    const recurring = textsOf(params.recurring)
    return state.addPrice({
      lookup_key,
      product: String(params.product),
      currency: String(params.currency),
      unit_amount: Number(params.unit_amount),
      recurring: {
        interval: recurring.interval as Price['recurring']['interval'],
        interval_count: Number(recurring.interval_count),
        usage_type: 'licensed',
      },
    })
  }),
  get('customers/search', ['query', 'limit'], (state, { params }) => {
    const organizationId = /^metadata\["organizationId"\]:"([^"]*)"$/.exec(String(params.query))?.[1]
    if (organizationId === undefined) throw invalidRequest('We were unable to parse your search query.')
    const customers = [...state.customers.values()].filter(
      ({ metadata }) => metadata.organizationId === organizationId,
    )
    return { object: 'search_result', data: state.isSearchBehind ? [] : customers, has_more: false }
  }),
  post('customers', ['email', 'metadata'], (state, { params }) => {
    const customer = {
      ...state.base('cus'),
      object: 'customer' as const,
      email: textOf(params.email) ?? null,
      metadata: textsOf(params.metadata),
      balance: 0,
    }
    state.customers.set(customer.id, customer)
    return customer
  }),
  get('customers/:id', [], (state, { id }) => requireFound(state.customers.get(id), 'customer', id)),
  post('customers/:id', ['email'], (state, { id, params }) => {
    const customer = requireFound(state.customers.get(id), 'customer', id)
    customer.email = textOf(params.email) ?? null
    return customer
  }),
  post(
    'checkout/sessions',
    [
      'mode',
      'customer',
      'client_reference_id',
      'metadata',
      'line_items',
      'subscription_data',
      'allowed_payment_method_types',
      'billing_address_collection',
      'customer_update',
      'allow_promotion_codes',
      'success_url',
      'cancel_url',
    ],
    openSession,
  ),
  get('checkout/sessions/:id', ['expand'], (state, { id, params }) => {
    const { request: _, ...session } = requireFound(state.sessions.get(id), 'checkout.session', id)
    const expand = listOf(params.expand)
    const { subscription, invoice } = session
    return {
      ...session,
      ...(expand.includes('subscription') && {
        subscription: state.subscriptions.get(subscription ?? '') ?? null,
      }),
      ...(expand.includes('invoice') && { invoice: state.invoices.get(invoice ?? '') ?? null }),
    }
  }),
  get('subscriptions/:id', ['expand'], (state, { id }) =>
    requireFound(state.subscriptions.get(id), 'subscription', id),
  ),
  get('customers/:id/balance_transactions', PAGES, (state, { id, params }) =>
    pageOf(
      state.balanceTransactions.filter(({ customer }) => customer === id),
      params,
    ),
  ),
  post(
    'customers/:id/balance_transactions',
    ['amount', 'currency', 'description', 'metadata'],
    (state, { id, params }) => {
      const customer = requireFound(state.customers.get(id), 'customer', id)
      const transaction = {
        ...state.base('cbtxn'),
        object: 'customer_balance_transaction' as const,
        customer: id,
        amount: Number(params.amount),
        metadata: textsOf(params.metadata),
      }
      customer.balance += transaction.amount
      state.balanceTransactions.push(transaction)
      return transaction
    },
  ),
  post(
    'subscriptions/:id',
    [
      'cancel_at_period_end',
      'cancel_at',
      'items',
      'proration_behavior',
      'proration_date',
      'payment_behavior',
    ],
    updateSubscription,
  ),
  post('invoices/create_preview', ['subscription', 'subscription_details'], (state, { params }) => {
    const id = String(params.subscription)
    const subscription = requireFound(state.subscriptions.get(id), 'subscription', id)
    return switchItemPrice(state, subscription, objectOf(params.subscription_details), false)
  }),
  {
    method: 'DELETE',
    path: pathOf('subscriptions/:id'),
    acceptedParams: ['invoice_now', 'prorate'],
    respond(state, { id }) {
      const subscription = requireFound(state.subscriptions.get(id), 'subscription', id)
      if (subscription.status === 'canceled') throw missingObject('subscription', id)
      state.cancelNow(subscription)
      return subscription
    },
  },
  get('invoices', ['customer', 'subscription', 'status', ...PAGES], (state, { params }) => {
    const customerInvoices = [...state.invoices.values()].filter(
      ({ customer, status, parent }) =>
        (!params.customer || customer === params.customer) &&
        (!params.status || status === params.status) &&
        (!params.subscription || parent?.subscription_details?.subscription === params.subscription),
    )
    const shownInvoices = customerInvoices.map((invoice) =>
      shownInvoice(state, invoice, listOf(params.expand).includes('data.payments')),
    )
    return pageOf(shownInvoices, params)
  }),
  get('invoices/:id', ['expand'], (state, { id, params }) => {
    const invoice = requireFound(state.invoices.get(id), 'invoice', id)
    return shownInvoice(state, invoice, listOf(params.expand).includes('payments'))
  }),
  post('invoices/:id/void', [], (state, { id }) => {
    const invoice = requireFound(state.invoices.get(id), 'invoice', id)
    if (invoice.status !== 'open') throw missingObject('invoice', id)
    return Object.assign(invoice, { status: 'void', next_payment_attempt: null })
  }),
  get('checkout/sessions', ['customer', 'status', ...PAGES], (state, { params }) =>
    pageOf(
      [...state.sessions.values()]
        .filter(({ customer, status }) => customer === params.customer && status === params.status)
        .map(({ request: _, ...session }) => session),
      params,
    ),
  ),
  post('checkout/sessions/:id/expire', [], (state, { id }) =>
    Object.assign(requireFound(state.sessions.get(id), 'checkout.session', id), { status: 'expired' }),
  ),
  get('charges', ['customer', 'payment_intent', ...PAGES], (state, { params }) =>
    pageOf(
      [...state.charges.values()].filter(
        ({ customer, payment_intent }) =>
          (params.customer ?? customer) === customer &&
          (params.payment_intent ?? payment_intent) === payment_intent,
      ),
      params,
    ),
  ),
  get('refunds', ['payment_intent', ...PAGES], (state, { params }) =>
    pageOf(
      [...state.refunds.values()].filter((refund) => refund.payment_intent === params.payment_intent),
      params,
    ),
  ),
  get('invoice_payments', ['payment', ...PAGES], (state, { params }) => {
    const { payment_intent } = textsOf(params.payment)
    const payments = [...state.payments].filter(([, payment]) => payment.payment_intent === payment_intent)
    return pageOf(
      payments.map(([invoice, payment]) => ({ ...payment, object: 'invoice_payment', invoice })),
      params,
    )
  }),
  post('refunds', ['payment_intent', 'reason', 'metadata'], (state, { params }) => {
    const charge = [...state.charges.values()].find((each) => each.payment_intent === params.payment_intent)
    if (!charge) throw missingObject('payment_intent', String(params.payment_intent))
    const amount = charge.amount - charge.amount_refunded
    if (amount === 0)
      throw invalidRequest('Charge has already been refunded.', { code: 'charge_already_refunded' })
    return state.refund(charge, {
      amount,
      metadata: textsOf(params.metadata),
      reason: textOf(params.reason) ?? null,
    })
  }),
  get('billing_portal/configurations', ['active', ...PAGES], (state, { params }) =>
    pageOf([...state.configurations.values()], params),
  ),
  post('billing_portal/configurations', ['features', 'metadata'], (state, { params }) => {
    const features = objectOf(params.features)
    const configuration = {
      ...state.base('bpc'),
      active: true,
      is_default: false,
      metadata: textsOf(params.metadata),
      features,
    }
    state.configurations.set(configuration.id, configuration)
    return configuration
  }),
  post(
    'billing_portal/sessions',
    ['customer', 'return_url', 'configuration'],
    (state, { params, origin }) => {
      const customer = requireFound(
        state.customers.get(String(params.customer)),
        'customer',
        String(params.customer),
      ).id
      const configuration = textOf(params.configuration) ?? null
      const portal = { ...state.base('bps'), configuration, customer, return_url: String(params.return_url) }
      state.portals.set(portal.id, portal)
      return { ...portal, object: 'billing_portal.session', url: `${origin}/portal/${portal.id}` }
    },
  ),
]

/** An invoice as the API returns it: with its payments only if they were requested. */
function shownInvoice(
  state: StripeState,
  invoice: Invoice,
  withPayments: boolean,
): Invoice & { payments?: object } {
  if (!withPayments) return invoice
  const payment = state.payments.get(invoice.id)
  const data = payment
    ? [
        {
          id: payment.id,
          status: payment.status,
          payment: { type: 'payment_intent', payment_intent: payment.payment_intent },
        },
      ]
    : []
  return { ...invoice, payments: { object: 'list', data, has_more: false } }
}

function get(path: string, acceptedParams: readonly string[], respond: Endpoint['respond']): Endpoint {
  return { method: 'GET', path: pathOf(path), acceptedParams, respond }
}

function post(path: string, takes: readonly string[], respond: Endpoint['respond']): Endpoint {
  return { method: 'POST', path: pathOf(path), acceptedParams: [...takes, 'expand'], respond }
}

function pathOf(path: string): RegExp {
  return new RegExp(`^/v1/${path.replace(':id', '(?<id>(?!search$)[^/]+)')}$`)
}
