// Objects of the provider as its API returns them, with only the fields that are read or identify objects.

export type Base = { id: string; created: number; livemode: boolean }
export type Customer = Base & {
  object: 'customer'
  email: string | null
  metadata: Record<string, string>
  /** In cents; below zero is credit. */
  balance: number
}
export type BalanceTransaction = Base & {
  object: 'customer_balance_transaction'
  customer: string
  amount: number
  metadata: Record<string, string>
}
export type Product = Base & { object: 'product'; name: string; metadata: Record<string, string> }
export type Price = Base & {
  object: 'price'
  active: boolean
  billing_scheme: 'per_unit'
  currency: string
  lookup_key: string | null
  product: string
  unit_amount: number
  recurring: { interval: 'month' | 'year'; interval_count: number; usage_type: string }
}
export type Session = Base & {
  object: 'checkout.session'
  mode: 'subscription'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  url: string | null
  success_url: string
  cancel_url: string
  customer: string
  client_reference_id: string
  metadata: Record<string, string>
  subscription: string | null
  invoice: string | null
  currency: string
  amount_total: number
  /** The request's parameters, not shown by the API. */
  request: { price: string; metadata: Record<string, string> }
}
export type Subscription = Base & {
  object: 'subscription'
  customer: string
  status: string
  cancel_at: number | null
  cancel_at_period_end: boolean
  canceled_at: number | null
  ended_at: number | null
  trial_start: number | null
  trial_end: number | null
  latest_invoice: string | null
  metadata: Record<string, string>
  items: {
    object: 'list'
    data: { id: string; price: Price; current_period_start: number; current_period_end: number }[]
  }
}
export type Invoice = Base & {
  object: 'invoice'
  customer: string
  number: string | null
  status: string
  currency: string
  billing_reason: string
  total: number
  amount_due: number
  amount_paid: number
  attempt_count: number
  next_payment_attempt: number | null
  hosted_invoice_url: string
  invoice_pdf: string
  status_transitions: { paid_at: number | null }
  parent: {
    type: 'subscription_details'
    subscription_details: { subscription: string; metadata: Record<string, string> }
  }
  lines: { object: 'list'; data: object[] }
}
export type Charge = Base & {
  object: 'charge'
  customer: string
  payment_intent: string
  amount: number
  amount_refunded: number
  refunded: boolean
  currency: string
  paid: boolean
  payment_method_details: { type: 'card'; card: { fingerprint: string | null } }
}
export type Refund = Base & {
  object: 'refund'
  amount: number
  currency: string
  charge: string
  payment_intent: string
  reason: string | null
  status: string
  metadata: Record<string, string>
}
export type Portal = { configuration: string | null; customer: string; return_url: string } & Base
export type Configuration = Base & {
  active: boolean
  is_default: boolean
  metadata: Record<string, string>
  features: object
}

export type StripeEvent = Base & {
  object: 'event'
  type: string
  api_version: string
  data: { object: object }
}
