import type { PropertyRecord } from '../enrichment/property-record.ts'
import type { PublicRecord } from '../enrichment/public-record.ts'
import type { Evidence } from './evidence.ts'
import { hasSurname, isNamed, type PersonName, partiesOf } from './name-match.ts'
import { LIMITS, type MatchKind } from './rules.ts'

/** True if a deed states no price, or only a token price. */
export function isWithoutPrice({ details, amount }: PublicRecord): boolean {
  return [details.price, amount].every((price) => price == null || price <= LIMITS.tokenPrice)
}

function occupancyTexts({ propertyData: { owner, summary } }: PropertyRecord): string[] {
  return [...Object.entries(owner), ...Object.entries(summary)].flatMap(([key, value]) =>
    /absentee|occupan/i.test(key) && typeof value === 'string' ? [value.trim().toLowerCase()] : [],
  )
}

/** True or false according to the assessor; null if unknown. */
export function isOwnerOccupied(property: PropertyRecord): boolean | null {
  const texts = occupancyTexts(property)
  if (texts.some((text) => text === 'o' || /^owner[- ]occupied$/.test(text))) return true
  return texts.some((text) => text === 'a' || text.startsWith('absentee')) ? false : null
}

export function titleHasSurname(property: PropertyRecord, lastName: string): boolean {
  return partiesOf(property.propertyData.ownerNames).some((party) => hasSurname(party, lastName))
}

/** Rates a property as the contact's by names on the title, or else by occupancy; null if it isn't. */
export function matchTitle(property: PropertyRecord, person: PersonName, isHome: boolean): MatchKind | null {
  const parties = partiesOf(property.propertyData.ownerNames)
  if (parties.some((party) => isNamed(party, person))) return 'name+address'
  if (titleHasSurname(property, person.lastName)) return 'surname+address'
  const isUntitledHome = parties.length === 0 && isHome && isOwnerOccupied(property) === true
  return isUntitledHome ? 'surname+address' : null
}

/** The contact's own properties, each with its match. */
export function ownProperties(evidence: Evidence): { property: PropertyRecord; match: MatchKind }[] {
  return evidence.current.properties.flatMap((property) => {
    const match = matchTitle(property, evidence.contact, property === evidence.home)
    return match === null ? [] : [{ property, match }]
  })
}
