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
const HUGE_VALUES: Record<string, () => unknown> = {
  'a long text': () => 'lorem ipsum '.repeat(5000),
  'a long list': () => Array.from({ length: 2000 }, (_, at) => `skill ${at}`),
  'keys of objects': () => JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"polluted": true}}'),
}

/** Invalid values, some of them seen in real responses. */
const anyValue: fc.Arbitrary<unknown> = fc.oneof(
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
  fc.constantFrom(...Object.keys(HUGE_VALUES)),
  fc.anything({ withDate: false, withBigInt: false, maxDepth: 3 }),
)

type Change = { at: number; value: unknown; wrap: 'replace' | 'list' | 'repeat' }
const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    at: fc.nat(10_000),
    value: anyValue,
    wrap: fc.constantFrom<Change['wrap']>('replace', 'replace', 'replace', 'list', 'repeat'),
  }),
  { maxLength: 10 },
)

/** Every position in a response, as the containing object and its key. */
function positionsIn(value: unknown, positions: [Record<string, unknown>, string][] = []) {
  if (typeof value !== 'object' || value === null) return positions
  for (const key of Object.keys(value)) {
    positions.push([value as Record<string, unknown>, key])
    positionsIn((value as Record<string, unknown>)[key], positions)
  }
  return positions
}

/** A response with absurd values in some positions. */
function corrupt<T>(response: T, responseChanges: readonly Change[]): unknown {
  const root = { answer: structuredClone(response) }
  for (const { at, value, wrap } of responseChanges) {
    const positions = positionsIn(root)
    const [holder, key] = positions[at % positions.length]!
    // Generated texts are names such as `toString`, too.
    const isHuge = typeof value === 'string' && Object.hasOwn(HUGE_VALUES, value)
    const newValue = isHuge ? HUGE_VALUES[value]?.() : structuredClone(value)
    if (wrap === 'replace') holder[key] = newValue
    else holder[key] = wrap === 'list' ? [holder[key]] : [holder[key], newValue]
  }
  return root.answer
}

type Corruption = { texts: string[]; dates: string[]; number: number; keepsAddress: boolean }

/** Documents reach the rules with checked types, but their texts and numbers can be anything. */
function corruptRecord(
  record: PublicRecord,
  { texts, dates, number, keepsAddress }: Corruption,
): PublicRecord {
  const text = (index: number) => texts[index % texts.length] ?? ''
  const [event = '', filed = '', recorded = '', auction = ''] = dates
  const otherAddress = record.address && { ...record.address, street: text(1), zipCode: text(2) }
  return {
    ...record,
    documentId: text(0),
    names: [...record.names, ...texts],
    address: keepsAddress ? record.address : otherAddress,
    dates: { event, filed, recorded, auction },
    amount: number,
    details: {
      ...record.details,
      documentType: text(3),
      grantors: [...texts],
      grantees: [text(4)],
      price: number,
    },
  }
}

const matchOf = <T>(provider: string, data: T): ProviderResult<T> => ({
  status: 'match',
  data,
  provider,
  fetchedAt: `${TODAY}T12:00:00.000Z`,
  sample: false,
})

type Responses = { person: unknown; phone: unknown; property: unknown; records: PublicRecord[] }

function readResult(query: PersonQuery, responses: Responses): EnrichmentResult {
  const person = matchOf('people', personFactsFrom(responses.person, TODAY))
  const phone = matchOf('phones', phoneFactsFrom(responses.phone, { person: query, today: TODAY }))
  const property = { status: 'no_match' as const, provider: 'homes' }
  return {
    person: mergePerson({ person, phone, property, records: property }, null),
    properties: propertiesFrom(responses.property, TODAY),
    publicRecords: responses.records,
  }
}

function responsesFor(query: PersonQuery): Responses {
  const persona = personaOf(query, parseDay(TODAY))
  return {
    person: personResponse(persona),
    phone: phoneResponse(persona, query.phone ?? '+16305550142'),
    property: propertyResponse(persona),
    records: countyRecordsOf(persona),
  }
}

/** The latest day a rule may give an event, including the middle of the current month or year. */
function latestDayOf({ ruleId, inputs }: DetectedSignal): string {
  const monthsAhead: Partial<Record<RuleId, number>> = {
    DB1: LIMITS.upcoming.auction,
    DB4: LIMITS.rateReset,
    DM1: LIMITS.upcoming.marriage,
    DO2: LIMITS.upcoming.retirement,
    DP1: LIMITS.education.monthsAhead,
    DT1: LIMITS.upcoming.job,
    DT2: LIMITS.upcoming.job,
  }
  const slack = inputs.datePrecision === 'year' ? 6 : inputs.datePrecision === 'month' ? 0.5 : 0
  return formatDay(addMonths(parseDay(TODAY), (monthsAhead[ruleId] ?? 0) + slack))
}

const contactOf = (query: PersonQuery) => ({ ...query, birthYear: null, age: null })

function expectSound(query: PersonQuery, current: EnrichmentResult, previous: EnrichmentResult | null): void {
  const contact = contactOf(query)
  const signals = detectSignals({ today: TODAY, contact, current, previous, previousFetchedAt: '2025-11-01' })
  for (const signal of signals) {
    expect(signal.confidence).toBeGreaterThan(0)
    expect(signal.confidence).toBeLessThanOrEqual(1)
    expect(parseDay(signal.eventDate)).not.toBeNaN()
    expect(signal.eventDate <= latestDayOf(signal), JSON.stringify(signal)).toBe(true)
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
  for (const number of [result.chance, result.lift, result.baseHazard, result.hazard]) {
    expect(Number.isFinite(number)).toBe(true)
  }
  expect(result.chance > 0 && result.chance <= 1).toBe(true)
  const output = JSON.stringify({ person, properties: current.properties })
  // Values that the database rejects, and impossible amounts.
  expect(/\\u0000|\\ud[89a-f]/i.test(output)).toBe(false)
  expect(output.length).toBeLessThan(3_000_000)
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
}

describe('A28 absurd provider responses', () => {
  test('never stop an enrichment, create an invalid number or date an event outside its rule', () => {
    fc.assert(
      fc.property(
        fc.nat(39),
        changes,
        changes,
        changes,
        (index, personChanges, phoneChanges, propertyChanges) => {
          const query = PEOPLE[index]!
          const responses = responsesFor(query)
          const current = readResult(query, {
            person: corrupt(responses.person, personChanges),
            phone: corrupt(responses.phone, phoneChanges),
            property: corrupt(responses.property, propertyChanges),
            records: responses.records,
          })
          expectSound(query, current, null)
          const before = readResult(query, responses)
          expectSound(query, current, before)
          expectSound(query, before, current)
        },
      ),
      { numRuns: 150, endOnFailure: true },
    )
  }, 30_000)

  test('absurd texts, dates and prices in documents don’t either', () => {
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
    const corruptions: fc.Arbitrary<Corruption> = fc.record({
      texts: fc.array(text, { minLength: 1, maxLength: 6 }),
      dates: fc.array(date, { minLength: 4, maxLength: 4 }),
      number: fc.oneof(fc.double(), fc.constantFrom(0, -1, 10, 1e21)),
      keepsAddress: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.nat(39), corruptions, (index, corruption) => {
        const query = PEOPLE[index]!
        const responses = responsesFor(query)
        const texts = [...corruption.texts, `${query.firstName} ${query.lastName}`]
        const records = responses.records.map((record) => corruptRecord(record, { ...corruption, texts }))
        expectSound(query, readResult(query, { ...responses, records }), null)
      }),
      { numRuns: 150, endOnFailure: true },
    )
  }, 30_000)

  test('a response of another kind is read as unknown', () => {
    fc.assert(
      fc.property(anyValue, (response) => {
        const query = PEOPLE[0]!
        const current = readResult(query, {
          person: response,
          phone: response,
          property: response,
          records: [],
        })
        expectSound(query, current, null)
      }),
      { numRuns: 250 },
    )
  })
})
