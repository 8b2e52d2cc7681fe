import { expect, test } from 'vitest'
import {
  descriptions,
  findings,
  input,
  mortgage,
  person,
  position,
  property,
  record,
} from '#test/fixtures/detection-input.ts'
import { PUBLIC_RECORD_KINDS } from '../enrichment/public-record.ts'
import { CATEGORIES } from './categories.ts'
import { detectSignals } from './detect.ts'
import { RULES } from './rules.ts'

const REVEALING_WORDS =
  /death|died|dead|deceas|estate|widow|divorc|dissolution|separat|debt|default|foreclos|auction|bankrupt|lien|tax|birth|baby|child|infant|disaster|flood|fire|storm|damage/i

test('A21 names no life event in sensitive texts', () => {
  const deed = { documentType: "Executor's Deed", grantors: ['Estate of X'], grantees: ['Ana Nunez'] }
  const quitclaim = {
    documentType: 'Quitclaim',
    grantors: ['Ana Nunez', 'Bo Nunez'],
    grantees: ['Ana Nunez'],
  }
  const kinds = ['dissolution', 'notice_of_default', 'auction', 'tax_lien', 'bankruptcy', 'birth'] as const
  const mortgages = { first: mortgage({ adjustable: true, firstResetDate: '2026-12-01' }), second: null }
  const texts = [
    ...kinds.flatMap((kind) => descriptions({ current: { publicRecords: [record({ kind })] } })),
    ...[deed, quitclaim].flatMap((details) =>
      descriptions({ current: { publicRecords: [record({ kind: 'deed', details })] } }),
    ),
    ...descriptions({ current: { publicRecords: [record({ kind: 'permit', details: { damage: true } })] } }),
    ...descriptions({ current: { properties: [property({ propertyData: { mortgages } })] } }),
  ]
  expect(texts).toHaveLength(10)
  for (const text of texts) expect(text).not.toMatch(REVEALING_WORDS)
})

test('detects no signal without facts', () => {
  expect(findings({})).toEqual([])
  expect(findings({ current: { person: person(), properties: [property()] } })).toEqual([])
  const blankRecords = PUBLIC_RECORD_KINDS.map((kind) =>
    record({ kind, names: [], address: null, dates: {} }),
  )
  expect(findings({ current: { publicRecords: blankRecords } })).toEqual([])
  const namelessContact = { firstName: '', lastName: '', address: '', city: '', state: '', zipCode: '' }
  const allRecords = PUBLIC_RECORD_KINDS.map((kind) => record({ kind }))
  expect(findings({ contact: namelessContact, current: { publicRecords: allRecords } })).toEqual([])
})

test('counts a document once per source', () => {
  const bankruptcy = record({ kind: 'bankruptcy' })
  const householdRecord = { ...bankruptcy, names: ['LUIS NUNEZ'] }
  expect(
    findings({ current: { publicRecords: [householdRecord, bankruptcy] } }).map(
      ([, , confidence]) => confidence,
    ),
  ).toEqual([0.85])
  expect(
    findings({ current: { publicRecords: [bankruptcy, { ...bankruptcy, source: 'File' }] } }),
  ).toHaveLength(2)
})

test('orders signals by category and records their evidence', () => {
  const employment = { current: position({ metro: null, city: 'Naperville', state: 'IL' }), history: [] }
  const publicRecords = [record({ kind: 'bankruptcy' }), record({ kind: 'dissolution' })]
  const signals = detectSignals(input({ current: { person: person({ employment }), publicRecords } }))
  const positions = signals.map(({ category }) => CATEGORIES.indexOf(category))
  expect(positions).toEqual([...positions].sort((a, b) => a - b))
  expect(signals[0]?.inputs).toEqual({
    base: RULES.DI1.base,
    recordKind: 'dissolution',
    documentType: null,
    match: 'name+address',
    datePrecision: 'day',
  })
})

test('requires a valid day', () => {
  expect(() => detectSignals(input({ today: 'today' }))).toThrow(RangeError)
})
