import { isDisposable } from '../identity/disposable-email.ts'
import { isEmailAddress, isRoleAddress, normalizeEmail } from '../identity/email.ts'
import { jaroWinkler } from '../identity/similarity.ts'
import { nameWords } from '../signals/name-match.ts'
import { checkOutcomes, type FraudEvidence, skippedCheck } from './fraud-evidence.ts'
import type { FraudCheck } from './risk-data.ts'

/** From here on a word of the address is a name with another spelling. */
const MIN_NAME_SIMILARITY = 0.88
const MIN_NAME_LENGTH = 3

/** Whether the address is a throw-away one, and whether it spells somebody else's name. */
export function emailChecks({ contact }: FraudEvidence): FraudCheck[] {
  const email = normalizeEmail(contact.email ?? '')
  if (!isEmailAddress(email)) {
    const why = email ? 'This is not a complete e-mail address' : 'No e-mail address is on file'
    return [skippedCheck('email_service', why), skippedCheck('email_name', why)]
  }
  return [service(email), spelledName(email, contact)]
}

function service(email: string): FraudCheck {
  const run = checkOutcomes('email_service', ['List of throw-away mail services'])
  return isDisposable(email)
    ? run.review('The address belongs to a throw-away mail service')
    : run.passed('The mail service is no throw-away one')
}

function spelledName(email: string, contact: { firstName: string; lastName: string }): FraudCheck {
  const local = email.slice(0, email.indexOf('@'))
  const names = nameWords(`${contact.firstName} ${contact.lastName}`)
  if (isRoleAddress(email) || names.length === 0)
    return skippedCheck('email_name', 'The address is one of a function, not of a person')
  const words =
    local
      .split('+')[0]
      ?.split(/[^a-z]+/)
      .filter((word) => word.length >= MIN_NAME_LENGTH) ?? []
  const letters = local.replace(/[^a-z]/g, '')
  const spelt =
    names.some((name) => name.length >= MIN_NAME_LENGTH && letters.includes(latin(name))) ||
    words.some((word) => names.some((name) => jaroWinkler(word, latin(name)) >= MIN_NAME_SIMILARITY))
  const run = checkOutcomes('email_name', ['The name on file'])
  if (spelt) return run.passed('The address spells this name')
  // Only two words in the shape of a name are taken for one; most addresses are no name at all.
  if (words.length === 2 && /^[a-z]+[._-][a-z]+\d{0,4}$/.test(local))
    return run.review('The address looks like another name', 'weak')
  return skippedCheck('email_name', 'The address spells no name')
}

/** Addresses are written in plain letters. */
function latin(name: string): string {
  return name.replace(/[^a-z]/g, '')
}
