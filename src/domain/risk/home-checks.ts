import type { PropertyRecord } from '../enrichment/property-record.ts'
import { placeOfProperty, providerOf } from '../signals/evidence.ts'
import { hasSurname, isNamed, partiesOf } from '../signals/name-match.ts'
import { isSameHome, type PostalPlace } from '../signals/place-match.ts'
import { isOwnerOccupied } from '../signals/title.ts'
import { checkOutcomes, type FraudEvidence, skippedCheck } from './fraud-evidence.ts'
import type { FraudCheck } from './risk-data.ts'

/** Checks the owner of the home at the address on file, and the owner's mailing address. */
export function homeChecks(evidence: FraudEvidence): FraudCheck[] {
  const { home } = evidence
  if (!home) {
    const why = 'No property record for this address'
    return [skippedCheck('title_owner', why), skippedCheck('owner_mailing_address', why)]
  }
  const source = [providerOf(evidence, 'property')]
  return [titleOwner(evidence, home, source), mailingAddress(evidence, home, source)]
}

function isOnTitle({ contact }: FraudEvidence, { propertyData }: PropertyRecord): boolean {
  return partiesOf(propertyData.ownerNames).some((party) => isNamed(party, contact))
}

function titleOwner(evidence: FraudEvidence, home: PropertyRecord, source: string[]): FraudCheck {
  const { ownerNames } = home.propertyData
  if (ownerNames.length === 0) return skippedCheck('title_owner', 'The property record names no owner')
  const run = checkOutcomes('title_owner', source)
  if (isOnTitle(evidence, home)) return run.passed('The title names this person')
  if (partiesOf(ownerNames).some((party) => hasSurname(party, evidence.contact.lastName)))
    return run.passed('The title has this last name')
  const owner = ownerNames.join(', ')
  const lives = isOwnerOccupied(home)
  if (lives === true) return run.review(`The owner on record lives there and is someone else: ${owner}`)
  if (lives === false)
    return run.passed('The owner is someone else who doesn’t live there, so it may be a rental')
  return run.review(`The title names someone else: ${owner}. We don’t know who lives there`, 'weak')
}

const PO_BOX = /\bp\.?\s*o\.?\s*box\b/i

function mailingAddress(evidence: FraudEvidence, home: PropertyRecord, source: string[]): FraudCheck {
  const mailing = home.propertyData.owner.mailingAddress
  if (!isOnTitle(evidence, home))
    return skippedCheck('owner_mailing_address', 'The title doesn’t name this person')
  if (typeof mailing !== 'string' || mailing.trim() === '')
    return skippedCheck('owner_mailing_address', 'No mailing address on record for the owner')
  const run = checkOutcomes('owner_mailing_address', source)
  if (isSameHome(parsePlace(mailing), placeOfProperty(home)))
    return run.passed('The owner’s mailing address is the home')
  if (PO_BOX.test(mailing)) return run.review('The owner’s mailing address is a PO box', 'weak')
  return run.review(`The owner has a different mailing address: ${mailing}`)
}

/** Parses `12 Oak St, Lisle, IL 60532`. */
function parsePlace(line: string): PostalPlace {
  const zipCode = /\b(\d{5})(?:-\d{4})?\s*$/.exec(line)?.[0].trim() ?? null
  const [street = null, ...rest] = line.split(',').map((part) => part.trim())
  const state = /\b([A-Za-z]{2})\b\s*(?:\d{5}(?:-\d{4})?)?\s*$/.exec(line)?.[1] ?? null
  return { street, city: rest.length > 1 ? (rest.at(-2) ?? null) : null, state, zipCode }
}
