import type { ContactMilestones } from '#contract/analytics/milestones.ts'

export type PipelineValue = ContactMilestones['values'][number]
export type FeeUnit = 'amount' | 'percent'

/** Largest amount in dollars and share in percent that the API accepts. */
const MAX_DOLLARS = 1_000_000_000
const MAX_PERCENT = 100

/** Texts of the form for a saved value. */
export function textsOf(saved: PipelineValue | undefined): { price: string; fee: string; unit: FeeUnit } {
  const { priceCents = null, feeCents = null, feePercent = null } = saved ?? {}
  return {
    price: priceCents === null ? '' : String(priceCents / 100),
    fee: feePercent === null ? (feeCents === null ? '' : String(feeCents / 100)) : String(feePercent),
    unit: feeCents !== null && feePercent === null ? 'amount' : 'percent',
  }
}

/** `$450,000.50` → 450000.5; null without a number; undefined for anything else, such as a negative number. */
export function parseAmount(text: string, max: number): number | null | undefined {
  const digits = text.replace(/[\s,$%]/g, '')
  if (digits === '') return null
  const value = /^\d+(\.\d+)?$/.test(digits) ? Number(digits) : undefined
  return value !== undefined && value <= max ? value : undefined
}

export type PipelineInput = { price: string; fee: string; unit: FeeUnit }
type SentValue = Omit<PipelineValue, 'side'>

/** The value to send, or the error of each field. */
export function readPipelineValue({
  price,
  fee,
  unit,
}: PipelineInput): { value: SentValue | null } | { errors: { price?: string; fee?: string } } {
  const dollars = parseAmount(price, MAX_DOLLARS)
  const feeNumber = parseAmount(fee, unit === 'percent' ? MAX_PERCENT : MAX_DOLLARS)
  const errors: { price?: string; fee?: string } = {}
  if (dollars === undefined) errors.price = 'Enter a dollar amount, such as 450,000'
  if (feeNumber === undefined)
    errors.fee = unit === 'percent' ? 'Enter a percentage up to 100' : 'Enter a dollar amount'
  if (unit === 'percent' && feeNumber != null && dollars === null)
    errors.price = 'Enter the price that the percentage is of'
  if (dollars === undefined || feeNumber === undefined || Object.keys(errors).length > 0) return { errors }
  if (dollars === null && feeNumber === null) return { value: null }
  const cents = (amount: number | null) => (amount === null ? null : Math.round(amount * 100))
  return {
    value: {
      priceCents: cents(dollars),
      feeCents: unit === 'amount' ? cents(feeNumber) : null,
      feePercent: unit === 'percent' ? feeNumber : null,
    },
  }
}
