import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withFirstSeen } from '#domain/enrichment/first-seen.ts'
import type { EnrichmentResult, PublicRecord } from '#domain/enrichment/public-record.ts'
import { addMonths, formatDay, parseDay } from '#domain/score/day.ts'
import { scoreContact } from '#domain/score/score.ts'
import { detectSignals } from '#domain/signals/detect.ts'
import type { DetectedSignal } from '#domain/signals/detected-signal.ts'
import { householdOf } from '#domain/signals/household.ts'
import { LIMITS, type RuleId } from '#domain/signals/rules.ts'
import { propertiesFrom } from './attom.ts'
import { mergePerson } from './merge.ts'
import { personFactsFrom } from './people-data-labs.ts'
import type { PersonQuery, ProviderResult } from './provider.ts'
import { countyRecordsOf } from './sample/county-records.ts'
import { personResponse } from './sample/person-response.ts'
import { personaOf } from './sample/persona.ts'
import { phoneResponse } from './sample/phone-response.ts'
import { propertyResponse } from './sample/property-response.ts'
import { samplePeople } from './sample/sample-people.ts'
import { phoneFactsFrom } from './trestle.ts'

const TODAY = '2026-03-10'
const PEOPLE = samplePeople(40, 'absurd')

/** Created when inserted, so that a failure can be printed. */
const HUGE: Record<string, () => unknown> = {
  'a long text': () => 'lorem ipsum '.repeat(5000),
  'a long list': () => Array.from({ length: 2000 }, (_, at) => `skill ${at}`),
  'keys of objects': () => JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"polluted": true}}'),
}

/** Invalid values, some of them seen in real responses. */
const absurd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    true,
    false,
    null,
    '',
    ' ',
    'NaN',
    'Infinity',
    'null',
    'undefined',
    '0000-00-00',
    '2090-01-01',
    '2026-02-30',
    '1800',
    '0',
    '-1',
    '1e309',
    '$-5,000',
    'x\u0000y',
    'half \ud800 of a character',
    '\u202eesrever',
    '<script>alert(1)</script>',
    "'; drop table contacts; --",
    '{"a":1}',
    -1,
    0,
    0.1,
    400,
    1800,
    2090,
    1e21,
    Number.MAX_SAFE_INTEGER,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    [],
    [[]],
    [null],
    {},
    { a: { b: { c: {} } } },
  ),
  fc.constantFrom(...Object.keys(HUGE)),
  fc.anything({ withDate: false, withBigInt: false, maxDepth: 3 }),
)

type Change = { at: number; value: unknown; wrap: 'replace' | 'list' | 'repeat' }
const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    at: fc.nat(10_000),
    value: absurd,
    wrap: fc.constantFrom<Change['wrap']>('replace', 'replace', 'replace', 'list', 'repeat'),
  }),
  { maxLength: 10 },
)

/** Every position in a response, as the containing object and its key. */
function placesIn(value: unknown, found: [Record<string, unknown>, string][] = []) {
  if (typeof value !== 'object' || value === null) return found
  for (const key of Object.keys(value)) {
    found.push([value as Record<string, unknown>, key])
    placesIn((value as Record<string, unknown>)[key], found)
  }
  return found
}

/** A response with absurd values in some positions. */
function spoilt<T>(answer: T, all: readonly Change[]): unknown {
  const root = { answer: structuredClone(answer) }
  for (const { at, value, wrap } of all) {
    const places = placesIn(root)
    const [holder, key] = places[at % places.length]!
    // Generated texts are names such as `toString`, too.
    const isHuge = typeof value === 'string' && Object.hasOwn(HUGE, value)
    const made = isHuge ? HUGE[value]?.() : structuredClone(value)
    if (wrap === 'replace') holder[key] = made
    else holder[key] = wrap === 'list' ? [holder[key]] : [holder[key], made]
  }
  return root.answer
}

type Spoiling = { texts: string[]; dates: string[]; figure: number; placed: boolean }

/** Documents reach the rules with checked types, but their texts and numbers can be anything. */
function spoiltRecord(record: PublicRecord, { texts, dates, figure, placed }: Spoiling): PublicRecord {
  const text = (index: number) => texts[index % texts.length] ?? ''
  const [event = '', filed = '', recorded = '', auction = ''] = dates
  const elsewhere = record.address && { ...record.address, street: text(1), zipCode: text(2) }
  return {
    ...record,
    documentId: text(0),
    names: [...record.names, ...texts],
    address: placed ? record.address : elsewhere,
    dates: { event, filed, recorded, auction },
    amount: figure,
    details: {
      ...record.details,
      documentType: text(3),
      grantors: [...texts],
      grantees: [text(4)],
      price: figure,
    },
  }
}

const found = <T>(provider: string, data: T): ProviderResult<T> => ({
  status: 'match',
  data,
  provider,
  fetchedAt: `${TODAY}T12:00:00.000Z`,
  sample: false,
})

type Answers = { person: unknown; phone: unknown; property: unknown; records: PublicRecord[] }

function read(query: PersonQuery, answers: Answers): EnrichmentResult {
  const person = found('people', personFactsFrom(answers.person, TODAY))
  const phone = found('phones', phoneFactsFrom(answers.phone, { person: query, today: TODAY }))
  const property = { status: 'no_match' as const, provider: 'homes' }
  return {
    person: mergePerson({ person, phone, property, records: property }, null),
    properties: propertiesFrom(answers.property, TODAY),
    publicRecords: answers.records,
  }
}

function answersAbout(query: PersonQuery): Answers {
  const persona = personaOf(query, parseDay(TODAY))
  return {
    person: personResponse(persona),
    phone: phoneResponse(persona, query.phone ?? '+16305550142'),
    property: propertyResponse(persona),
    records: countyRecordsOf(persona),
  }
}

/** The latest day a rule may give an event, including the middle of the current month or year. */
function latest({ ruleId, inputs }: DetectedSignal): string {
  const ahead: Partial<Record<RuleId, number>> = {
    DB1: LIMITS.upcoming.auction,
    DB4: LIMITS.rateReset,
    DM1: LIMITS.upcoming.marriage,
    DO2: LIMITS.upcoming.retirement,
    DP1: LIMITS.education.monthsAhead,
    DT1: LIMITS.upcoming.job,
    DT2: LIMITS.upcoming.job,
  }
  const slack = inputs.datePrecision === 'year' ? 6 : inputs.datePrecision === 'month' ? 0.5 : 0
  return formatDay(addMonths(parseDay(TODAY), (ahead[ruleId] ?? 0) + slack))
}

const contactOf = (query: PersonQuery) => ({ ...query, birthYear: null, age: null })

function expectSound(query: PersonQuery, current: EnrichmentResult, previous: EnrichmentResult | null): void {
  const contact = contactOf(query)
  const signals = detectSignals({ today: TODAY, contact, current, previous, previousFetchedAt: '2025-11-01' })
  for (const signal of signals) {
    expect(signal.confidence).toBeGreaterThan(0)
    expect(signal.confidence).toBeLessThanOrEqual(1)
    expect(parseDay(signal.eventDate)).not.toBeNaN()
    expect(signal.eventDate <= latest(signal), JSON.stringify(signal)).toBe(true)
    expect(signal.description.length).toBeLessThan(1200)
  }
  const person = current.person && withFirstSeen(current.person, previous?.person ?? null, TODAY)
  const household = householdOf(contact, { ...current, person }, null, TODAY)
  const result = scoreContact({
    today: TODAY,
    household,
    signals: signals.map((signal, at) => ({ ...signal, id: String(at) })),
    policy: { excludeFamilial: false, excludeAge: false },
  })
  expect(Number.isInteger(result.score) && result.score >= 0 && result.score <= 100).toBe(true)
  for (const figure of [result.chance, result.lift, result.baseHazard, result.hazard]) {
    expect(Number.isFinite(figure)).toBe(true)
  }
  expect(result.chance > 0 && result.chance <= 1).toBe(true)
  const kept = JSON.stringify({ person, properties: current.properties })
  // Values that the database rejects, and impossible amounts.
  expect(/\\u0000|\\ud[89a-f]/i.test(kept)).toBe(false)
  expect(kept.length).toBeLessThan(3_000_000)
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
}

describe('A28 absurd answers through the real readers', () => {
  test('never stop an enrichment, create an invalid number or date an event outside its rule', () => {
    fc.assert(
      fc.property(fc.nat(39), changes, changes, changes, (which, ofPerson, ofPhone, ofProperty) => {
        const query = PEOPLE[which]!
        const plain = answersAbout(query)
        const current = read(query, {
          person: spoilt(plain.person, ofPerson),
          phone: spoilt(plain.phone, ofPhone),
          property: spoilt(plain.property, ofProperty),
          records: plain.records,
        })
        expectSound(query, current, null)
        const before = read(query, plain)
        expectSound(query, current, before)
        expectSound(query, before, current)
      }),
      { numRuns: 150, endOnFailure: true },
    )
  }, 30_000)

  test('documents with absurd texts, dates and prices don’t either', () => {
    const wordings = ["Executor's Deed", 'Quitclaim', 'Affidavit of Death', "Trustee's Sale", 'Lis pendens']
    const text = fc.oneof(fc.string(), fc.constantFrom('', 'a'.repeat(500), 'NaN', ...wordings))
    const date = fc.constantFrom(
      '2026',
      '2026-03',
      '2026-03-11',
      '2027-06',
      '2090-01-01',
      '1800',
      '-1',
      '',
      'NaN',
    )
    const spoiling: fc.Arbitrary<Spoiling> = fc.record({
      texts: fc.array(text, { minLength: 1, maxLength: 6 }),
      dates: fc.array(date, { minLength: 4, maxLength: 4 }),
      figure: fc.oneof(fc.double(), fc.constantFrom(0, -1, 10, 1e21)),
      placed: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.nat(39), spoiling, (which, spoilt) => {
        const query = PEOPLE[which]!
        const plain = answersAbout(query)
        const texts = [...spoilt.texts, `${query.firstName} ${query.lastName}`]
        const records = plain.records.map((record) => spoiltRecord(record, { ...spoilt, texts }))
        expectSound(query, read(query, { ...plain, records }), null)
      }),
      { numRuns: 150, endOnFailure: true },
    )
  }, 30_000)

  test('a response of another kind is read as unknown', () => {
    fc.assert(
      fc.property(absurd, (answer) => {
        const query = PEOPLE[0]!
        const current = read(query, { person: answer, phone: answer, property: answer, records: [] })
        expectSound(query, current, null)
      }),
      { numRuns: 250 },
    )
  })
})
