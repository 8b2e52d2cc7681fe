import type { PublicRecord, PublicRecordKind } from '#domain/enrichment/public-record.ts'
import type { DayNumber } from './calendar.ts'
import { isoDate, occurrences, yearOf } from './calendar.ts'
import { BIRTH_RECORD_DELAY_DAYS } from './family.ts'
import { between, chance, digits, fold, pick } from './hash.ts'
import type { Persona } from './persona.ts'
import type { LifeEvent, LifeEventKind } from './stories.ts'

const DISASTER_PERIOD = [26, 32] as const

/** Fields that a life event sets in its county record. */
type RecordEntry = Partial<Pick<PublicRecord, 'names' | 'amount' | 'address' | 'dates' | 'details'>> & {
  kind: PublicRecordKind
}

/** A life event, or a listing, which is no life event. */
type RecordEvent = { kind: LifeEventKind | 'listing'; day: DayNumber; index: number }

/** Creates the public records of a sample person, for the latest life event of each kind. */
export function countyRecordsOf(persona: Persona): PublicRecord[] {
  const records = persona.lifeEvents.flatMap((event) => {
    const entry = ENTRIES[event.kind]?.(persona, event)
    return entry ? [recordOf(persona, event, entry)] : []
  })
  return [...records, ...listingOf(persona), ...disastersOf(persona)]
}

function recordOf(persona: Persona, event: RecordEvent, entry: RecordEntry): PublicRecord {
  const { key, home } = persona
  const { city, state, zipCode } = home.place
  // Some registries only name the town; permits and listings always name the home.
  const aboutHome = entry.kind === 'permit' || entry.kind === 'listing'
  const street = aboutHome || chance(key, `street known ${event.kind}`) < 0.88 ? home.street : null
  return {
    kind: entry.kind,
    documentId: `${yearOf(event.day)}-${entry.kind.slice(0, 3).toUpperCase()}-${digits(key, `${event.kind} ${event.index}`)}`,
    names: entry.names ?? [fullName(persona)],
    address: entry.address ?? { street, city, state, zipCode: street === null ? null : zipCode },
    dates: entry.dates ?? { filed: isoDate(event.day) },
    amount: entry.amount ?? null,
    source: sourceOf(persona, entry.kind),
    details: { ...(home.place.county ? { county: home.place.county } : {}), ...entry.details },
  }
}

const ENTRIES: Partial<Record<LifeEventKind, (persona: Persona, event: LifeEvent) => RecordEntry>> = {
  estate: (persona, event) => {
    const { key, last } = persona
    const parent = `${pick(['Walter', 'Dorothy', 'Harold', 'Evelyn', 'Arthur', 'Ruth'], key, 'parent')} ${last}`
    const wording = pick(["Executor's Deed", "Personal Representative's Deed"], key, 'estate')
    const died = event.day - between(key, 'estate died', 50, 150)
    const probate = chance(key, 'probate') < 0.4
    return {
      kind: probate ? 'probate' : 'deed',
      names: [fullName(persona), `Estate of ${parent}`],
      dates: probate ? { filed: isoDate(event.day) } : { event: isoDate(died), recorded: isoDate(event.day) },
      details: probate
        ? { documentType: 'Petition for Probate' }
        : {
            documentType: wording,
            grantors: [`Estate of ${parent}`],
            grantees: [fullName(persona)],
            price: null,
          },
    }
  },
  survivor: (persona, event) => ({
    kind: 'deed',
    names: [fullName(persona), partnerName(persona)],
    dates: { recorded: isoDate(event.day) },
    details: {
      documentType: 'Affidavit of Death of Joint Tenant',
      grantors: [partnerName(persona), fullName(persona)],
      grantees: [fullName(persona)],
      price: null,
    },
  }),
  divorce: (persona, event) => ({
    kind: 'dissolution',
    names: [fullName(persona), partnerName(persona)],
    dates: { filed: isoDate(event.day) },
    details: { documentType: 'Petition for Dissolution of Marriage' },
  }),
  quitclaim: (persona, event) => ({
    kind: 'deed',
    names: [fullName(persona), partnerName(persona)],
    dates: { recorded: isoDate(event.day) },
    details: {
      documentType:
        chance(persona.key, 'interspousal') < 0.4 ? 'Interspousal Transfer Deed' : 'Quitclaim Deed',
      grantors: [fullName(persona), partnerName(persona)],
      grantees: [fullName(persona)],
      price: null,
    },
  }),
  default: (persona, event) => ({
    kind: 'notice_of_default',
    dates: { filed: isoDate(event.day), recorded: isoDate(event.day) },
    amount: between(persona.key, 'arrears', 60, 480) * 100,
    details: { documentType: pick(['Notice of Default', 'Lis Pendens'], persona.key, 'default') },
  }),
  auction: (persona, event) => ({
    kind: 'auction',
    dates: { filed: isoDate(event.day), auction: isoDate(event.day + between(persona.key, 'sale', 24, 60)) },
    amount: between(persona.key, 'opening bid', 90, 380) * 1000,
    details: { documentType: "Notice of Trustee's Sale" },
  }),
  taxLien: (persona, event) => ({
    kind: 'tax_lien',
    dates: { event: isoDate(event.day), recorded: isoDate(event.day) },
    amount: between(persona.key, 'tax due', 21, 140) * 100,
    details: { documentType: 'Certificate of Tax Delinquency' },
  }),
  bankruptcy: (persona, event) => ({
    kind: 'bankruptcy',
    dates: { filed: isoDate(event.day) },
    details: { documentType: pick(['Chapter 7 Petition', 'Chapter 13 Petition'], persona.key, 'chapter') },
  }),
  birth: (persona, event) => ({
    kind: 'birth',
    names: [fullName(persona), partnerName(persona)],
    dates: { event: isoDate(event.day - BIRTH_RECORD_DELAY_DAYS), recorded: isoDate(event.day) },
    details: { documentType: 'Birth Record' },
  }),
  marriage: (persona, event) => ({
    kind: 'marriage',
    names: [fullName(persona), `${persona.family.partner.first} ${persona.family.partnerLastBefore}`],
    dates: { event: isoDate(event.day), recorded: isoDate(event.day) },
    details: { documentType: 'Marriage Record' },
  }),
  damage: (persona, event) => ({
    kind: 'permit',
    dates: { event: isoDate(event.day), filed: isoDate(event.day) },
    amount: between(persona.key, 'repair', 18, 160) * 1000,
    details: {
      documentType: pick(
        ['Fire Damage Repair', 'Storm Damage Repair', 'Flood Damage Repair'],
        persona.key,
        'damage',
      ),
      damage: true,
    },
  }),
}

/** Creates an active listing for about one in forty owners. */
function listingOf(persona: Persona): PublicRecord[] {
  const { key, today, tenure } = persona
  if (tenure !== 'owner' || chance(key, 'listing') >= 0.12) return []
  const [listed] = occurrences(key, 'listing', [14, 22], today, 1)
  // Listings end after four months.
  if (!listed || today - listed.day > 120) return []
  return [
    recordOf(
      persona,
      { kind: 'listing', ...listed },
      {
        kind: 'listing',
        dates: { event: isoDate(listed.day) },
        amount: null,
        details: { documentType: 'Active Listing' },
      },
    ),
  ]
}

/** Creates the county's disaster declarations, the same for everyone there and without names. */
function disastersOf(persona: Persona): PublicRecord[] {
  const { county, state, disasterProne } = persona.home.place
  if (!disasterProne) return []
  const place = `${county}, ${state}`
  const [declared] = occurrences(fold(place), 'disaster', DISASTER_PERIOD, persona.today, 1)
  if (!declared) return []
  return [
    {
      kind: 'disaster',
      documentId: `DR-${disasterNumber(place, declared.day)}-${state}`,
      names: [],
      address: { street: null, city: null, state, zipCode: null },
      dates: { event: isoDate(declared.day), filed: isoDate(declared.day) },
      amount: null,
      source: 'Sample disaster declarations',
      details: { documentType: 'Severe Storms and Flooding', county, individualAssistance: true },
    },
  ]
}

function disasterNumber(place: string, day: DayNumber): number {
  return 4000 + between(place, `disaster ${day}`, 0, 999)
}

const SOURCES: Partial<Record<PublicRecordKind, string>> = {
  dissolution: 'Sample circuit court',
  probate: 'Sample circuit court',
  bankruptcy: 'Sample bankruptcy court',
  birth: 'Sample vital records',
  marriage: 'Sample vital records',
  permit: 'Sample building department',
  listing: 'Sample listing service',
}

function sourceOf(persona: Persona, kind: PublicRecordKind): string {
  const { county, state } = persona.home.place
  const where = county ? `, ${county} County, ${state}` : `, ${state}`
  return `${SOURCES[kind] ?? 'Sample county recorder'}${where}`
}

function fullName(persona: Persona): string {
  return `${persona.first} ${persona.last}`
}

function partnerName(persona: Persona): string {
  return `${persona.family.partner.first} ${persona.family.partner.last}`
}
