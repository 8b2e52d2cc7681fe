import type { Route } from './provider-server.ts'

/** API keys accepted by the fake providers. */
export const KEYS = {
  pdl: 'pdl-key',
  trestle: 'trestle-key',
  twilio: { accountSid: 'AC1', authToken: 'token' },
}

const PERSON = {
  first_name: 'ada',
  last_name: 'lindquist',
  birth_year: 1981,
  job_title: 'Controller',
  job_company_name: 'Tallgrass',
  job_start_date: '2024-05',
  street_addresses: [
    { street_address: '12 Heron Ct', locality: 'Lisle', region: 'IL', postal_code: '60532' },
  ],
}

/** Fields outside the plan: they exist, but their values are hidden. */
const WITHHELD_FIELDS = Object.fromEntries(Object.keys(PERSON).map((field) => [field, true]))

const IMPOSSIBLE_VALUES = {
  ...PERSON,
  birth_year: 1800,
  job_start_date: '2090-01-01',
  skills: Array.from({ length: 2000 }, (_, index) => `Skill ${index}`),
}

/** People Data Labs; the part of the email before the @ names the scenario. */
export const peopleDataLabs: Route = {
  path: /^\/v5\/person\/enrich$/,
  isAuthorized: ({ headers }) => headers['x-api-key'] === KEYS.pdl,
  scenario: (query) => (query.get('email') ?? 'match@').split('@')[0] ?? '',
  replies: {
    match: { json: { status: 200, likelihood: 8, data: PERSON } },
    withheld: { json: { status: 200, likelihood: 7, data: WITHHELD_FIELDS } },
    spelled: {
      json: {
        Status: '200',
        likelihood: '9',
        data: { ...PERSON, birth_year: '1981', JOB_TITLE: 'Controller' },
      },
    },
    absurd: { json: { status: 200, likelihood: 10, data: IMPOSSIBLE_VALUES } },
    'long-shot': { json: { status: 200, likelihood: 3, data: PERSON } },
    'no-data': { json: { status: 200, likelihood: 8 } },
  },
  fallback: {
    status: 404,
    json: { status: 404, error: { type: 'not_found', message: 'No records were found' } },
  },
}

const PHONE_LINE = { phone_number: '+16305550142', is_valid: true, line_type: 'Mobile', carrier: 'A Carrier' }
const PHONE_OWNER = {
  name: 'Ada Lindquist',
  link_to_phone_start_date: '2017-04-02',
  emails: ['ada@example.org'],
  current_addresses: [
    {
      street_line_1: '12 Heron Ct',
      city: 'Lisle',
      state_code: 'IL',
      postal_code: '60532',
      lat_long: { latitude: '41.8', longitude: '-88.07', accuracy: 'Rooftop' },
    },
  ],
}

/** Scenarios of both phone providers, by the last four digits of the number. */
const SCENARIO_BY_PHONE_ENDING: Record<string, string> = {
  '0101': 'match',
  '0102': 'nobody',
  '0103': 'invalid',
  '0104': 'unsure',
  '0105': 'someone-else',
  '0106': 'own-error',
  '0107': 'spelled',
  '0111': 'limited',
  '0112': 'broken',
  '0113': 'black-hole',
  '0114': 'refused',
  '0115': 'out-of-credits',
  '0116': 'html',
  '0117': 'huge',
  '0118': 'rejected',
  '0119': 'wrong-type',
  '0120': 'broken-twice',
  '0121': 'limited-in-body',
  '0122': 'no-such-number',
}

/** Number of a scenario. */
export function phoneNumberOf(scenario: string): string {
  const digits = Object.keys(SCENARIO_BY_PHONE_ENDING).find(
    (candidate) => SCENARIO_BY_PHONE_ENDING[candidate] === scenario,
  )
  return `+1630555${digits ?? '0199'}`
}

const scenarioOf = (number: string) => SCENARIO_BY_PHONE_ENDING[number.slice(-4)] ?? 'nobody'

export const trestle: Route = {
  path: /^\/3\.2\/phone$/,
  isAuthorized: ({ headers }) => headers['x-api-key'] === KEYS.trestle,
  scenario: (query) => scenarioOf(query.get('phone') ?? ''),
  replies: {
    match: { json: { ...PHONE_LINE, owners: [PHONE_OWNER], error: null, warnings: [] } },
    nobody: { json: { ...PHONE_LINE, owners: [], error: null, warnings: [] } },
    invalid: {
      json: { phone_number: '+16305550103', is_valid: false, line_type: null, carrier: null, owners: [] },
    },
    unsure: { json: { phone_number: '+16305550104', is_valid: true, line_type: null, owners: null } },
    'someone-else': { json: { ...PHONE_LINE, owners: [{ ...PHONE_OWNER, name: 'Moses Okafor' }] } },
    'own-error': {
      json: { phone_number: null, owners: [], error: { name: 'InternalError', message: 'later' } },
    },
    spelled: {
      json: {
        ...PHONE_LINE,
        Line_Type: 'FixedVOIP',
        owners: [{ Name: 'LINDQUIST ADA', EMAILS: ['a@b.org'] }],
      },
    },
  },
  fallback: { status: 404, json: {} },
}

export const twilio: Route = {
  path: /^\/v2\/PhoneNumbers\//,
  isAuthorized: ({ headers }) => headers.authorization === `Basic ${btoa('AC1:token')}`,
  scenario: (_, path) => scenarioOf(decodeURIComponent(path.split('/').at(-1) ?? '')),
  replies: {
    match: {
      json: {
        valid: true,
        line_type_intelligence: { type: 'mobile', carrier_name: 'A Carrier', error_code: null },
      },
    },
    invalid: { json: { valid: false, line_type_intelligence: null } },
    unsure: {
      json: { valid: true, line_type_intelligence: { type: 'unknown', carrier_name: '', error_code: 60601 } },
    },
    spelled: {
      json: {
        valid: true,
        line_type_intelligence: { Type: 'fixedVoip', Carrier_Name: 'B', error_code: '60600' },
      },
    },
    'limited-in-body': { status: 400, json: { code: 60616, message: 'Rate limit exceeded', status: 400 } },
    'no-such-number': { status: 404, json: { code: 20404, message: 'not found', status: 404 } },
  },
  fallback: { status: 404, json: { code: 20404, message: 'not found', status: 404 } },
}
