import { Mail, MapPin, Phone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ContactDetail } from '#contract/contacts.ts'
import type { ContactDetails } from '#domain/identity/contact-details.ts'
import { PHONE_KIND_LABELS, POINT_KIND_LABELS } from '#domain/identity/kind-labels.ts'
import { isVoiceNumber, withPrimaryEmail, withPrimaryPhone } from '#domain/identity/primary-value.ts'
import { cityLine, formatDay, formatPhone, joinPresent } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { birthdayText } from '../birthday.ts'
import { ContactLine, ContactPointLink, OptOutIcon } from './contact-point-link.tsx'
import { useContactChange } from './drawer-queries.ts'
import { DrawerSection, type Fact, FactList, presentFacts } from './fact-list.tsx'
import { profileAddress } from './profile-address.ts'

/** A contact's details beyond the eight main fields: alternate contact points, labels, notes and CRM history. */
export function MoreDetails({ contact }: { contact: ContactDetail }) {
  const { details } = contact
  if (!details) return null
  const facts = factsOf(details)
  const hasOwn = details.emails.length + details.phones.length + details.addresses.length + facts.length > 0
  return (
    <>
      {(hasOwn || details.labels.length > 0) && (
        <DrawerSection title="More details">
          <AlternateContactPoints contact={contact} details={details} />
          <FactList facts={facts} />
          <BadgeList title="Labels" texts={details.labels} />
        </DrawerSection>
      )}
      {details.notes && <Notes key={contact.id} notes={details.notes} />}
      {details.history && (
        <DrawerSection title="From your previous CRM">
          <FactList facts={historyOf(details.history)} />
        </DrawerSection>
      )}
    </>
  )
}

function AlternateContactPoints({ contact, details }: { contact: ContactDetail; details: ContactDetails }) {
  const change = useContactChange(contact.id)
  const makePrimary = (what: string, onClick: () => void) => (
    <Button
      variant="ghost"
      size="sm"
      className="-mr-2 max-md:h-10"
      disabled={change.isPending}
      aria-label={`Make primary: ${what}`}
      onClick={onClick}
    >
      Make primary
    </Button>
  )
  return (
    <div className="mb-2 grid grid-cols-1 gap-1">
      {details.phones.map((alternate, index) => (
        <AlternateLine
          key={alternate.phone}
          icon={<Phone aria-hidden />}
          value={
            isVoiceNumber(alternate) ? (
              <ContactPointLink contact={contact} href={`tel:${alternate.phone}`} channel="call">
                {formatPhone(alternate.phone)}
              </ContactPointLink>
            ) : (
              <span className="truncate">{formatPhone(alternate.phone)}</span>
            )
          }
        >
          <OptOutIcon contact={contact} channel="call" />
          <span>{PHONE_KIND_LABELS[alternate.kind]}</span>
          {isVoiceNumber(alternate) &&
            makePrimary(formatPhone(alternate.phone), () => change.mutate(withPrimaryPhone(contact, index)))}
        </AlternateLine>
      ))}
      {details.emails.map(({ email, kind }, index) => (
        <AlternateLine
          key={email}
          icon={<Mail aria-hidden />}
          value={
            <ContactPointLink contact={contact} href={`mailto:${email}`} channel="email">
              {email}
            </ContactPointLink>
          }
        >
          <OptOutIcon contact={contact} channel="email" />
          <span>{POINT_KIND_LABELS[kind]}</span>
          {makePrimary(email, () => change.mutate(withPrimaryEmail(contact, index)))}
        </AlternateLine>
      ))}
      {details.addresses.map(({ kind, address, city, state, zipCode }, index) => (
        <AlternateLine
          // biome-ignore lint/suspicious/noArrayIndexKey: addresses have no ids and are never reordered
          key={index}
          icon={<MapPin aria-hidden />}
          value={
            <span className="min-w-0 break-words">
              {joinPresent([address, cityLine({ city, state, zipCode })])}
            </span>
          }
        >
          <OptOutIcon contact={contact} channel="letter" />
          <span>{POINT_KIND_LABELS[kind]}</span>
        </AlternateLine>
      ))}
    </div>
  )
}

/** An alternate contact point; its labels wrap below on narrow screens. */
function AlternateLine(props: { icon: ReactNode; value: ReactNode; children: ReactNode }) {
  return (
    <ContactLine icon={props.icon}>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5">
        <div className="flex min-h-7 min-w-0 grow basis-40 items-center">{props.value}</div>
        <div className="flex shrink-0 items-center gap-2.5 text-[13px] text-dim">{props.children}</div>
      </div>
    </ContactLine>
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

function historyOf(history: NonNullable<ContactDetails['history']>): Fact[] {
  return presentFacts([
    ['Lead source', history.source],
    ['Stage', history.stage],
    ['Assigned to', history.assignedTo],
    ['Created', history.createdOn && formatDay(history.createdOn)],
    ['Last contact', history.lastContactOn && formatDay(history.lastContactOn)],
    ['Last closing', history.lastClosingOn && formatDay(history.lastClosingOn)],
  ])
}

/** A link if the text is a web address, otherwise plain text. */
function Website({ text }: { text: string }) {
  const href = profileAddress(text)
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

/** Notes longer than this are collapsed at first. */
const LONG_NOTES = { lines: 6, characters: 400 }

function Notes({ notes }: { notes: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const isLong = notes.length > LONG_NOTES.characters || notes.split('\n').length > LONG_NOTES.lines
  return (
    <DrawerSection title="Notes">
      <p className={cx('text-sm break-words whitespace-pre-line', isLong && !isOpen && 'line-clamp-6')}>
        {notes}
      </p>
      {isLong && (
        <Button
          variant="ghost"
          size="sm"
          className="mt-1 -ml-2.5 max-md:h-10"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show all notes'}
        </Button>
      )}
    </DrawerSection>
  )
}
