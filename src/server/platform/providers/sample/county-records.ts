import type { IsoDate } from '#domain/enrichment/person-record.ts'
import type { PublicRecord, PublicRecordKind } from '#domain/enrichment/public-record.ts'
import { type DayNumber, formatDay } from '#domain/score/day.ts'
import { occurrences, yearOf } from './calendar.ts'
import { BIRTH_RECORD_DELAY_DAYS, fullName } from './family.ts'
import { chance, digits, fold, numberBetween, pick } from './hash.ts'
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
    const entry = ENTRIES[event.kind]?.(persona, event, formatDay(event.day))
    return entry ? [recordOf(persona, event, entry)] : []
  })
  return [...records, ...listingOf(persona), ...disastersOf(persona)]
}

function recordOf(persona: Persona, event: RecordEvent, entry: RecordEntry): PublicRecord {
  const { key, home } = persona
  const { city, state, zipCode } = home.town
  // Some registries only name the town; permits and listings always name the home.
  const aboutHome = entry.kind === 'permit' || entry.kind === 'listing'
  const street = aboutHome || chance(key, `street known ${event.kind}`) < 0.88 ? home.street : null
  return {
    kind: entry.kind,
    documentId: `${yearOf(event.day)}-${entry.kind.slice(0, 3).toUpperCase()}-${digits(key, `${event.kind} ${event.index}`)}`,
    names: entry.names ?? [fullName(persona)],
    address: entry.address ?? { street, city, state, zipCode: street === null ? null : zipCode },
    dates: entry.dates ?? { filed: formatDay(event.day) },
    amount: entry.amount ?? null,
    source: sourceOf(persona, entry.kind),
    details: { ...(home.town.county ? { county: home.town.county } : {}), ...entry.details },
  }
}

/** The entry of each kind of event; `on` is the day of the event. */
const ENTRIES: Partial<
  Record<LifeEventKind, (persona: Persona, event: LifeEvent, on: IsoDate) => RecordEntry>
> = {
  estate: (persona, event, on) => {
    const { key, last } = persona
    const parent = `${pick(['Walter', 'Dorothy', 'Harold', 'Evelyn', 'Arthur', 'Ruth'], key, 'parent')} ${last}`
    const wording = pick(["Executor's Deed", "Personal Representative's Deed"], key, 'estate')
    const names = [fullName(persona), `Estate of ${parent}`]
    if (chance(key, 'probate') < 0.4)
      return { kind: 'probate', names, details: { documentType: 'Petition for Probate' } }
    const died = formatDay(event.day - numberBetween(key, 'estate died', 50, 150))
    const deed = deedTo(persona, on, wording, [`Estate of ${parent}`])
    return { ...deed, names, dates: { event: died, recorded: on } }
  },
  survivor: (persona, _event, on) =>
    deedTo(persona, on, 'Affidavit of Death of Joint Tenant', coupleOf(persona).reverse()),
  divorce: (persona) => ({
    kind: 'dissolution',
    names: coupleOf(persona),
    details: { documentType: 'Petition for Dissolution of Marriage' },
  }),
  quitclaim: (persona, _event, on) => {
    const isInterspousal = chance(persona.key, 'interspousal') < 0.4
    const documentType = isInterspousal ? 'Interspousal Transfer Deed' : 'Quitclaim Deed'
    return deedTo(persona, on, documentType, coupleOf(persona))
  },
  default: ({ key }, _event, on) => ({
    kind: 'notice_of_default',
    dates: { filed: on, recorded: on },
    amount: numberBetween(key, 'arrears', 60, 480) * 100,
    details: { documentType: pick(['Notice of Default', 'Lis Pendens'], key, 'default') },
  }),
  auction: ({ key }, event, on) => ({
    kind: 'auction',
    dates: { filed: on, auction: formatDay(event.day + numberBetween(key, 'sale', 24, 60)) },
    amount: numberBetween(key, 'opening bid', 90, 380) * 1000,
    details: { documentType: "Notice of Trustee's Sale" },
  }),
  taxLien: ({ key }, _event, on) => ({
    kind: 'tax_lien',
    dates: { event: on, recorded: on },
    amount: numberBetween(key, 'tax due', 21, 140) * 100,
    details: { documentType: 'Certificate of Tax Delinquency' },
  }),
  bankruptcy: ({ key }) => ({
    kind: 'bankruptcy',
    details: { documentType: pick(['Chapter 7 Petition', 'Chapter 13 Petition'], key, 'chapter') },
  }),
  birth: (persona, event, on) => ({
    kind: 'birth',
    names: coupleOf(persona),
    dates: { event: formatDay(event.day - BIRTH_RECORD_DELAY_DAYS), recorded: on },
    details: { documentType: 'Birth Record' },
  }),
  marriage: (persona, _event, on) => ({
    kind: 'marriage',
    names: [fullName(persona), `${persona.family.partner.first} ${persona.family.partnerLastBefore}`],
    dates: { event: on, recorded: on },
    details: { documentType: 'Marriage Record' },
  }),
  damage: ({ key }, _event, on) => {
    const repairs = ['Fire Damage Repair', 'Storm Damage Repair', 'Flood Damage Repair']
    return {
      kind: 'permit',
      dates: { event: on, filed: on },
      amount: numberBetween(key, 'repair', 18, 160) * 1000,
      details: { documentType: pick(repairs, key, 'damage'), damage: true },
    }
  },
}

function coupleOf(persona: Persona): string[] {
  return [fullName(persona), fullName(persona.family.partner)]
}

/** Creates a deed by which the person becomes the only owner. */
function deedTo(persona: Persona, on: IsoDate, documentType: string, grantors: string[]): RecordEntry {
  const grantees = [fullName(persona)]
  const details = { documentType, grantors, grantees, price: null }
  return { kind: 'deed', names: coupleOf(persona), dates: { recorded: on }, details }
}

/** Creates an active listing for about one in forty owners. */
function listingOf(persona: Persona): PublicRecord[] {
  const { key, today, tenure } = persona
  if (tenure !== 'owner' || chance(key, 'listing') >= 0.12) return []
  const [listing] = occurrences(key, 'listing', [14, 22], today, 1)
  // Listings end after four months.
  if (!listing || today - listing.day > 120) return []
  const dates = { event: formatDay(listing.day) }
  const entry = { kind: 'listing', dates, details: { documentType: 'Active Listing' } } as const
  return [recordOf(persona, { kind: 'listing', ...listing }, entry)]
}

/** Creates the county's disaster declarations, the same for everyone there and without names. */
function disastersOf(persona: Persona): PublicRecord[] {
  const { county, state, disasterProne } = persona.home.town
  if (!disasterProne) return []
  const place = `${county}, ${state}`
  const [declared] = occurrences(fold(place), 'disaster', DISASTER_PERIOD, persona.today, 1)
  if (!declared) return []
  return [
    {
      kind: 'disaster',
      documentId: `DR-${numberBetween(place, `disaster ${declared.day}`, 4000, 4999)}-${state}`,
      names: [],
      address: { street: null, city: null, state, zipCode: null },
      dates: { event: formatDay(declared.day), filed: formatDay(declared.day) },
      amount: null,
      source: 'Sample disaster declarations',
      details: { documentType: 'Severe Storms and Flooding', county, individualAssistance: true },
    },
  ]
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
  const { county, state } = persona.home.town
  const where = county ? `, ${county} County, ${state}` : `, ${state}`
  return `${SOURCES[kind] ?? 'Sample county recorder'}${where}`
}
