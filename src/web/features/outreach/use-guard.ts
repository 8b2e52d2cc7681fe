import { useEffect, useMemo, useState } from 'react'
import type { GuardVerdict } from '#domain/compliance/outreach.ts'
import type { checkOutreach, OutreachContext } from '#domain/compliance/outreach-guard.ts'

type Check = typeof checkOutreach

/** What the guard says of a text while it is typed; null until the rules are here, and for an empty text. */
export function useGuard(text: string, context: OutreachContext): GuardVerdict | null {
  const [check, setCheck] = useState<Check | null>(null)
  useEffect(() => {
    let isWanted = true
    void import('#domain/compliance/outreach-guard.ts').then(
      (guard) => isWanted && setCheck(() => guard.checkOutreach),
      () => {}, // Without the rules nothing can be copied; the dialog says so.
    )
    return () => {
      isWanted = false
    }
  }, [])
  const { channel, organizationAddress, senderName, recipientName } = context
  return useMemo(
    () =>
      check && text.trim() ? check(text, { channel, organizationAddress, senderName, recipientName }) : null,
    [check, text, channel, organizationAddress, senderName, recipientName],
  )
}
