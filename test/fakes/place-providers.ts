import type { Route } from './provider-server.ts'

/** API key accepted by the ATTOM fake. */
export const ATTOM_KEY = 'attom-key'

/** The street names the scenario of a fake: `1 broken-twice St`. */
function scenarioOf(address: string | null): string {
  return address?.split(/[\s,]+/)[1] ?? 'match'
}

const HOME = {
  identifier: { attomId: 4711, fips: '17043' },
  address: { line1: '12 Heron Ct', locality: 'Lisle', countrySubd: 'IL', postal1: '60532' },
  summary: { propType: 'SFR', yearBuilt: '1987', absenteeInd: 'OWNER OCCUPIED' },
  building: { size: { livingSize: '2,150' }, rooms: { beds: '4', bathsTotal: '2.5' } },
  area: { countrySecSubd: 'DuPage' },
  sale: { saleTransDate: '2014-12-01', amount: { saleAmt: '310000' } },
  assessment: {
    market: { mktTtlValue: 452_000 },
    tax: { taxAmt: '9120.44', taxYear: 2025 },
    owner: { owner1: { fullName: 'LINDQUIST PER', lastName: 'Lindquist', firstNameAndMi: 'Per' } },
    mortgage: {
      FirstConcurrent: { amount: 248_000, lenderLastName: 'A BANK', term: '360' },
      SecondConcurrent: { amount: 0 },
    },
  },
}

const ABSURD_HOME = {
  ...HOME,
  summary: { ...HOME.summary, yearBuilt: 9999 },
  building: { size: { livingSize: -5 }, rooms: { beds: 400, bathsTotal: 2 } },
  sale: { saleTransDate: '2090-01-01', amount: { saleAmt: -1, saleRecDate: '2014-13-41' } },
  assessment: { ...HOME.assessment, tax: { taxAmt: -20, taxYear: 2025 } },
}

function lowerKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowerKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key.toLowerCase(), lowerKeys(entry)]),
  )
}

const homes = (...property: unknown[]) => ({
  status: { code: 0, msg: 'SuccessWithResult', total: property.length },
  property,
})
const NO_HOME = { status: { code: 400, msg: 'SuccessWithoutResult', total: 0 } }

export const attom: Route = {
  path: /\/property\/expandedprofile$/,
  isAuthorized: ({ headers }) => headers.apikey === ATTOM_KEY,
  scenario: (query) => scenarioOf(query.get('address1')),
  replies: {
    match: { json: homes(HOME) },
    Heron: { json: homes(HOME) },
    spelled: { json: lowerKeys(homes(HOME)) },
    absurd: { json: homes(ABSURD_HOME) },
    empty: { json: homes() },
    'nobody-200': { json: NO_HOME },
    nameless: { json: homes({ summary: { yearBuilt: 1990 } }) },
  },
  fallback: { status: 400, json: NO_HOME },
}

const DECLARATION = {
  femaDeclarationString: 'DR-4901-IL',
  disasterNumber: 4901,
  state: 'IL',
  declarationType: 'DR',
  declarationDate: '2026-01-20T00:00:00.000Z',
  declarationTitle: 'SEVERE STORMS AND FLOODING',
  ihProgramDeclared: false,
  iaProgramDeclared: false,
  incidentBeginDate: '2026-01-05T00:00:00.000Z',
  fipsCountyCode: '043',
  placeCode: '99043',
  designatedArea: 'DuPage (County)',
}
const ASSISTED_DECLARATION = { ...DECLARATION, ihProgramDeclared: true }
const STATEWIDE_DECLARATION = {
  ...{
    ...ASSISTED_DECLARATION,
    femaDeclarationString: 'DR-4877-IL',
    incidentBeginDate: '2025-08-01T00:00:00.000Z',
  },
  ...{ fipsCountyCode: '000', placeCode: '0', designatedArea: 'Statewide' },
}

/** Declarations that an ignored filter would return and that must not count. */
const UNRELATED_DECLARATIONS = [
  { ...ASSISTED_DECLARATION, femaDeclarationString: 'EM-3600-IL', declarationType: 'EM' },
  { ...ASSISTED_DECLARATION, femaDeclarationString: 'DR-4902-IA', state: 'IA' },
  { ...ASSISTED_DECLARATION, femaDeclarationString: 'DR-4903-IL', fipsCountyCode: '031' },
  {
    ...ASSISTED_DECLARATION,
    femaDeclarationString: 'DR-4904-IL',
    fipsCountyCode: '000',
    placeCode: '66000',
    designatedArea: 'Indian Reservation',
  },
  { ...ASSISTED_DECLARATION, femaDeclarationString: null },
  {
    ...ASSISTED_DECLARATION,
    femaDeclarationString: 'DR-4905-IL',
    incidentBeginDate: 'soon',
    declarationDate: null,
  },
  'a text where an object belongs',
]

const declarations = (...summaries: unknown[]) => ({ metadata: {}, DisasterDeclarationsSummaries: summaries })

/** The county code in the filter names the scenario. */
export const openFema: Route = {
  path: /\/v2\/DisasterDeclarationsSummaries$/,
  isAuthorized: () => true,
  scenario: (query) => {
    const code = /fipsCountyCode eq '([^']*)'/.exec(query.get('$filter') ?? '')?.[1] ?? ''
    const scenarioByCountyCode: Record<string, string> = {
      '900': 'broken',
      '901': 'limited',
      '902': 'html',
      '903': 'huge',
      '904': 'rejected',
      '905': 'wrong-type',
      '906': 'black-hole',
    }
    if (code === '907') return query.get('$skip') === '0' ? 'full page' : 'match'
    return scenarioByCountyCode[code] ?? (code === '043' ? 'match' : 'nothing')
  },
  replies: {
    match: {
      json: declarations(DECLARATION, ASSISTED_DECLARATION, STATEWIDE_DECLARATION, ...UNRELATED_DECLARATIONS),
    },
    'full page': {
      json: declarations(
        ...Array.from({ length: 1000 }, () => ({ ...ASSISTED_DECLARATION, fipsCountyCode: '907' })),
      ),
    },
    nothing: { json: declarations() },
  },
  fallback: { json: declarations() },
}

const PLACE = {
  matchedAddress: '12 HERON CT, LISLE, IL, 60532',
  coordinates: { x: -88.0745, y: 41.8011 },
  addressComponents: { zip: '60532', city: 'LISLE', state: 'IL' },
  geographies: { Counties: [{ GEOID: '17043', NAME: 'DuPage County', BASENAME: 'DuPage' }] },
}

const places = (...addressMatches: unknown[]) => ({ result: { input: {}, addressMatches } })

export const census: Route = {
  path: /\/geocoder\/geographies\/onelineaddress$/,
  isAuthorized: () => true,
  scenario: (query) => scenarioOf(query.get('address')),
  replies: {
    match: { json: places(PLACE) },
    Heron: { json: places(PLACE) },
    twice: { json: places(PLACE, PLACE) },
    ambiguous: { json: places(PLACE, { ...PLACE, matchedAddress: '12 HERON CT, AURORA, IL, 60505' }) },
    odd: {
      json: places({
        ...{ matchedAddress: '12 HERON CT', coordinates: { x: '-88.07', y: 411 } },
        ...{ geographies: { counties: [{ geoid: 17043, name: 'DuPage County' }] } },
      }),
    },
  },
  fallback: { json: places() },
}
