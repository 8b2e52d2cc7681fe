import { Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ContactDetail } from '#contract/contacts.ts'
import type { Channel } from '#domain/compliance/outreach.ts'
import { PHONE_KIND_LABELS } from '#domain/identity/kind-labels.ts'
import { capitalize, cityLine, formatPhone, joinPresent } from '#web/lib/format.ts'
import { useInstance } from '#web/lib/instance-query.ts'
import { VerificationMark } from '../verification-mark.tsx'
import { ContactLine, ContactPointLink, OptOutIcon } from './contact-point-link.tsx'
import { EmailSuggestion } from './email-suggestion.tsx'
import { DrawerSection } from './fact-list.tsx'
import { UseAddress } from './use-address.tsx'
import { VerificationList } from './verification-list.tsx'

/** Email, phone and address with their verification status and restrictions. */
export function ContactInformation({ contact }: { contact: ContactDetail }) {
  const { email, phone, details } = contact
  return (
    <DrawerSection title="Contact information" sample={useSampleVerification(contact)}>
      <div className="grid grid-cols-1 gap-1">
        <PrimaryLine
          contact={contact}
          point="email"
          channel="email"
          icon={<Mail aria-hidden />}
          text={email}
          href={`mailto:${email}`}
        />
        <EmailSuggestion contact={contact} />
        <PrimaryLine
          contact={contact}
          point="phone"
          channel="call"
          icon={<Phone aria-hidden />}
          text={phone && formatPhone(phone)}
          href={`tel:${phone}`}
          kind={details?.phoneKind && PHONE_KIND_LABELS[details.phoneKind]}
        />
        <PrimaryLine
          contact={contact}
          point="address"
          channel="letter"
          icon={<MapPin aria-hidden />}
          text={joinPresent([contact.address, cityLine(contact)])}
        />
        <FoundAddress contact={contact} />
      </div>
      <VerificationList contact={contact} />
    </DrawerSection>
  )
}

/** Offers a found property's address to a contact without an address. */
function FoundAddress({ contact }: { contact: ContactDetail }) {
  const [property] = contact.properties
  if (contact.address || !property) return null
  return (
    <section
      aria-label="Found address"
      className="my-1 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-raised px-3 py-2 text-[13px]"
    >
      <p className="min-w-0 flex-1 basis-48 break-words">
        Found a home:{' '}
        <span className="font-medium">{joinPresent([property.address, cityLine(property)])}</span>
      </p>
      <UseAddress contact={contact} property={property} />
    </section>
  )
}

interface PrimaryLineProps {
  contact: ContactDetail
  point: 'email' | 'phone' | 'address'
  channel: Channel
  icon: ReactNode
  text: string | null
  href?: string
  kind?: string | null
}

function PrimaryLine({ contact, point, channel, icon, text, href, kind }: PrimaryLineProps) {
  if (!text) {
    return (
      <ContactLine icon={icon}>
        <span className="text-dim">No {point}</span>
      </ContactLine>
    )
  }
  return (
    <ContactLine icon={icon}>
      <ContactPointLink contact={contact} channel={channel} text={text} href={href} />
      <OptOutIcon contact={contact} channel={channel} />
      {kind && <span className="text-[13px] text-dim">{kind}</span>}
      <VerificationMark
        label={capitalize(point)}
        status={contact[`${point}Verified`]}
        reason={contact[`${point}VerificationReason`]}
      />
    </ContactLine>
  )
}

/** True if the sample provider did the verification. A failed address comes from the ZIP code list, which is real data. */
function useSampleVerification(contact: ContactDetail): boolean {
  const { emailVerified, phoneVerified, addressVerified, employerVerified } = contact
  const sampleData = useInstance()?.sampleData ?? false
  const isChecked = [emailVerified, phoneVerified, employerVerified].some(
    (status) => status === 'verified' || status === 'failed',
  )
  return sampleData && (isChecked || addressVerified === 'verified')
}
