import type { PropertyRecord } from '../enrichment/property-record.ts'
import { parseAddressCell } from '../identity/address-cell.ts'
import { isDisposable } from '../identity/disposable-email.ts'
import { isEmailAddress, isRoleAddress, normalizeEmail } from '../identity/email.ts'
import { jaroWinkler } from '../identity/similarity.ts'
import { placeOfProperty, providerOf } from '../signals/evidence.ts'
import { hasSurname, isNamed, nameWords, type PersonName, partiesOf } from '../signals/name-match.ts'
import { isSameHome } from '../signals/place-match.ts'
import { isOwnerOccupied } from '../signals/title.ts'
import { type FraudEvidence, type FraudOutcome, passed, review, skipped } from './fraud-evidence.ts'
import { checkPhoneLine, checkPhoneLocation, checkPhoneOwner, checkPhoneSurnames } from './phone-checks.ts'
import { FRAUD_CHECKS, type FraudCheck, type FraudCheckName } from './risk-data.ts'

type Check = readonly [
  run: (evidence: FraudEvidence) => FraudOutcome,
  sourcesOf: (evidence: FraudEvidence) => string[],
]

/** The checks with the sources that they compare the contact with. */
const CHECKS: Readonly<Record<FraudCheckName, Check>> = {
  phone_owner: [checkPhoneOwner, phoneSources],
  phone_surnames: [checkPhoneSurnames, phoneSources],
  phone_line: [checkPhoneLine, phoneSources],
  phone_location: [checkPhoneLocation, () => ['North American area codes']],
  email_service: [withEmail(checkEmailService), () => ['List of disposable email services']],
  email_name: [withEmail(checkEmailName), () => ['The name on file']],
  title_owner: [checkTitleOwner, homeSources],
  owner_mailing_address: [checkOwnerMailingAddress, homeSources],
}

function phoneSources({ current }: FraudEvidence): string[] {
  const provider = current.person?.sources.phone?.provider
  return provider ? [provider] : []
}

function homeSources(evidence: FraudEvidence): string[] {
  return [providerOf(evidence, 'property')]
}

export function runFraudChecks(evidence: FraudEvidence): FraudCheck[] {
  return FRAUD_CHECKS.map((check) => {
    const [run, sourcesOf] = CHECKS[check]
    const outcome = run(evidence)
    return { check, ...outcome, sources: outcome.result === 'not_run' ? [] : sourcesOf(evidence) }
  })
}

const NO_HOME = 'No property record for this address'

function isOnTitle({ contact }: FraudEvidence, { propertyData }: PropertyRecord): boolean {
  return partiesOf(propertyData.ownerNames).some((party) => isNamed(party, contact))
}

/** Checks the owner of the home at the address on file. */
function checkTitleOwner(evidence: FraudEvidence): FraudOutcome {
  const { home } = evidence
  if (!home) return skipped(NO_HOME)
  const { ownerNames } = home.propertyData
  if (ownerNames.length === 0) return skipped('The property record names no owner')
  if (isOnTitle(evidence, home)) return passed('The title names this person')
  if (partiesOf(ownerNames).some((party) => hasSurname(party, evidence.contact.lastName)))
    return passed('The title has this last name')
  const owner = ownerNames.join(', ')
  const isOwnerAtHome = isOwnerOccupied(home)
  if (isOwnerAtHome === true) return review(`The owner on record lives there and is someone else: ${owner}`)
  if (isOwnerAtHome === false)
    return passed('The owner is someone else who doesn’t live there, so it may be a rental')
  return review(`The title names someone else: ${owner}. We don’t know who lives there`, 'weak')
}

const PO_BOX_PATTERN = /\bp\.?\s*o\.?\s*box\b/i

/** Checks the mailing address of the home's owner. */
function checkOwnerMailingAddress(evidence: FraudEvidence): FraudOutcome {
  const { home } = evidence
  if (!home) return skipped(NO_HOME)
  const mailingAddress = home.propertyData.owner.mailingAddress
  if (!isOnTitle(evidence, home)) return skipped('The title doesn’t name this person')
  if (typeof mailingAddress !== 'string' || mailingAddress.trim() === '')
    return skipped('No mailing address on record for the owner')
  const { address: street, ...postalPlace } = parseAddressCell(mailingAddress)
  if (isSameHome({ street, ...postalPlace }, placeOfProperty(home)))
    return passed('The owner’s mailing address is the home')
  if (PO_BOX_PATTERN.test(mailingAddress)) return review('The owner’s mailing address is a PO box', 'weak')
  return review(`The owner has a different mailing address: ${mailingAddress}`)
}

/** Minimum similarity at which a word of an address counts as a spelling of a name. */
const MIN_NAME_SIMILARITY = 0.88
const MIN_NAME_LENGTH = 3

/** Checks the email address on file if there is a complete one. */
function withEmail(check: (email: string, contact: PersonName) => FraudOutcome): Check[0] {
  return ({ contact }) => {
    const email = normalizeEmail(contact.email ?? '')
    if (isEmailAddress(email)) return check(email, contact)
    return skipped(email ? 'This is not a complete email address' : 'No email address on file')
  }
}

/** Checks for disposable addresses. */
function checkEmailService(email: string): FraudOutcome {
  return isDisposable(email)
    ? review('The address belongs to a disposable email service')
    : passed('The email service is not disposable')
}

/** Checks for addresses that contain another name. */
function checkEmailName(email: string, { firstName, lastName }: PersonName): FraudOutcome {
  const localPart = email.slice(0, email.indexOf('@'))
  const names = nameWords(`${firstName} ${lastName}`)
  if (isRoleAddress(email) || names.length === 0)
    return skipped('The address belongs to a role, not a person')
  const words =
    localPart
      .split('+')[0]
      ?.split(/[^a-z]+/)
      .filter((word) => word.length >= MIN_NAME_LENGTH) ?? []
  const letters = localPart.replace(/[^a-z]/g, '')
  const isMatch =
    names.some((name) => name.length >= MIN_NAME_LENGTH && letters.includes(keepLatinLetters(name))) ||
    words.some((word) =>
      names.some((name) => jaroWinkler(word, keepLatinLetters(name)) >= MIN_NAME_SIMILARITY),
    )
  if (isMatch) return passed('The address matches this name')
  // Only two words like "first.last" count as a name, because most addresses don't contain one.
  if (words.length === 2 && /^[a-z]+[._-][a-z]+\d{0,4}$/.test(localPart))
    return review('The address looks like another name', 'weak')
  return skipped('The address contains no name')
}

/** Keeps the letters a–z, the only letters in addresses. */
function keepLatinLetters(name: string): string {
  return name.replace(/[^a-z]/g, '')
}
