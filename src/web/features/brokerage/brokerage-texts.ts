import type { BrokerageInvitation, BrokerageMove } from '#contract/brokerages.ts'
import { formatQuantity } from '#web/lib/format.ts'

export const INVITATION_KINDS: Record<BrokerageInvitation['kind'], string> = {
  office: 'An organization',
  new_office: 'The owner of a new office',
  supervisor: 'A supervising broker',
}

/** `Moved 300 credits from Lake Office to North Office` */
export function moveText({ kind, amount, fromName, toName }: BrokerageMove): string {
  if (kind === 'expired_credits')
    return `${formatQuantity(amount, 'credit', 'credits')} of ${fromName ?? 'a deleted office'} expired when the office was deleted`
  const isCredits = kind === 'credits'
  const missing = isCredits ? 'a deleted office' : 'free seats'
  const what = isCredits
    ? formatQuantity(amount, 'credit', 'credits')
    : formatQuantity(amount, 'seat', 'seats')
  return `Moved ${what} from ${fromName ?? missing} to ${toName ?? missing}`
}
