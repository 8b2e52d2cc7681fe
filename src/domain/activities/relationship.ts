export const RELATIONSHIPS = ['past_client', 'sphere', 'lead', 'vendor', 'other'] as const
export type Relationship = (typeof RELATIONSHIPS)[number]

export const AGREEMENT_SIDES = ['seller', 'buyer'] as const
export type AgreementSide = (typeof AGREEMENT_SIDES)[number]

export const BROKERS = ['own', 'other'] as const

export const AGREEMENT_STATUSES = [
  'active',
  'coming_soon',
  'pending',
  'withdrawn',
  'expired',
  'canceled',
  'closed',
] as const
export type AgreementStatus = (typeof AGREEMENT_STATUSES)[number]

/** An exclusive agreement of a contact with a broker. */
export type Agreement = {
  side: AgreementSide
  broker: (typeof BROKERS)[number]
  status: AgreementStatus
  /** Last day, `YYYY-MM-DD`; null if unknown. */
  endsOn: string | null
}

/** Statuses of agreements in effect. A withdrawn listing is off the market, but its agreement continues. */
export const BINDING_STATUSES: readonly AgreementStatus[] = ['active', 'coming_soon', 'pending', 'withdrawn']
