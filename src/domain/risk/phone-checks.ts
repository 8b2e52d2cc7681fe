import { stateCode, stateName } from '../identity/address.ts'
import { stateOfPhone } from '../identity/area-codes.ts'
import { normalizePhone } from '../identity/phone.ts'
import { jaroWinkler } from '../identity/similarity.ts'
import { hasSurname, isNamed, nameWords, type PersonName, partiesOf } from '../signals/name-match.ts'
import { isSameHome } from '../signals/place-match.ts'
import { type FraudEvidence, type FraudOutcome, passed, review, skipped } from './fraud-evidence.ts'

/** Minimum similarity of last names that differ only by a typing error. */
const MIN_SURNAME_SIMILARITY = 0.92

/** True if a name has the contact's last name, or nearly so. */
function sharesSurname(name: string, { lastName }: PersonName): boolean {
  const surname = nameWords(lastName).join('')
  return partiesOf([name]).some(
    (party) =>
      hasSurname(party, lastName) ||
      party.some((word) => jaroWinkler(word, surname) >= MIN_SURNAME_SIMILARITY),
  )
}

export function checkPhoneOwner({ contact, current }: FraudEvidence): FraudOutcome {
  const owner = current.person?.phone?.ownerName
  if (!contact.phone) return skipped('No phone number on file')
  if (!owner) return skipped('No source knows the owner of this number')
  const names = [owner, ...(current.person?.additionalOwners ?? []).map(({ name }) => name)]
  if (names.some((name) => partiesOf([name]).some((party) => isNamed(party, contact))))
    return passed('The number is registered to this name')
  if (names.some((name) => sharesSurname(name, contact)))
    return passed('The number is registered to this last name')
  const givenName = nameWords(contact.firstName)[0]
  if (givenName && nameWords(owner).includes(givenName))
    return review(
      `The number is registered to the same first name with a different last name: ${owner}`,
      'weak',
    )
  return review(`The number is registered to a different name: ${owner}`)
}

export function checkPhoneSurnames({ contact, current, residence }: FraudEvidence): FraudOutcome {
  const owner = current.person?.phone?.ownerName
  if (!current.person || !owner) return skipped('No source knows the owners of this number')
  // People in the same home count as family, whatever their name. The phone_owner check covers the owner.
  const unrelatedOwners = current.person.additionalOwners.filter(
    ({ name, addresses }) =>
      name !== owner &&
      !sharesSurname(name, contact) &&
      !addresses.some((address) => isSameHome(address, residence)),
  )
  const surnames = new Set(unrelatedOwners.map(({ name }) => nameWords(name).at(-1)))
  if (surnames.size === 0)
    return passed('No one with a different last name at another address uses this number')
  const names = unrelatedOwners.map(({ name }) => name).join(', ')
  return review(
    `People with different last names at other addresses use this number: ${names}`,
    surnames.size > 1 ? undefined : 'weak',
  )
}

/** Line types by the lowercase letters of the providers' terms, such as `NonFixedVOIP`. */
const LINE_OUTCOMES: Readonly<Record<string, FraudOutcome>> = {
  mobile: passed('A mobile number'),
  landline: passed('A landline'),
  fixedvoip: review('An internet line at a fixed address, as sold by cable companies', 'weak'),
  nonfixedvoip: review('An internet number without an address; these are easy to get and to drop'),
  tollfree: review('A toll-free number, which is unusual for a person', 'weak'),
  premium: review('A premium-rate number'),
  voicemail: review('A number that only reaches voicemail', 'weak'),
}

export function checkPhoneLine({ contact, current }: FraudEvidence): FraudOutcome {
  if (!contact.phone) return skipped('No phone number on file')
  const lineType = current.person?.phone?.lineType ?? ''
  const outcome = LINE_OUTCOMES[lineType.toLowerCase().replace(/[^a-z]/g, '')]
  return outcome ?? skipped('No source knows the line type')
}

export function checkPhoneLocation({ contact, current, residence }: FraudEvidence): FraudOutcome {
  const { e164 } = normalizePhone(contact.phone ?? '')
  const phoneState = e164 ? stateOfPhone(e164) : null
  const homeState = residence.state ? stateCode(residence.state) : null
  if (!e164 || !phoneState) return skipped('No phone number on file, or it belongs to no state')
  if (!homeState) return skipped('The state of the address is unknown')
  const [phoneStateName, homeStateName] = [stateName(phoneState), stateName(homeState)]
  if (phoneState === homeState) return passed(`The area code matches the address: ${homeStateName}`)
  const hasLivedThere = current.person?.addresses.some(
    ({ state }) => state !== null && stateCode(state) === phoneState,
  )
  if (hasLivedThere) return passed(`The area code is from ${phoneStateName}, like an earlier address`)
  return review(
    `The area code is from ${phoneStateName}, but the address is in ${homeStateName}. People often keep their number when they move`,
    'weak',
  )
}
