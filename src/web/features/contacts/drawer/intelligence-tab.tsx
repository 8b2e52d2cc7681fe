import { Lock } from 'lucide-react'
import type { ContactDetail } from '#contract/contacts.ts'
import type { AdditionalOwner, KnownAddress, PersonRecord } from '#domain/enrichment/person-record.ts'
import { cityLine, formatDay, formatPhone, formatQuantity, joinPresent, yearsSince } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { isSampleGroup, SourceLine } from '../sample-data.tsx'
import { DrawerSection, type Fact, FactList, presentFacts } from './fact-list.tsx'
import { RiskCard } from './risk-card.tsx'
import { genderLabel } from './signals-tab.tsx'

/** Risk, phone intelligence, known addresses and alternate contact points. */
export function IntelligenceTab({ contact }: { contact: ContactDetail }) {
  const data = contact.enrichmentData
  return (
    <>
      {contact.riskData && <RiskCard risk={contact.riskData} />}
      {data ? (
        <Intelligence contact={contact} data={data} />
      ) : (
        <EmptyState
          level={3}
          icon={<Lock />}
          title="No intelligence data available"
          description="Enrich this contact to unlock phone intelligence, alternate contacts, and address history."
        />
      )}
    </>
  )
}

type EnrichmentData = NonNullable<ContactDetail['enrichmentData']>

function Intelligence({ contact, data }: { contact: ContactDetail; data: EnrichmentData }) {
  const phoneSample = isSampleGroup(data, 'phone')
  const personSample = isSampleGroup(data, 'person')
  const emails = data.alternateEmails.filter((email) => email !== contact.email)
  const phones = data.alternatePhones.filter(({ phoneNumber }) => phoneNumber !== contact.phone)
  const alternates = {
    'Alternate names': data.alternateNames.map((value) => ({ value })),
    'Alternate emails': emails.map((value) => ({ value })),
    'Alternate phones': phones.map(({ phoneNumber: value, lineType }) => ({ value, lineType })),
  }
  return (
    <>
      <PhoneIntelligence phone={data.phone} sample={phoneSample} />
      <KnownAddresses addresses={data.addresses} sample={phoneSample || personSample} />
      {Object.entries(alternates).map(([title, entries]) => (
        <Alternates
          key={title}
          title={title}
          sample={personSample}
          entries={entries}
          sources={data.alternateSources}
        />
      ))}
      <PhoneOwners owners={data.additionalOwners} sample={phoneSample} />
      <SourceLine data={data} group="phone" />
    </>
  )
}

function PhoneIntelligence({ phone, sample }: { phone: PersonRecord['phone']; sample: boolean }) {
  return (
    <DrawerSection title="Phone Intelligence" sample={sample && phone !== null}>
      {phone ? (
        <FactList
          facts={presentFacts([
            ['Number', formatPhone(phone.number)],
            ['Carrier', phone.carrier],
            ['Line type', phone.lineType && lineTypeLabel(phone.lineType)],
            ['Phone owned since', phone.ownedSince && ownedText(phone.ownedSince)],
          ])}
        />
      ) : (
        <p className="text-[13px] text-muted">No information found for this number.</p>
      )}
    </DrawerSection>
  )
}

const LINE_TYPES: Readonly<Record<string, string>> = {
  FixedVOIP: 'Fixed VoIP',
  NonFixedVOIP: 'Non-fixed VoIP',
  TollFree: 'Toll-free',
}

/** `NonFixedVOIP` → `Non-fixed VoIP`; other types unchanged. */
function lineTypeLabel(lineType: string): string {
  return LINE_TYPES[lineType] ?? lineType
}

/** `Mar 4, 2017 (9 years)` */
function ownedText(startDate: string): string {
  const years = yearsSince(startDate, new Date())
  return years === null
    ? formatDay(startDate)
    : `${formatDay(startDate)} (${formatQuantity(years, 'year', 'years')})`
}

function KnownAddresses({ addresses, sample }: { addresses: readonly KnownAddress[]; sample: boolean }) {
  return (
    <DrawerSection
      title="Known Addresses"
      aside={addresses.length || undefined}
      sample={sample && addresses.length > 0}
    >
      {addresses.length === 0 && <p className="text-[13px] text-muted">No known addresses.</p>}
      <ul className="grid gap-2">
        {addresses.map((address, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the record has no ids and is never reordered
          <li key={index} className="rounded-lg border border-line px-3 py-2.5">
            <p className="font-medium">{address.street ?? 'Unknown street'}</p>
            <p className="text-[13px] text-muted">{cityLine(address)}</p>
            <p className="mt-1 flex flex-wrap gap-x-4 text-xs text-dim">
              {address.moveInDate && <span>Moved in {formatDay(address.moveInDate)}</span>}
              {address.accuracy && <span>Accuracy: {address.accuracy}</span>}
              {address.latitude !== null && address.longitude !== null && (
                <span className="tabular-nums">
                  {address.latitude.toFixed(5)}, {address.longitude.toFixed(5)}
                </span>
              )}
            </p>
          </li>
        ))}
      </ul>
    </DrawerSection>
  )
}

function Alternates(props: {
  title: string
  entries: readonly { value: string; lineType?: string | null }[]
  sources?: PersonRecord['alternateSources']
  sample: boolean
}) {
  const { title, entries, sources = {}, sample } = props
  if (entries.length === 0) return null
  return (
    <DrawerSection title={title} aside={entries.length} sample={sample}>
      <ul className="divide-y divide-line/60 rounded-lg border border-line px-3 text-[13px]">
        {entries.map(({ value, lineType }) => (
          <li key={value} className="flex flex-wrap items-center justify-between gap-x-3 py-1.5">
            <span className="min-w-0 break-words">
              {formatPhone(value)}
              {lineType && <Badge className="ml-2">{lineTypeLabel(lineType)}</Badge>}
            </span>
            {sources[value] && <span className="text-xs text-dim">{sources[value].join(', ')}</span>}
          </li>
        ))}
      </ul>
    </DrawerSection>
  )
}

function PhoneOwners({ owners, sample }: { owners: readonly AdditionalOwner[]; sample: boolean }) {
  if (owners.length === 0) return null
  return (
    <DrawerSection title="Additional phone owners" aside={owners.length} sample={sample}>
      <ul className="grid gap-2">
        {owners.map((owner, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the record has no ids and is never reordered
          <li key={index} className="rounded-lg border border-line px-3 py-2">
            <h4 className="font-medium">{owner.name}</h4>
            <FactList facts={ownerFacts(owner)} />
          </li>
        ))}
      </ul>
    </DrawerSection>
  )
}

function ownerFacts(owner: AdditionalOwner): Fact[] {
  const [address] = owner.addresses
  return presentFacts([
    ['Age range', owner.ageRange],
    ['Gender', owner.gender && genderLabel(owner.gender)],
    ['Phone owned since', owner.phoneOwnershipStartDate && formatDay(owner.phoneOwnershipStartDate)],
    ['Address', address && joinPresent([address.street, address.city, address.state])],
  ])
}
