import { Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ContactDetail } from '#contract/contacts.ts'
import { formatPhone, joinPresent } from '#web/lib/format.ts'
import { useInstance } from '#web/lib/instance-query.ts'
import { VerificationMark } from '../verification-mark.tsx'
import { EmailSuggestion } from './email-suggestion.tsx'
import { DrawerSection } from './fact-list.tsx'
import { VerificationList } from './verification-list.tsx'

/** E-mail, phone and address, each with what is known about it, and what was verified. */
export function ContactInformation({ contact }: { contact: ContactDetail }) {
  const place = joinPresent([contact.city, joinPresent([contact.state, contact.zipCode], ' ')])
  return (
    <DrawerSection title="Contact information" sample={useSampleVerification(contact)}>
      <div className="grid grid-cols-1 gap-1">
        <Line icon={<Mail aria-hidden />}>
          {contact.email ? (
            <>
              <a className="min-w-0 flex-1 truncate hover:underline" href={`mailto:${contact.email}`}>
                {contact.email}
              </a>
              <VerificationMark
                of="Email"
                status={contact.emailVerified}
                reason={contact.emailVerificationReason}
              />
            </>
          ) : (
            <span className="text-dim">No email</span>
          )}
        </Line>
        <EmailSuggestion contact={contact} />
        <Line icon={<Phone aria-hidden />}>
          {contact.phone ? (
            <>
              <a className="min-w-0 flex-1 truncate hover:underline" href={`tel:${contact.phone}`}>
                {formatPhone(contact.phone)}
              </a>
              <VerificationMark
                of="Phone"
                status={contact.phoneVerified}
                reason={contact.phoneVerificationReason}
              />
            </>
          ) : (
            <span className="text-dim">No phone</span>
          )}
        </Line>
        <Line icon={<MapPin aria-hidden />}>
          <span className="min-w-0 flex-1 break-words">
            {joinPresent([contact.address, place]) || <span className="text-dim">No address</span>}
          </span>
          {(contact.address || place) && (
            <VerificationMark
              of="Address"
              status={contact.addressVerified}
              reason={contact.addressVerificationReason}
            />
          )}
        </Line>
      </div>
      <VerificationList contact={contact} />
    </DrawerSection>
  )
}

/** Whether it was the sample provider that answered; an address fails by the list of ZIP codes, which is no sample. */
function useSampleVerification(contact: ContactDetail): boolean {
  const { emailVerified, phoneVerified, addressVerified, employerVerified } = contact
  const sampleData = useInstance()?.sampleData ?? false
  const answered = [emailVerified, phoneVerified, employerVerified].some(
    (status) => status === 'verified' || status === 'failed',
  )
  return sampleData && (answered || addressVerified === 'verified')
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-7 items-center gap-2.5 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-dim">
      {icon}
      {children}
    </div>
  )
}
