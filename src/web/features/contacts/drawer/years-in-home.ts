import type { ContactDetail } from '#contract/contacts.ts'
import { householdOf } from '#domain/signals/household.ts'

type HouseholdContact = Pick<
  ContactDetail,
  | 'firstName'
  | 'lastName'
  | 'address'
  | 'city'
  | 'state'
  | 'zipCode'
  | 'age'
  | 'birthYear'
  | 'enrichmentData'
  | 'properties'
>

/**
 * Years the contact has owned their home, calculated as for the score so that the header and the Signals tab agree; null
 * for renters and if unknown.
 */
export function yearsInHome(contact: HouseholdContact, now: Date): number | null {
  const properties = contact.properties.flatMap(({ propertyData, ...home }) =>
    propertyData ? [{ ...home, propertyData }] : [],
  )
  const records = { person: contact.enrichmentData, properties, publicRecords: [] }
  return householdOf(contact, records, null, now.toISOString().slice(0, 10)).ownershipYears
}
