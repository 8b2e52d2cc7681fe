import { Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ContactDetail } from '#contract/contacts.ts'
import type { Channel } from '#domain/compliance/outreach.ts'
import type { ContactDetails } from '#domain/identity/contact-details.ts'
import { PHONE_KIND_LABELS, POINT_KIND_LABELS } from '#domain/identity/kind-labels.ts'
import { isVoiceNumber, withPrimaryEmail, withPrimaryPhone } from '#domain/identity/primary-value.ts'
import { cityLine, formatDay, formatPhone, joinPresent } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { birthdayText } from '../birthday.ts'
import { useUpdateContact } from '../contact-mutations.ts'
import { ContactLine, ContactPointLink, OptOutIcon } from './contact-point-link.tsx'
import { DrawerSection, type Fact, FactList, presentFacts } from './fact-list.tsx'
import { profileUrl } from './profile-url.ts'

/** A contact's details beyond the eight main fields: alternate contact points and CRM history. */
export function MoreDetails({ contact }: { contact: ContactDetail }) {
  const { details } = contact
  if (!details) return null
  const facts = factsOf(details)
  const history = details.history ? historyOf(details.history) : []
  const hasDetails =
    details.emails.length + details.phones.length + details.addresses.length + facts.length > 0
  return (
    <>
      {hasDetails && (
        <DrawerSection title="More details">
          <AlternateContactPoints contact={contact} details={details} />
          <FactList facts={facts} />
        </DrawerSection>
      )}
      {history.length > 0 && (
        <DrawerSection title="From your previous CRM">
          <FactList facts={history} />
        </DrawerSection>
      )}
    </>
  )
}

interface AlternatePoint {
  channel: Channel
  icon: ReactNode
  text: string
  kind: string
  href?: string
  phone?: string
  /** The change that makes it the primary one, if that is possible. */
  primaryChange?: Parameters<ReturnType<typeof useUpdateContact>['mutate']>[0]
}

function alternatePointsOf(contact: ContactDetail, details: ContactDetails): AlternatePoint[] {
  return [
    ...details.phones.map((alternate, index) => ({
      channel: 'call' as const,
      icon: <Phone aria-hidden />,
      text: formatPhone(alternate.phone),
      kind: PHONE_KIND_LABELS[alternate.kind],
      ...(isVoiceNumber(alternate) && {
        href: `tel:${alternate.phone}`,
        phone: alternate.phone,
        primaryChange: withPrimaryPhone(contact, index),
      }),
    })),
    ...details.emails.map(({ email, kind }, index) => ({
      channel: 'email' as const,
      icon: <Mail aria-hidden />,
      text: email,
      kind: POINT_KIND_LABELS[kind],
      href: `mailto:${email}`,
      primaryChange: withPrimaryEmail(contact, index),
    })),
    ...details.addresses.map(({ kind, address, ...location }) => ({
      channel: 'letter' as const,
      icon: <MapPin aria-hidden />,
      text: joinPresent([address, cityLine(location)]),
      kind: POINT_KIND_LABELS[kind],
    })),
  ]
}

/** Alternate contact points; their labels wrap below on narrow screens. */
function AlternateContactPoints({ contact, details }: { contact: ContactDetail; details: ContactDetails }) {
  const change = useUpdateContact(contact.id)
  return (
    <div className="mb-2 grid grid-cols-1 gap-1">
      {alternatePointsOf(contact, details).map(
        ({ channel, icon, text, kind, href, phone, primaryChange }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: addresses have no ids and are never reordered
          <ContactLine key={index} icon={icon}>
            <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5">
              <div className="flex min-h-7 min-w-0 grow basis-40 items-center">
                <ContactPointLink {...{ contact, channel, text, href, phone }} />
              </div>
              <div className="flex shrink-0 items-center gap-2.5 text-[13px] text-dim">
                <OptOutIcon contact={contact} channel={channel} />
                <span>{kind}</span>
                {primaryChange && (
                  <Button
                    variant="ghost"
                    size="sm"
                    className="-mr-2 max-md:h-11"
                    disabled={change.isPending}
                    aria-label={`Make primary: ${text}`}
                    onClick={() => change.mutate(primaryChange)}
                  >
                    Make primary
                  </Button>
                )}
              </div>
            </div>
          </ContactLine>
        ),
      )}
    </div>
  )
}

function factsOf(details: ContactDetails): Fact[] {
  const { partner } = details
  return presentFacts([
    ['Title', details.title],
    ['Suffix', details.suffix],
    ['Partner', partner && joinPresent([partner.firstName, partner.lastName], ' ')],
    ['Birthday', details.birthday && birthdayText(details.birthday)],
    ['Company', details.company],
    ['Job title', details.jobTitle],
    ['Website', details.website && <Website key="website" text={details.website} />],
  ])
}

/** Leaves out the last closing, which the relationship section shows. */
function historyOf(history: NonNullable<ContactDetails['history']>): Fact[] {
  return presentFacts([
    ['Lead source', history.source],
    ['Stage', history.stage],
    ['Assigned to', history.assignedTo],
    ['Created', history.createdOn && formatDay(history.createdOn)],
    ['Last contact', history.lastContactOn && formatDay(history.lastContactOn)],
  ])
}

/** A link if the text is a URL, otherwise plain text. */
function Website({ text }: { text: string }) {
  const href = profileUrl(text)
  if (!href) return text
  return (
    <a href={href} target="_blank" rel="noreferrer noopener" className="text-accent hover:underline">
      {text}
      <span className="sr-only"> (opens a new tab)</span>
    </a>
  )
}

/** A titled list of badges; nothing if it is empty. */
export function BadgeList({ title, texts }: { title: string; texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <>
      <h4 className="mt-3 mb-1.5 text-[13px] font-normal text-dim">{title}</h4>
      <ul aria-label={title} className="flex flex-wrap gap-1.5">
        {texts.map((text) => (
          <li key={text} className="max-w-full">
            <Badge>{text}</Badge>
          </li>
        ))}
      </ul>
    </>
  )
}
