import type { CREDIT_OPERATIONS } from '#contract/organizations.ts'

export type CreditOperation = (typeof CREDIT_OPERATIONS)[number]

const LABELS: Record<CreditOperation, string> = {
  enrich: 'Enrichment',
  refund: 'Refunded',
  grant: 'Granted',
  expire: 'Expired',
  revoke: 'Revoked',
  adjustment: 'Adjustment',
  transfer: 'Moved',
}

export const OPERATIONS = (Object.keys(LABELS) as CreditOperation[]).map((value) => ({
  value,
  label: LABELS[value],
}))

/** The label of an operation; its raw name if a newer server sends an unknown one. */
export function operationLabel(operation: string): string {
  return OPERATIONS.find(({ value }) => value === operation)?.label ?? operation
}

/** Always with a sign: `+1,000`, `−1`. */
export function signedAmount(amount: number): string {
  return `${amount < 0 ? '−' : '+'}${Math.abs(amount).toLocaleString('en-US')}`
}
