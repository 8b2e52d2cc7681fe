import { type Form, listOf, objectOf, textOf, textsOf } from './stripe-form.ts'
import type { Invoice, Price } from './stripe-objects.ts'
import { found, invalid, missing, page } from './stripe-refusals.ts'
import { openSession, switched, updateSubscription } from './stripe-subscriptions.ts'
import type { StripeWorld } from './stripe-world.ts'

type Call = { params: Form; id: string; origin: string }
type Endpoint = {
  method: string
  path: RegExp
  /** Top-level parameters that the provider takes; any other is refused by it. */
  takes: readonly string[]
  answer(world: StripeWorld, call: Call): object
}

const PAGES = ['limit', 'starting_after', 'expand']

export const ENDPOINTS: readonly Endpoint[] = [
  get('prices', ['lookup_keys', 'product', 'active', ...PAGES], (world, { params }) => {
    const { lookup_keys, product, active } = params
    const found = [...world.prices.values()].filter(
      (price) =>
        (lookup_keys === undefined || listOf(lookup_keys).includes(price.lookup_key ?? '')) &&
        (product === undefined || price.product === product) &&
        (active === undefined || String(price.active) === active),
    )
    return page(found, params)
  }),
  post('products', ['name', 'description', 'metadata'], (world, { params }) => {
    const product = {
      ...world.base('prod'),
      object: 'product' as const,
      name: String(params.name),
      metadata: textsOf(params.metadata),
    }
    world.products.set(product.id, product)
    return product
  }),
  post('prices', ['product', 'lookup_key', 'currency', 'unit_amount', 'recurring'], (world, { params }) => {
    const lookup_key = textOf(params.lookup_key) ?? null
    if ([...world.prices.values()].some((price) => price.lookup_key === lookup_key))
      throw invalid(`A price already uses that lookup key.`, { param: 'lookup_key' })
    const recurring = textsOf(params.recurring)
    return world.addPrice({
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
  get('customers/search', ['query', 'limit'], (world, { params }) => {
    const wanted = /^metadata\["organizationId"\]:"([^"]*)"$/.exec(String(params.query))?.[1]
    if (wanted === undefined) throw invalid('We were unable to parse your search query.')
    const found = [...world.customers.values()].filter(({ metadata }) => metadata.organizationId === wanted)
    return { object: 'search_result', data: world.isSearchBehind ? [] : found, has_more: false }
  }),
  post('customers', ['email', 'metadata'], (world, { params }) => {
    const customer = {
      ...world.base('cus'),
      object: 'customer' as const,
      email: textOf(params.email) ?? null,
      metadata: textsOf(params.metadata),
      balance: 0,
    }
    world.customers.set(customer.id, customer)
    return customer
  }),
  get('customers/:id', [], (world, { id }) => found(world.customers.get(id), 'customer', id)),
  post('customers/:id', ['email'], (world, { id, params }) => {
    const customer = found(world.customers.get(id), 'customer', id)
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
  get('checkout/sessions/:id', ['expand'], (world, { id, params }) => {
    const { asked: _, ...session } = found(world.sessions.get(id), 'checkout.session', id)
    const expand = listOf(params.expand)
    const { subscription, invoice } = session
    return {
      ...session,
      ...(expand.includes('subscription') && {
        subscription: world.subscriptions.get(subscription ?? '') ?? null,
      }),
      ...(expand.includes('invoice') && { invoice: world.invoices.get(invoice ?? '') ?? null }),
    }
  }),
  get('subscriptions/:id', ['expand'], (world, { id }) =>
    found(world.subscriptions.get(id), 'subscription', id),
  ),
  get('customers/:id/balance_transactions', PAGES, (world, { id, params }) =>
    page(
      world.balanceTransactions.filter(({ customer }) => customer === id),
      params,
    ),
  ),
  post(
    'customers/:id/balance_transactions',
    ['amount', 'currency', 'description', 'metadata'],
    (world, { id, params }) => {
      const customer = found(world.customers.get(id), 'customer', id)
      const transaction = {
        ...world.base('cbtxn'),
        object: 'customer_balance_transaction' as const,
        customer: id,
        amount: Number(params.amount),
        metadata: textsOf(params.metadata),
      }
      customer.balance += transaction.amount
      world.balanceTransactions.push(transaction)
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
  post('invoices/create_preview', ['subscription', 'subscription_details'], (world, { params }) => {
    const id = String(params.subscription)
    const subscription = found(world.subscriptions.get(id), 'subscription', id)
    return switched(world, subscription, objectOf(params.subscription_details), false)
  }),
  {
    method: 'DELETE',
    path: pathOf('subscriptions/:id'),
    takes: ['invoice_now', 'prorate'],
    answer(world, { id }) {
      const subscription = found(world.subscriptions.get(id), 'subscription', id)
      if (subscription.status === 'canceled') throw missing('subscription', id)
      world.end(subscription)
      return subscription
    },
  },
  get('invoices', ['customer', 'subscription', 'status', ...PAGES], (world, { params }) => {
    const own = [...world.invoices.values()].filter(
      ({ customer, status, parent }) =>
        (!params.customer || customer === params.customer) &&
        (!params.status || status === params.status) &&
        (!params.subscription || parent?.subscription_details?.subscription === params.subscription),
    )
    const shown = own.map((invoice) =>
      shownInvoice(world, invoice, listOf(params.expand).includes('data.payments')),
    )
    return page(shown, params)
  }),
  get('invoices/:id', ['expand'], (world, { id, params }) => {
    const invoice = found(world.invoices.get(id), 'invoice', id)
    return shownInvoice(world, invoice, listOf(params.expand).includes('payments'))
  }),
  post('invoices/:id/void', [], (world, { id }) => {
    const invoice = found(world.invoices.get(id), 'invoice', id)
    if (invoice.status !== 'open') throw missing('invoice', id)
    return Object.assign(invoice, { status: 'void', next_payment_attempt: null })
  }),
  get('checkout/sessions', ['customer', 'status', ...PAGES], (world, { params }) =>
    page(
      [...world.sessions.values()]
        .filter(({ customer, status }) => customer === params.customer && status === params.status)
        .map(({ asked: _, ...session }) => session),
      params,
    ),
  ),
  post('checkout/sessions/:id/expire', [], (world, { id }) =>
    Object.assign(found(world.sessions.get(id), 'checkout.session', id), { status: 'expired' }),
  ),
  get('charges', ['customer', 'payment_intent', ...PAGES], (world, { params }) =>
    page(
      [...world.charges.values()].filter(
        ({ customer, payment_intent }) =>
          (params.customer ?? customer) === customer &&
          (params.payment_intent ?? payment_intent) === payment_intent,
      ),
      params,
    ),
  ),
  get('refunds', ['payment_intent', ...PAGES], (world, { params }) =>
    page(
      [...world.refunds.values()].filter((one) => one.payment_intent === params.payment_intent),
      params,
    ),
  ),
  get('invoice_payments', ['payment', ...PAGES], (world, { params }) => {
    const { payment_intent } = textsOf(params.payment)
    const found = [...world.payments].filter(([, one]) => one.payment_intent === payment_intent)
    return page(
      found.map(([invoice, one]) => ({ ...one, object: 'invoice_payment', invoice })),
      params,
    )
  }),
  post('refunds', ['payment_intent', 'reason', 'metadata'], (world, { params }) => {
    const charge = [...world.charges.values()].find((one) => one.payment_intent === params.payment_intent)
    if (!charge) throw missing('payment_intent', String(params.payment_intent))
    const amount = charge.amount - charge.amount_refunded
    if (amount === 0) throw invalid('Charge has already been refunded.', { code: 'charge_already_refunded' })
    return world.refund(charge, {
      amount,
      metadata: textsOf(params.metadata),
      reason: textOf(params.reason) ?? null,
    })
  }),
  get('billing_portal/configurations', ['active', ...PAGES], (world, { params }) =>
    page([...world.configurations.values()], params),
  ),
  post('billing_portal/configurations', ['features', 'metadata'], (world, { params }) => {
    const features = objectOf(params.features)
    const configuration = {
      ...world.base('bpc'),
      active: true,
      is_default: false,
      metadata: textsOf(params.metadata),
      features,
    }
    world.configurations.set(configuration.id, configuration)
    return configuration
  }),
  post(
    'billing_portal/sessions',
    ['customer', 'return_url', 'configuration'],
    (world, { params, origin }) => {
      const customer = found(
        world.customers.get(String(params.customer)),
        'customer',
        String(params.customer),
      ).id
      const configuration = textOf(params.configuration) ?? null
      const portal = { ...world.base('bps'), configuration, customer, return_url: String(params.return_url) }
      world.portals.set(portal.id, portal)
      return { ...portal, object: 'billing_portal.session', url: `${origin}/portal/${portal.id}` }
    },
  ),
]

/** Payments stand with an invoice only where they were asked for. */
function shownInvoice(
  world: StripeWorld,
  invoice: Invoice,
  withPayments: boolean,
): Invoice & { payments?: object } {
  if (!withPayments) return invoice
  const payment = world.payments.get(invoice.id)
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

function get(path: string, takes: readonly string[], answer: Endpoint['answer']): Endpoint {
  return { method: 'GET', path: pathOf(path), takes, answer }
}

function post(path: string, takes: readonly string[], answer: Endpoint['answer']): Endpoint {
  return { method: 'POST', path: pathOf(path), takes: [...takes, 'expand'], answer }
}

function pathOf(path: string): RegExp {
  return new RegExp(`^/v1/${path.replace(':id', '(?<id>(?!search$)[^/]+)')}$`)
}
