import { describe, expect, test } from 'vitest'
import { HOME_TOWN, knownAddress, OTHER_ADDRESS, person, property } from '#test/fixtures/detection-input.ts'
import { outcome, risk } from '#test/fixtures/risk-input.ts'
import { FRAUD_CHECKS } from './risk-data.ts'

const NUMBER = '+16305550142'
const SOURCES = { phone: { provider: 'A phone book', fetchedAt: '2026-11-01T00:00:00Z', sample: false } }

function phoneChecks(
  phone: { ownerName?: string | null; lineType?: string | null },
  otherOwners: { name: string; street?: string }[] = [],
) {
  const enrichmentOverrides = {
    person: person({
      sources: SOURCES,
      phone: { number: NUMBER, carrier: null, lineType: null, ownedSince: null, ...phone },
      additionalOwners: otherOwners.map(({ name, street }) => ({
        name,
        ageRange: null,
        gender: null,
        phoneOwnershipStartDate: null,
        addresses: street ? [knownAddress({ street })] : [],
      })),
    }),
  }
  return risk({ contact: { phone: NUMBER }, enrichmentOverrides }).fraud
}

describe('A29 fraud checks', () => {
  test('skips every check without data and says why', () => {
    const { fraud } = risk()
    expect(fraud.map(({ check }) => check)).toEqual([...FRAUD_CHECKS])
    for (const check of fraud)
      expect(check).toMatchObject({ result: 'not_run', why: expect.stringMatching(/\w/), sources: [] })
  })

  test.each([
    ['Ana M. Nunez', [], 'passed'],
    ['NUNEZ, ANA', [], 'passed'],
    ['Luis Núñez', [], 'passed'],
    ['Luis Nunes', [], 'passed'],
    ['Ana Delgado', [], 'weak'],
    ['Robert Hale', [], 'review'],
    ['Robert Hale', [{ name: 'Ana Núñez' }], 'passed'],
    [null, [], 'not_run'],
  ])('checks a number registered to %s (and %j): %s', (ownerName, otherOwners, expected) => {
    const checks = phoneChecks({ ownerName }, otherOwners)
    expect(outcome(checks, 'phone_owner')).toBe(expected)
    if (expected === 'review') {
      expect(checks.find(({ check }) => check === 'phone_owner')).toMatchObject({
        why: 'The number is registered to a different name: Robert Hale',
        sources: ['A phone book'],
      })
    }
  })

  test.each([
    [[], 'passed'],
    [[{ name: 'Luis Núñez', street: '9 Elm Ave' }], 'passed'],
    [[{ name: 'Luis Delgado', street: '12 Oak Street' }], 'passed'],
    [[{ name: 'Luis Delgado', street: '9 Elm Ave' }], 'weak'],
    [[{ name: 'Luis Delgado' }, { name: 'Rita Hale' }], 'review'],
  ])('checks a number shared with %j: %s', (otherOwners, expected) => {
    expect(outcome(phoneChecks({ ownerName: 'Ana Nunez' }, otherOwners), 'phone_surnames')).toBe(expected)
  })

  test.each([
    ['Mobile', 'passed'],
    ['landline', 'passed'],
    ['FixedVOIP', 'weak'],
    ['NonFixedVOIP', 'review'],
    ['nonFixedVoip', 'review'],
    ['TollFree', 'weak'],
    ['Premium', 'review'],
    ['Other', 'not_run'],
    [null, 'not_run'],
  ])('checks a %s line: %s', (lineType, expected) => {
    expect(outcome(phoneChecks({ lineType }), 'phone_line')).toBe(expected)
  })

  test('does not count weak differences for review', () => {
    const phone = { number: NUMBER, carrier: null, lineType: 'FixedVOIP', ownedSince: null }
    const assessment = risk({
      contact: { phone: NUMBER },
      enrichmentOverrides: { person: person({ phone, sources: SOURCES }) },
    })
    expect([outcome(assessment.fraud, 'phone_line'), assessment.review]).toEqual(['weak', 0])
  })

  test.each([
    ['(630) 555-0142', 'IL', 'passed'],
    ['+13055550142', 'Illinois', 'weak'],
    ['+13035550142', 'IL', 'passed'],
    ['+18005550142', 'IL', 'not_run'],
    ['+442079460958', 'IL', 'not_run'],
    ['+16305550142', null, 'not_run'],
    ['call me', 'IL', 'not_run'],
  ])('checks the number %s of a contact in %s: %s', (phone, state, expected) => {
    // The contact has an earlier address in Colorado.
    const enrichmentOverrides = { person: person({ addresses: [knownAddress(OTHER_ADDRESS)] }) }
    expect(outcome(risk({ contact: { phone, state }, enrichmentOverrides }).fraud, 'phone_location')).toBe(
      expected,
    )
  })

  test.each([
    ['ana.nunez@example.com', 'passed', 'passed'],
    ['ana@mailinator.com', 'review', 'passed'],
    ['anunez81@example.com', 'passed', 'passed'],
    ['robert.hale@example.com', 'passed', 'weak'],
    ['sunflower81@example.com', 'passed', 'not_run'],
    ['info@example.com', 'passed', 'not_run'],
    ['ana@', 'not_run', 'not_run'],
    [null, 'not_run', 'not_run'],
  ])('checks the address %s: service %s, name %s', (email, service, name) => {
    const { fraud } = risk({ contact: { email } })
    expect([outcome(fraud, 'email_service'), outcome(fraud, 'email_name')]).toEqual([service, name])
  })

  test.each([
    [['NUNEZ ANA M'], 'O', 'passed'],
    [['NUNEZ FAMILY TRUST'], 'O', 'passed'],
    [['HALE ROBERT'], 'O', 'review'],
    [['HALE ROBERT'], 'A', 'passed'],
    [['HALE ROBERT'], null, 'weak'],
    [[], 'O', 'not_run'],
  ])('checks a title with %j, owner %s: %s', (ownerNames, absenteeStatus, expected) => {
    const home = property({ propertyData: { ownerNames, owner: { absenteeStatus } } })
    expect(outcome(risk({ enrichmentOverrides: { properties: [home] } }).fraud, 'title_owner')).toBe(expected)
  })

  test.each([
    ['12 OAK STREET, NAPERVILLE, IL 60540', 'passed'],
    ['12 Oak St, Naperville, IL 60540-1234', 'passed'],
    ['12 Oak St, Naperville, IL', 'passed'],
    ['9 Elm Ave, Denver, CO 80206', 'review'],
    ['12 Oak St, Denver, CO 80206', 'review'],
    ['PO BOX 77, NAPERVILLE, IL', 'weak'],
    [null, 'not_run'],
  ])('checks the mailing address %s: %s', (mailingAddress, expected) => {
    const home = property({ propertyData: { owner: { mailingAddress } } })
    expect(
      outcome(risk({ enrichmentOverrides: { properties: [home] } }).fraud, 'owner_mailing_address'),
    ).toBe(expected)
  })

  test('ignores the mailing address of a landlord', () => {
    const owner = { mailingAddress: '9 Elm Ave, Denver, CO 80206', absenteeStatus: 'A' }
    const home = property({ propertyData: { ownerNames: ['HALE ROBERT'], owner } })
    expect(
      outcome(risk({ enrichmentOverrides: { properties: [home] } }).fraud, 'owner_mailing_address'),
    ).toBe('not_run')
  })

  test('ignores homes at other addresses', () => {
    const home = property({ address: '9 Elm Ave', city: 'Denver', state: 'CO', zipCode: '80206' })
    expect(outcome(risk({ enrichmentOverrides: { properties: [home] } }).fraud, 'title_owner')).toBe(
      'not_run',
    )
    const homeInTown = property({ ...HOME_TOWN, address: '14 Oak St' })
    expect(outcome(risk({ enrichmentOverrides: { properties: [homeInTown] } }).fraud, 'title_owner')).toBe(
      'not_run',
    )
  })
})
