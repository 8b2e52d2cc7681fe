import { useInstance } from '#web/lib/instance-query.ts'
import { Badge } from '#web/ui/badge.tsx'

/** A badge on servers that charge no real cards. */
export function TestPaymentsNote() {
  if (!useInstance()?.testPayments) return null
  return <Badge dot="var(--yellow)">Test payments: no card is charged</Badge>
}
