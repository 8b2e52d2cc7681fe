import type { CREDIT_OPERATIONS } from '#contract/organizations.ts'

export type CreditOperation = (typeof CREDIT_OPERATIONS)[number]

/** What moves credits, in the reader's words. */
const LABELS: Record<CreditOperation, string> = {
  enrich: 'Look-up',
  refund: 'Given back',
  grant: 'Granted',
  expire: 'Expired',
  revoke: 'Taken back',
  adjustment: 'Adjustment',
}

export const OPERATIONS = (Object.keys(LABELS) as CreditOperation[]).map((value) => ({
  value,
  label: LABELS[value],
}))

/** An operation that is not known here, as of a newer server, reads as it is called. */
export function operationLabel(operation: string): string {
  return OPERATIONS.find(({ value }) => value === operation)?.label ?? operation
}

/** `+1,000`, `−1`: with a sign always. */
export function signedAmount(amount: number): string {
  return `${amount < 0 ? '−' : '+'}${Math.abs(amount).toLocaleString('en-US')}`
}
