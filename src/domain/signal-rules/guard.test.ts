import { describe, expect, test } from 'vitest'
import { readGuardFiles } from '#server/platform/content/guard.ts'
import { createOutreachGuard } from '../compliance/outreach-guard.ts'
import { judgeRule } from './guard.ts'
import { compileRule } from './language.ts'
import { protectedClassOf } from './protected-words.ts'

const TODAY = '2026-11-27'
const guard = createOutreachGuard(readGuardFiles())

function judge(text: string, name = 'A rule', reason: string | null = null) {
  const compiled = compileRule(text)
  if ('error' in compiled) return { errors: [compiled.error], traits: [] }
  return judgeRule(compiled.rule, { name, reason, subtype: 'destinations.local', today: TODAY, guard })
}

/** Rules that no reason makes possible. */
const HOSTILE = [
  // Protected classes in constants, as written and disguised.
  'tags.includes("Hispanic")',
  'tags.includes("hispanics")',
  'tags.includes("H1spanic")',
  'tags.includes("H i s p a n i c")',
  'tags.includes("His-panic")',
  'tags.includes("His\u200Bpanic")',
  'tags.includes("H\u0456spanic")',
  'tags.includes("\\x48ispanic")',
  'tags.includes("HISPANIC_LEADS")',
  'tags.includes("HispanicLeads")',
  'tags.includes("Híspanic")',
  'tags.includes("Black owners")',
  'tags.includes("Asian buyers")',
  'tags.includes("Immigrant")',
  'tags.includes("Green card")',
  'tags.includes("Spanish speaking")',
  'tags.includes("Speaks Mandarin")',
  'tags.includes("Limited English")',
  'tags.includes("Section 8")',
  'tags.includes("Housing voucher holders")',
  'tags.includes("Catholic")',
  'tags.includes("St. Mary parish")',
  'tags.includes("Church friends")',
  'tags.includes("Jewish")',
  'tags.includes("Kosher kitchen")',
  'tags.includes("Muslim")',
  'tags.includes("LDS ward")',
  'tags.includes("Women")',
  'tags.includes("Female owners")',
  'tags.includes("Gay couples")',
  'tags.includes("Single mom")',
  'tags.includes("Widow")',
  'tags.includes("Wheelchair")',
  'tags.includes("Disabled vet")',
  'tags.includes("SSDI")',
  'tags.includes("Dementia")',
  'tags.includes("Recovering addict")',
  'tags.includes("Godly neighbors")',
  'tags.includes("People of faith")',
  'tags.includes("Our faith family")',
  'contact.source == "Church bulletin"',
  'contact.source in ["Open house", "Hispanic chamber"]',
  'property.value > 500000 && !tags.includes("Jewish")',
  'property.value > 500000 ? tags.includes("Muslim") : false',
  'property.type == "x" || contact.source != "Mosque list"',
  // Variables that are left out on purpose.
  'contact.firstName == "Maria"',
  'contact.lastName in ["Garcia", "Lopez"]',
  'contact.language == "es"',
  'contact.photoUrl == "x"',
  'contact.gender == "F"',
  'contact.race == "x"',
  'household.religion == "x"',
  'contact.nationality == "x"',
  // A place that decides alone.
  'contact.zip == "60614"',
  'contact.city == "Chicago"',
  'contact.state == "IL"',
  'property.zip in ["60614", "60615"]',
  'true && contact.zip == "60614"',
  'contact.zip == "60614" || property.value > 900000',
  '!(contact.zip != "60614")',
  '!!(contact.zip == "60614")',
  'contact.zip != "60614"',
  'contact.zip == "60614" ? true : false',
  'contact.zip == "60614" ? true : property.value > 500000',
  '(contact.zip == "60614" ? 1 : 0) == 1',
  'contact.zip == "60614" && property.value >= 0',
  'contact.zip == "60614" && (property.value > 5 || property.value <= 5)',
  'contact.zip == "60614" && (property.value > 5 || property.value < 10)',
  'contact.zip == "60614" && (contact.hasPhone || !contact.hasPhone)',
  'contact.zip == "60614" && size(tags) >= 0',
  'contact.zip == "60614" && daysSince(contact.createdOn) >= 0',
  'contact.zip == "60614" && has(contact.createdOn)',
  'contact.zip == "60614" && 1 < 2',
  'contact.zip == "60614" && property.yearsOwned * 0.0 == 0',
  'property.yearsOwned >= (contact.zip == "60614" ? 0 : 999)',
  'contact.city == "Chicago" && contact.state == "IL"',
  'contact.city == property.city',
  '(contact.zip == "60614" && property.value > 5) || (contact.zip == "60614" && property.value <= 5)',
  '!(contact.zip != "60614" && property.value > 5)',
  'contact.hasPhone ? contact.zip == "60614" : contact.zip == "60614"',
  // A rule that holds for everyone.
  'true',
  '1 == 1',
  'contact.hasPhone || !contact.hasPhone',
] as const

/** Rules as agents write them. */
const ORDINARY = [
  'property.yearsOwned >= 15',
  'yearsSince(property.lastSaleOn) >= 12 && property.bedrooms >= 4',
  'property.value > 750000 && contact.tenure == "owner"',
  'property.value > 2 * property.lastSalePrice',
  'property.loanRate < 4 && property.yearsOwned > 5',
  'property.loanRate >= 7',
  'property.loanToValue < 0.3',
  'property.hasAdjustableLoan && daysSince(property.loanResetOn) > -180',
  '!property.ownerOccupied',
  'property.count >= 2',
  'property.type == "Single Family Residence" && property.yearsOwned > 20',
  'property.type in ["Condo", "Townhouse", "Multi Family"]',
  'property.yearBuilt < 1960',
  'property.squareFeet > 3500 && property.bathrooms >= 3.5',
  'relationship.type == "past_client" && yearsSince(relationship.lastClosingOn) >= 7',
  'relationship.type in ["sphere", "past_client"]',
  'monthsSince(relationship.lastConversationOn) >= 6',
  '!has(relationship.lastConversationOn) && contact.hasPhone',
  'tags.includes("Investor")',
  'tags.includes("White glove") || tags.includes("VIP")',
  'tags.includes("Home anniversary")',
  'tags.includes("Aged lead") && property.value > 400000',
  'tags.includes("Engaged lead")',
  'tags.includes("203k rehab")',
  'tags.includes("Early adopter")',
  'tags.includes("Single story")',
  'tags.includes("Spanish style") && property.value > 600000',
  'tags.includes("Open house") && daysSince(contact.createdOn) < 90',
  'size(tags) >= 3',
  'records.exists(r, r.category == "debt")',
  'records.exists(r, r.category == "destinations" && monthsSince(r.on) < 6)',
  'records.exists(r, r.subtype in ["debt.nod", "debt.auction"] && r.confidence > 0.5)',
  'size(records) >= 2',
  'contact.source == "Zillow"',
  'contact.source in ["Open house", "Referral", "Website"]',
  'contact.zip == "60614" && property.yearsOwned > 10',
  'contact.zip in ["60614", "60615"] && relationship.type == "sphere"',
  'contact.city == "Black Diamond" && property.value > 500000',
  'contact.state == "IL" && records.exists(r, r.category == "disaster")',
  'contact.city == "Chicago" && !has(relationship.lastConversationOn) && property.value > 300000',
  'property.lastSaleOn < date("2012-01-01") && property.lastSalePrice < 200000',
  'daysSince(contact.enrichedOn) > 365 || !contact.hasEmail',
  'contact.tenure == "renter" && monthsSince(contact.createdOn) > 12',
  '(property.value > 900000 ? 10 : 20) <= property.yearsOwned',
] as const

/** Rules that rest on family, age or marital status. */
const WITH_REASON: [string, string[]][] = [
  ['contact.age >= 65', ['age']],
  ['household.children > 0', ['family']],
  ['household.size >= 5 && property.bedrooms < 3', ['family']],
  ['household.married', ['marital']],
  ['tags.includes("Retired")', ['age']],
  ['tags.includes("Empty nesters")', ['family']],
  ['tags.includes("Newlyweds")', ['marital']],
  ['tags.includes("Divorced")', ['marital']],
  ['tags.includes("Over 65")', ['age']],
  ['contact.source == "Daycare fair"', ['family']],
  ['lifeRecords.exists(r, r.category == "diapers")', ['age', 'family', 'marital']],
  ['size(lifeRecords) > 0', ['age', 'family', 'marital']],
  ['!(contact.age < 65)', ['age']],
  ['property.value > 5 || has(contact.age)', ['age']],
]

describe('guard of own rules', () => {
  test.each(HOSTILE)('refuses %s', (text) => {
    for (const reason of [null, 'Our broker approved this for the spring campaign']) {
      expect(judge(text, 'A rule', reason).errors).not.toEqual([])
    }
  })

  test.each(ORDINARY)('allows %s', (text) => {
    expect(judge(text)).toEqual({ errors: [], traits: [] })
  })

  test.each(WITH_REASON)('asks for a reason for %s', (text, traits) => {
    expect(judge(text)).toEqual({ errors: [], traits })
  })

  test('asks for a reason when the name or the event is about a trait', () => {
    expect(judge('property.bedrooms < 3', 'Growing families').traits).toEqual(['family'])
    const compiled = compileRule('property.bedrooms < 3')
    if ('error' in compiled) throw new Error(compiled.error.message)
    const options = { name: 'A rule', reason: null, today: TODAY, guard }
    expect(judgeRule(compiled.rule, { ...options, subtype: 'diapers' }).traits).toEqual(['family'])
    expect(judgeRule(compiled.rule, { ...options, subtype: 'debt.nod' }).traits).toEqual([])
  })

  test('refuses a protected class in the name and in the reason', () => {
    expect(judge('property.value > 5', 'Catholic owners').errors).toHaveLength(1)
    expect(judge('contact.age > 65', 'A rule', 'Korean families move early').errors).toHaveLength(1)
  })

  test('says where the refused text stands', () => {
    expect(judge('property.value > 5 && tags.includes("Jewish")').errors).toEqual([
      {
        message:
          '"jewish" is about religion. The Fair Housing Act doesn\'t allow rules about that, for any reason.',
        start: 36,
        end: 44,
      },
    ])
  })

  test('points to lifeRecords when records never has a category', () => {
    expect(judge('records.exists(r, r.category == "divorce")').errors[0]?.message).toBe(
      'records never has divorce. It is in lifeRecords, which needs a reason.',
    )
  })

  test('leaves ordinary words of the trade alone', () => {
    const words = [
      'FSBO',
      'Expired listing',
      'Hot lead',
      'Probate attorney',
      'Lake house',
      'Pool',
      'Investor',
      'HOA board',
    ]
    expect(words.filter((word) => protectedClassOf(word))).toEqual([])
  })
})
