import type { PropertyRecord } from '../enrichment/property-record.ts'
import type { Evidence } from './evidence.ts'
import { hasSurname, isNamed, type PersonName, partiesOf } from './name-match.ts'
import { MATCH_QUALITY } from './rules.ts'

function occupancyTexts({ propertyData: { owner, summary } }: PropertyRecord): string[] {
  return [...Object.entries(owner), ...Object.entries(summary)].flatMap(([key, value]) =>
    /absentee|occupan/i.test(key) && typeof value === 'string' ? [value.trim().toLowerCase()] : [],
  )
}

/** True where the assessor says that the owner lives there, false where it says not, null where unknown. */
export function ownerOccupied(property: PropertyRecord): boolean | null {
  const texts = occupancyTexts(property)
  if (texts.some((text) => text === 'o' || /^owner[- ]occupied$/.test(text))) return true
  return texts.some((text) => text === 'a' || text.startsWith('absentee')) ? false : null
}

export function titleHasSurname(property: PropertyRecord, lastName: string): boolean {
  return partiesOf(property.propertyData.ownerNames).some((party) => hasSurname(party, lastName))
}

/** How surely a property is the contact's own, 0 to 1: by the names on the title, else by who lives there. */
export function titleQuality(property: PropertyRecord, person: PersonName, isHome: boolean): number {
  const parties = partiesOf(property.propertyData.ownerNames)
  if (parties.some((party) => isNamed(party, person))) return MATCH_QUALITY['name+address']
  if (titleHasSurname(property, person.lastName)) return MATCH_QUALITY['surname+address']
  const unnamed = parties.length === 0 && isHome && ownerOccupied(property) === true
  return unnamed ? MATCH_QUALITY['surname+address'] : 0
}

/** The properties that are the contact's own, each with how sure that is. */
export function ownProperties(evidence: Evidence): { property: PropertyRecord; quality: number }[] {
  return evidence.current.properties
    .map((property) => ({
      property,
      quality: titleQuality(property, evidence.contact, property === evidence.home),
    }))
    .filter(({ quality }) => quality > 0)
}
