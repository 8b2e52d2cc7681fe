import type { ContactDetail } from '#contract/contacts.ts'
import { formatMomentDay } from '#web/lib/format.ts'
import { Collapsible } from '#web/ui/collapsible.tsx'
import { VerificationIcon } from '../verification-mark.tsx'
import { verificationsOf } from './verification-texts.ts'

/** The verification status, reason and date of each contact point and the employer. */
export function VerificationList({ contact }: { contact: ContactDetail }) {
  const verifications = verificationsOf(contact)
  const verified = verifications.filter(({ status }) => status === 'verified').length
  return (
    <Collapsible
      label="Verification"
      aside={`${verified} of ${verifications.length} verified`}
      className="mt-1 border-t border-line/60"
    >
      <ul aria-label="Verification" className="grid gap-2.5">
        {verifications.map(({ label, status, statusText, reason, at }) => (
          <li key={label} className="flex gap-2.5 text-[13px]">
            <VerificationIcon status={status} className="mt-0.5" />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-baseline gap-x-2">
                <span className="font-medium">{label}</span>
                <span className="text-muted">{statusText}</span>
                {at && <span className="ml-auto text-dim tabular-nums">{formatMomentDay(at)}</span>}
              </p>
              {reason && <p className="break-words text-dim">{reason}</p>}
            </div>
          </li>
        ))}
      </ul>
    </Collapsible>
  )
}
