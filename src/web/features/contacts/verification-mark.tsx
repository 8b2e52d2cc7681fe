import { BadgeCheck, CircleQuestionMark } from 'lucide-react'
import type { ContactSummary } from '#contract/contacts.ts'
import { cx } from '#web/ui/class-names.ts'

type Status = ContactSummary['emailVerified']

const STATUS_LABELS: Record<Status, string> = {
  verified: 'Verified',
  unverified: 'Not verified yet',
  failed: 'Verification failed',
  pending: 'Verification pending',
}

interface VerificationMarkProps {
  /** `Email`, `Phone` or `Address`. */
  label: string
  status: Status
  /** The server's reason for a failed or pending verification. */
  reason?: string | null
}

/** A green tick if verified, otherwise a gray mark; its title says the status. */
export function VerificationMark({ label, status, reason }: VerificationMarkProps) {
  const text = `${label}: ${STATUS_LABELS[status]}${reason ? ` (${reason})` : ''}`
  return (
    // Above the card's link, so that the title shows on hover.
    <span title={text} className="relative z-10 grid shrink-0 place-items-center">
      <VerificationIcon status={status} />
      <span className="sr-only">{text}</span>
    </span>
  )
}

export function VerificationIcon({ status, className }: { status: Status; className?: string }) {
  const Icon = status === 'verified' ? BadgeCheck : CircleQuestionMark
  const color = status === 'verified' ? 'text-green' : 'text-dim'
  return <Icon aria-hidden className={cx('size-4 shrink-0', color, className)} />
}
