import { useEffect, useMemo, useState } from 'react'
import type { GuardVerdict } from '#domain/compliance/outreach.ts'
import type { OutreachContext, OutreachGuard } from '#domain/compliance/outreach-guard.ts'

/** The guard's verdict on a text while the member types; null if it is empty or the rules are loading. */
export function useGuard(text: string, context: OutreachContext): GuardVerdict | null {
  const [check, setCheck] = useState<OutreachGuard | null>(null)
  useEffect(() => {
    let isMounted = true
    void import('./guard.ts').then(
      (guard) => isMounted && setCheck(() => guard.checkOutreach),
      () => {}, // Without the rules the verdict stays null, which blocks copying.
    )
    return () => {
      isMounted = false
    }
  }, [])
  const { channel, kind, organizationAddress, requiredLine, missingLicense, senderName, recipientName } =
    context
  return useMemo(
    () =>
      check && text.trim()
        ? check(text, {
            ...{ channel, kind, organizationAddress, requiredLine, missingLicense },
            ...{ senderName, recipientName },
          })
        : null,
    [
      check,
      text,
      channel,
      kind,
      organizationAddress,
      requiredLine,
      missingLicense,
      senderName,
      recipientName,
    ],
  )
}
