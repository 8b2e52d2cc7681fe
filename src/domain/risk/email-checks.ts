import { isDisposable } from '../identity/disposable-email.ts'
import { isEmailAddress, isRoleAddress, normalizeEmail } from '../identity/email.ts'
import { jaroWinkler } from '../identity/similarity.ts'
import { nameWords } from '../signals/name-match.ts'
import { checkOutcomes, type FraudEvidence, skippedCheck } from './fraud-evidence.ts'
import type { FraudCheck } from './risk-data.ts'

/** Words of an address this similar to a name count as another spelling of it. */
const MIN_NAME_SIMILARITY = 0.88
const MIN_NAME_LENGTH = 3

/** Checks for disposable addresses and for addresses that spell another name. */
export function emailChecks({ contact }: FraudEvidence): FraudCheck[] {
  const email = normalizeEmail(contact.email ?? '')
  if (!isEmailAddress(email)) {
    const why = email ? 'This is not a complete email address' : 'No email address on file'
    return [skippedCheck('email_service', why), skippedCheck('email_name', why)]
  }
  return [service(email), nameInAddress(email, contact)]
}

function service(email: string): FraudCheck {
  const run = checkOutcomes('email_service', ['List of disposable email services'])
  return isDisposable(email)
    ? run.review('The address belongs to a disposable email service')
    : run.passed('The email service is not disposable')
}

function nameInAddress(email: string, contact: { firstName: string; lastName: string }): FraudCheck {
  const local = email.slice(0, email.indexOf('@'))
  const names = nameWords(`${contact.firstName} ${contact.lastName}`)
  if (isRoleAddress(email) || names.length === 0)
    return skippedCheck('email_name', 'The address belongs to a role, not a person')
  const words =
    local
      .split('+')[0]
      ?.split(/[^a-z]+/)
      .filter((word) => word.length >= MIN_NAME_LENGTH) ?? []
  const letters = local.replace(/[^a-z]/g, '')
  const matches =
    names.some((name) => name.length >= MIN_NAME_LENGTH && letters.includes(latin(name))) ||
    words.some((word) => names.some((name) => jaroWinkler(word, latin(name)) >= MIN_NAME_SIMILARITY))
  const run = checkOutcomes('email_name', ['The name on file'])
  if (matches) return run.passed('The address matches this name')
  // Only two words like "first.last" count as a name, because most addresses contain none.
  if (words.length === 2 && /^[a-z]+[._-][a-z]+\d{0,4}$/.test(local))
    return run.review('The address looks like another name', 'weak')
  return skippedCheck('email_name', 'The address contains no name')
}

/** Keeps the letters a–z, the only ones in addresses. */
function latin(name: string): string {
  return name.replace(/[^a-z]/g, '')
}
