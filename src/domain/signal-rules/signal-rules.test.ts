import { describe, expect, test } from 'vitest'
import { NO_PROPERTY_DATA } from '../enrichment/property-record.ts'
import { parseDay } from '../score/day.ts'
import { evaluateRule } from './evaluate.ts'
import { type RuleContact, type RuleFacts, ruleFactsOf } from './facts.ts'
import { compileRule } from './language.ts'
import { RULE_LIMITS } from './limits.ts'

const TODAY = '2026-11-27'

function errorOf(text: string) {
  const compiled = compileRule(text)
  if ('rule' in compiled) throw new Error(`No error in ${text}`)
  return compiled.error
}

function ruleOf(text: string) {
  const compiled = compileRule(text)
  if ('error' in compiled) throw new Error(compiled.error.message)
  return compiled.rule
}

const CONTACT: RuleContact = {
  ...{ firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phone: null },
  ...{ address: '12 Elm St', city: 'Chicago', state: 'IL', zipCode: '60614-1234', age: 61, birthYear: null },
  ...{ source: 'Referral', createdOn: '2026-01-05', enrichedOn: '2026-10-01' },
  ...{ relationship: 'sphere', lastConversationOn: null, lastClosingOn: '2010-05-01' },
  tags: ['VIP', 'Lake House'],
  signals: [
    { category: 'debt', subtype: 'debt.nod', confidence: 0.8, eventDate: '2026-09-01' },
    { category: 'diapers', subtype: 'diapers', confidence: 0.8, eventDate: '2026-08-01' },
  ],
}

const HOME = {
  ...{ address: '12 Elm St', city: 'Chicago', state: 'IL', zipCode: '60614', propertyType: 'Condo' },
  ...{ bedrooms: 3, bathrooms: 2.5, squareFeet: null, yearBuilt: 1990, estimatedValue: 500_000 },
  ...{ lastSaleDate: '2010-05-01', lastSalePrice: 200_000, ownershipLength: 16 },
  propertyData: { ...NO_PROPERTY_DATA, ownerNames: ['BYRON ADA'] },
}

const factsOf = (contact: Partial<RuleContact> = {}): RuleFacts =>
  ruleFactsOf({ ...CONTACT, ...contact }, { person: null, properties: [HOME], publicRecords: [] }, TODAY)

const outcomeOf = (text: string, { dateFrom = 'first_match', since = null as string | null } = {}) =>
  evaluateRule(ruleOf(text), dateFrom, { facts: factsOf(), today: TODAY, since })

describe('language of own rules', () => {
  test.each([
    ['', 'Enter a condition.', 0, 0],
    ['property.value >', 'The condition ends too early.', 16, 16],
    ['property.value == "x"', "These kinds of values don't go together: whole number == text.", 0, 21],
    ['property.value', 'A rule must be true or false. This is whole number.', 0, 14],
    ['property.type < "b"', 'Texts can be compared with ==, != and in, but not with <.', 0, 13],
    [
      'property.type.matches("(a+)+$")',
      'Patterns are not available. Compare with ==, or list the values with in.',
      0,
      31,
    ],
    [
      'tags.exists(t, t == "a")',
      'exists works with records and lifeRecords. For tags, write tags.includes("Sphere").',
      0,
      24,
    ],
    ['records.exists(r, records.exists(s, true))', 'One exists cannot stand inside of another.', 18, 41],
    [
      'contact.lastName == "A"',
      'Names are not available to rules. They can stand in for national origin or religion.',
      0,
      16,
    ],
    [
      'date("2026-02-30") < date("2026-03-01")',
      '"2026-02-30" is not a day from 1900 to 2200, such as "2026-01-31".',
      5,
      17,
    ],
    ['[1].map(x, x) == [1]', 'There is no function map.', 0, 13],
    ['cel.bind(x, true) == true', 'There is no function bind.', 0, 17],
    ['property["value"] > 1', 'This is not available in rules.', 0, 17],
    ['records[0].category == "debt"', 'Only one dot is possible here.', 0, 19],
    ['null == null', 'Use texts, numbers, true or false.', 0, 4],
  ])('shows what is wrong in %s and where', (text, message, start, end) => {
    expect(errorOf(text)).toEqual({ message, start, end })
  })

  test.each([
    ['length', `true${' || true'.repeat(300)}`, 'A rule can have up to 2000 characters.'],
    ['parts', `1==1${'||1==1'.repeat(150)}`, 'The rule is too long. It can have up to 300 parts.'],
    [
      'nesting',
      `${'('.repeat(60)}true${')'.repeat(60)}`,
      'The rule is nested too deep. Up to 24 levels are possible.',
    ],
    ['negations', `${'!'.repeat(400)}true`, 'The rule is too long. It can have up to 300 parts.'],
    ['lists', `property.count in [${Array(51).fill(1)}]`, 'A list can have up to 50 entries.'],
    ['texts', `property.type == "${'x'.repeat(81)}"`, 'A text can have up to 80 characters.'],
  ])('limits %s', (_, text, message) => {
    expect(errorOf(text).message).toBe(message)
  })

  test('reads the values of a contact', () => {
    for (const text of [
      'property.value == 500000 && property.bathrooms == 2.5 && property.type == "Condo"',
      'property.value * 0.9 > 2 * property.lastSalePrice',
      'yearsSince(property.lastSaleOn) == 16 && property.yearsOwned > 16.5',
      'contact.tenure == "owner" && contact.age == 61 && contact.zip == "60614"',
      'contact.hasEmail && !contact.hasPhone',
      'tags.includes("vip") && tags.includes("Lake house") && size(tags) == 2',
      'size(records) == 1 && size(lifeRecords) == 1',
      'records.exists(r, r.category == "debt" && monthsSince(r.on) == 2)',
      'property.lastSaleOn == date("2010-05-01")',
    ])
      expect([text, outcomeOf(text).kind]).toEqual([text, 'match'])
  })

  test('neither holds nor fails when a value that decides is unknown', () => {
    const missing = { kind: 'missing', path: 'property.squareFeet' }
    expect(outcomeOf('property.squareFeet > 1000')).toEqual(missing)
    expect(outcomeOf('!(property.squareFeet > 1000)')).toEqual(missing)
    expect(outcomeOf('property.squareFeet > 1000 || property.value < 5')).toEqual(missing)
    expect(outcomeOf('property.squareFeet > 1000 && property.value < 5').kind).toBe('no_match')
    expect(outcomeOf('property.squareFeet > 1000 || property.value > 5').kind).toBe('match')
    expect(outcomeOf('!has(property.squareFeet)').kind).toBe('match')
    expect(outcomeOf('property.value > 5', { dateFrom: 'property.loanResetOn' })).toEqual({
      kind: 'missing',
      path: 'property.loanResetOn',
    })
  })

  test('reports errors of a single contact', () => {
    expect(outcomeOf('property.value / (property.count - 1) > 5')).toEqual({
      kind: 'error',
      message: 'Division by zero.',
    })
    expect(outcomeOf('9223372036854775807 + property.value > 0').kind).toBe('error')
    expect(outcomeOf('property.value > 5', { dateFrom: 'property.lastSaleOn' })).toEqual({
      kind: 'error',
      message: 'property.lastSaleOn is out of range: more than 10 years ago or 12 months ahead.',
    })
  })

  test('shows the values that made it true', () => {
    const text = 'property.value > 5 && tags.includes("VIP") && records.exists(r, r.confidence > 0.5)'
    expect(outcomeOf(text)).toEqual({
      kind: 'match',
      eventDate: TODAY,
      evidence: { 'property.value': 500_000, tags: 'VIP', records: 'debt.nod on 2026-09-01' },
    })
    expect(outcomeOf('contact.hasEmail', { since: '2026-03-01' })).toMatchObject({ eventDate: '2026-03-01' })
    expect(outcomeOf('contact.hasEmail', { dateFrom: 'contact.createdOn' })).toEqual({
      kind: 'match',
      eventDate: '2026-01-05',
      evidence: { 'contact.hasEmail': true, 'contact.createdOn': '2026-01-05' },
    })
  })

  test('bounds the tags and records of a contact', () => {
    const facts = factsOf({
      tags: Array.from({ length: 500 }, (_, index) => `Tag ${index}`),
      signals: Array.from({ length: 500 }, () => CONTACT.signals[0]!),
    })
    expect([facts.tags.length, facts.records.length]).toEqual([RULE_LIMITS.maxTags, RULE_LIMITS.maxRecords])
    expect(facts.property.lastSaleOn).toEqual(new Date(parseDay('2010-05-01') * 86_400_000))
  })
})
