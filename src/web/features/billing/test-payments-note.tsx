import { useInstance } from '#web/lib/instance-query.ts'
import { Badge } from '#web/ui/badge.tsx'

/** Says so where this instance takes no real money. */
export function TestPaymentsNote() {
  if (!useInstance()?.testPayments) return null
  return <Badge dot="var(--yellow)">Test payments: no card is charged</Badge>
}
