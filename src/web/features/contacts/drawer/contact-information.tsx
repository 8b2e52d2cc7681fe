import { Mail, MapPin, Phone } from 'lucide-react'
import type { ContactDetail } from '#contract/contacts.ts'
import { PHONE_KIND_LABELS } from '#domain/identity/kind-labels.ts'
import { cityLine, formatPhone, joinPresent } from '#web/lib/format.ts'
import { useInstance } from '#web/lib/instance-query.ts'
import { VerificationMark } from '../verification-mark.tsx'
import { ContactLine, ContactPointLink, OptOutIcon } from './contact-point-link.tsx'
import { EmailSuggestion } from './email-suggestion.tsx'
import { DrawerSection } from './fact-list.tsx'
import { VerificationList } from './verification-list.tsx'

/** Email, phone and address with their verification status and restrictions. */
export function ContactInformation({ contact }: { contact: ContactDetail }) {
  const place = cityLine(contact)
  return (
    <DrawerSection title="Contact information" sample={useSampleVerification(contact)}>
      <div className="grid grid-cols-1 gap-1">
        <ContactLine icon={<Mail aria-hidden />}>
          {contact.email ? (
            <>
              <ContactPointLink contact={contact} href={`mailto:${contact.email}`} channel="email">
                {contact.email}
              </ContactPointLink>
              <OptOutIcon contact={contact} channel="email" />
              <VerificationMark
                of="Email"
                status={contact.emailVerified}
                reason={contact.emailVerificationReason}
              />
            </>
          ) : (
            <span className="text-dim">No email</span>
          )}
        </ContactLine>
        <EmailSuggestion contact={contact} />
        <ContactLine icon={<Phone aria-hidden />}>
          {contact.phone ? (
            <>
              <ContactPointLink contact={contact} href={`tel:${contact.phone}`} channel="call">
                {formatPhone(contact.phone)}
              </ContactPointLink>
              <OptOutIcon contact={contact} channel="call" />
              {contact.details?.phoneKind && (
                <span className="text-[13px] text-dim">{PHONE_KIND_LABELS[contact.details.phoneKind]}</span>
              )}
              <VerificationMark
                of="Phone"
                status={contact.phoneVerified}
                reason={contact.phoneVerificationReason}
              />
            </>
          ) : (
            <span className="text-dim">No phone</span>
          )}
        </ContactLine>
        <ContactLine icon={<MapPin aria-hidden />}>
          <span className="min-w-0 flex-1 break-words">
            {joinPresent([contact.address, place]) || <span className="text-dim">No address</span>}
          </span>
          {(contact.address || place) && <OptOutIcon contact={contact} channel="letter" />}
          {(contact.address || place) && (
            <VerificationMark
              of="Address"
              status={contact.addressVerified}
              reason={contact.addressVerificationReason}
            />
          )}
        </ContactLine>
      </div>
      <VerificationList contact={contact} />
    </DrawerSection>
  )
}

/** True if the sample provider did the verification. A failed address comes from the ZIP code list, which is real data. */
function useSampleVerification(contact: ContactDetail): boolean {
  const { emailVerified, phoneVerified, addressVerified, employerVerified } = contact
  const sampleData = useInstance()?.sampleData ?? false
  const answered = [emailVerified, phoneVerified, employerVerified].some(
    (status) => status === 'verified' || status === 'failed',
  )
  return sampleData && (answered || addressVerified === 'verified')
}
