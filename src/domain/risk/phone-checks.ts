import { stateCode, stateName } from '../identity/address.ts'
import { stateOfPhone } from '../identity/area-codes.ts'
import { normalizePhone } from '../identity/phone.ts'
import { jaroWinkler } from '../identity/similarity.ts'
import { hasSurname, isNamed, nameWords, type PersonName, partiesOf } from '../signals/name-match.ts'
import { isSameHome } from '../signals/place-match.ts'
import { checkOutcomes, type FraudEvidence, skippedCheck } from './fraud-evidence.ts'
import type { FraudCheck } from './risk-data.ts'

/** Last names this similar count as the same with a typing error. */
const MIN_SURNAME_SIMILARITY = 0.92

/** Checks owner, other owners, line type and location of the phone number. */
export function phoneChecks(evidence: FraudEvidence): FraudCheck[] {
  return [phoneOwner(evidence), phoneSurnames(evidence), phoneLine(evidence), phoneLocation(evidence)]
}

function sourceOf({ current }: FraudEvidence): string[] {
  const provider = current.person?.sources.phone?.provider
  return provider ? [provider] : []
}

/** Tells if a name has the contact's last name, or nearly so. */
function sharesSurname(name: string, { lastName }: PersonName): boolean {
  const surname = nameWords(lastName).join('')
  return partiesOf([name]).some(
    (party) =>
      hasSurname(party, lastName) ||
      party.some((word) => jaroWinkler(word, surname) >= MIN_SURNAME_SIMILARITY),
  )
}

function phoneOwner(evidence: FraudEvidence): FraudCheck {
  const { contact, current } = evidence
  const owner = current.person?.phone?.ownerName
  const run = checkOutcomes('phone_owner', sourceOf(evidence))
  if (!contact.phone) return skippedCheck('phone_owner', 'No phone number on file')
  if (!owner) return skippedCheck('phone_owner', 'No source knows the owner of this number')
  const names = [owner, ...(current.person?.additionalOwners ?? []).map(({ name }) => name)]
  if (names.some((name) => partiesOf([name]).some((party) => isNamed(party, contact))))
    return run.passed('The number is registered to this name')
  if (names.some((name) => sharesSurname(name, contact)))
    return run.passed('The number is registered to this last name')
  const first = nameWords(contact.firstName)[0]
  if (first && nameWords(owner).includes(first))
    return run.review(
      `The number is registered to the same first name with a different last name: ${owner}`,
      'weak',
    )
  return run.review(`The number is registered to a different name: ${owner}`)
}

function phoneSurnames(evidence: FraudEvidence): FraudCheck {
  const { contact, current, residence } = evidence
  const run = checkOutcomes('phone_surnames', sourceOf(evidence))
  const owner = current.person?.phone?.ownerName
  if (!current.person || !owner)
    return skippedCheck('phone_surnames', 'No source knows the owners of this number')
  // People in the same home count as family under any name. The phone_owner check covers the owner.
  const strangers = current.person.additionalOwners.filter(
    ({ name, addresses }) =>
      name !== owner &&
      !sharesSurname(name, contact) &&
      !addresses.some((address) => isSameHome(address, residence)),
  )
  const surnames = new Set(strangers.map(({ name }) => nameWords(name).at(-1)))
  if (surnames.size === 0) return run.passed('No one with a different last name and home shares the number')
  const names = strangers.map(({ name }) => name).join(', ')
  return run.review(
    `People with different last names and homes share the number: ${names}`,
    surnames.size > 1 ? null : 'weak',
  )
}

/** Line types by the lowercase letters of the providers' terms, such as `NonFixedVOIP`. */
const LINES: Readonly<Record<string, { result: 'passed' | 'review'; weak?: true; why: string }>> = {
  mobile: { result: 'passed', why: 'A mobile number' },
  landline: { result: 'passed', why: 'A landline' },
  fixedvoip: {
    result: 'review',
    weak: true,
    why: 'An internet line at a fixed address, as sold by cable companies',
  },
  nonfixedvoip: {
    result: 'review',
    why: 'An internet number without an address; these are easy to get and to drop',
  },
  tollfree: { result: 'review', weak: true, why: 'A toll-free number, which is unusual for a person' },
  premium: { result: 'review', why: 'A premium-rate number' },
  voicemail: { result: 'review', weak: true, why: 'A number that only reaches voicemail' },
}

function phoneLine(evidence: FraudEvidence): FraudCheck {
  const { contact, current } = evidence
  if (!contact.phone) return skippedCheck('phone_line', 'No phone number on file')
  const lineType = current.person?.phone?.lineType ?? ''
  const line = LINES[lineType.toLowerCase().replace(/[^a-z]/g, '')]
  if (!line) return skippedCheck('phone_line', 'No source knows the line type')
  const run = checkOutcomes('phone_line', sourceOf(evidence))
  return line.result === 'passed' ? run.passed(line.why) : run.review(line.why, line.weak ? 'weak' : null)
}

function phoneLocation(evidence: FraudEvidence): FraudCheck {
  const { contact, current, residence } = evidence
  const { e164 } = normalizePhone(contact.phone ?? '')
  const from = e164 ? stateOfPhone(e164) : null
  const home = residence.state ? stateCode(residence.state) : null
  if (!e164 || !from)
    return skippedCheck('phone_location', 'No phone number on file, or it belongs to no state')
  if (!home) return skippedCheck('phone_location', 'The state of the address is unknown')
  const run = checkOutcomes('phone_location', ['North American area codes'])
  const [fromName, homeName] = [stateName(from), stateName(home)]
  if (from === home) return run.passed(`The area code matches the address: ${homeName}`)
  const livedThere = current.person?.addresses.some(
    ({ state }) => state !== null && stateCode(state) === from,
  )
  if (livedThere) return run.passed(`The area code is from ${fromName}, like an earlier address`)
  return run.review(
    `The area code is from ${fromName}, but the address is in ${homeName}. People often keep their number when they move`,
    'weak',
  )
}
