import mailChecker from 'mailchecker'
import { isEmailAddress, normalizeEmail } from './email.ts'

// Apart from email.ts because the list of domains weighs over a megabyte and must not reach the browser.

/** Whether a well-formed address belongs to a throw-away mail service (or a subdomain of one). */
export function isDisposable(email: string): boolean {
  const address = normalizeEmail(email)
  if (!isEmailAddress(address)) return false
  const labels = address.slice(address.indexOf('@') + 1).split('.')
  const disposable = mailChecker.blacklist()
  return labels.some((_, index) => disposable.has(labels.slice(index).join('.')))
}
