import { describe, expect, test } from 'vitest'
import { US_STATES } from '../identity/address.ts'
import {
  type License,
  type LicenseRequirement,
  licenseRequirement,
  missingLicense,
  requiredLicenseLine,
  withRequiredLine,
} from './license-line.ts'
import { LICENSE_RULES } from './license-rules.ts'
import { CHANNELS } from './outreach.ts'
import { RETENTION_RULES, retentionYears } from './record-retention.ts'

const license = (state: string, fields: Partial<License> = {}): License => ({
  state,
  licensedName: 'Ada N. Okafor',
  licenseNumber: '01234567',
  licenseType: null,
  brokerageName: 'Okafor Realty LLC',
  brokerName: null,
  brokerLicenseNumber: null,
  brokeragePhone: null,
  brokerageAddress: null,
  noticeUrl: null,
  ...fields,
})
const firstContact = (licenses: License[], contactState: string | null = null): LicenseRequirement =>
  licenseRequirement(licenses, { contactState, isFirstContact: true })

describe('the state rules', () => {
  test('have a line for each state and the District of Columbia', () => {
    expect(Object.keys(LICENSE_RULES).sort()).toEqual(US_STATES.map(({ code }) => code).sort())
  })

  test.each(Object.entries(LICENSE_RULES))('%s names its source, and its date if it was read', (_, rule) => {
    expect(rule.citation).not.toBe('')
    expect(rule.readOn === null).toBe(rule.source === 'unverified')
    if (rule.readOn) expect(rule.readOn).toMatch(/^\d{4}-\d\d-\d\d$/)
    if (rule.source === 'unverified')
      expect(rule.shows).toEqual(expect.arrayContaining(['name', 'license-number', 'brokerage']))
  })

  test('keep records for the longest period of the states, and of all states without a license', () => {
    const longest = Math.max(...Object.values(RETENTION_RULES).map(({ years }) => years))
    expect(retentionYears(['CA'])).toBe(3)
    expect(retentionYears(['CA', 'FL'])).toBe(5)
    for (const unread of ['WY', 'OH']) expect(retentionYears(['CA', unread])).toBe(longest)
    expect(retentionYears([])).toBe(longest)
  })
})

describe('the required line', () => {
  test('shows what the state of the license that covers the contact asks for', () => {
    const licenses = [license('TX'), license('CA')]
    expect(firstContact(licenses, 'California')).toMatchObject({
      ...{
        state: 'CA',
        title: 'Required by California law',
        citation: 'Cal. Bus. & Prof. Code § 10140.6(b)',
      },
      ...{ missing: null, note: null },
      lines: {
        text: 'Ada N. Okafor, DRE #01234567, Okafor Realty LLC',
        email: 'Ada N. Okafor\nDRE #01234567\nOkafor Realty LLC',
        call: 'This is Ada N. Okafor, California real estate license 01234567, a licensed real estate agent with Okafor Realty LLC.',
      },
    })
    expect(firstContact(licenses, 'TX').lines?.text).toBe('Ada N. Okafor, Okafor Realty LLC')
  })

  test('is that of the first license, with a note, when none covers the contact', () => {
    expect(firstContact([license('TX'), license('CA')], 'NV')).toMatchObject({
      state: 'TX',
      note: 'You have no Nevada license on file, so we show your Texas license.',
    })
    expect(firstContact([license('TX')])).toMatchObject({ state: 'TX', note: null })
  })

  test('says that the rule was not checked', () => {
    const { title, note } = firstContact([license('OH')], 'OH')
    expect(title).toBe('Shown for Ohio')
    expect(note).toMatch(/We haven’t checked Ohio’s rule/)
  })

  test('has the broker, the phone, the address and the notice in emails and letters only', () => {
    const { lines } = firstContact([
      license('TX', {
        licenseType: 'Sales Agent',
        brokerName: 'Ben Roe',
        brokerLicenseNumber: '99',
        brokeragePhone: '(512) 555-0100',
        brokerageAddress: '1 Elm St, Austin, TX 78701',
        noticeUrl: 'https://example.com/iabs',
      }),
    ])
    expect(lines?.email.split('\n')).toEqual([
      'Ada N. Okafor, Sales Agent',
      'TX license 01234567',
      'Okafor Realty LLC',
      'Broker: Ben Roe, license 99',
      '(512) 555-0100 · 1 Elm St, Austin, TX 78701',
      'Texas Real Estate Commission Information About Brokerage Services: https://example.com/iabs',
    ])
    expect(lines?.letter).toBe(lines?.email)
    expect(lines?.text).not.toContain('Ben Roe')
  })

  test('is missing without a license, or without what the state asks for', () => {
    const none = firstContact([], 'IL')
    expect(none).toMatchObject({ lines: null, state: null, missing: expect.stringContaining('your license') })
    const partial = firstContact([license('NY')], 'NY')
    expect(partial.lines).toBeNull()
    expect(partial.missing).toBe(
      'New York also asks for your license type and the brokerage’s phone number. Add it in Settings, Profile.',
    )
    for (const requirement of [none, partial]) {
      expect(requiredLicenseLine(requirement, 'text', 'marketing')).toBeNull()
      expect(missingLicense(requirement, 'personal')).toBe(requirement.missing)
    }
  })

  test('is on every first contact; later on marketing, except where only the first contact must show it', () => {
    const later = (state: string) =>
      licenseRequirement([license(state)], { contactState: state, isFirstContact: false })
    for (const channel of CHANNELS) {
      expect(requiredLicenseLine(firstContact([license('CA')]), channel, 'personal')).not.toBeNull()
      expect(requiredLicenseLine(later('TX'), channel, 'marketing')).not.toBeNull()
      expect(requiredLicenseLine(later('TX'), channel, 'personal')).toBeNull()
      expect(requiredLicenseLine(later('CA'), channel, 'marketing')).toBeNull()
    }
    const noLicense = licenseRequirement([], { contactState: null, isFirstContact: false })
    expect(missingLicense(noLicense, 'personal')).toBeNull()
    expect(missingLicense(noLicense, 'marketing')).not.toBeNull()
  })
})

describe('a text', () => {
  const LINE = 'Ada N. Okafor\nDRE #01234567'

  test('gets the line once: first in a call, last in a message', () => {
    for (const channel of CHANNELS) {
      const text = withRequiredLine('Hi Hazel, any questions?', LINE, channel)
      expect(text.startsWith(LINE)).toBe(channel === 'call')
      expect(text.endsWith(LINE)).toBe(channel !== 'call')
      expect(withRequiredLine(text, LINE, channel)).toBe(text)
    }
  })

  test('counts the line with other spaces and line breaks, and gets it again when a part of it was changed', () => {
    const text = 'Hi Hazel! Ada N.  Okafor DRE #01234567'
    expect(withRequiredLine(text, LINE, 'text')).toBe(text)
    const changed = 'Hi Hazel! Ada N. Okafor DRE #0123'
    expect(withRequiredLine(changed, LINE, 'text')).toBe(`${changed}\n${LINE}`)
  })

  test('stays as it is when no line is required', () => {
    expect(withRequiredLine('Hi', null, 'email')).toBe('Hi')
  })
})
