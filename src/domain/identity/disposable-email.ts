import mailChecker from 'mailchecker'
import { isEmailAddress, normalizeEmail } from './email.ts'

// Separate from email.ts because the domain list is over a megabyte and must stay out of the browser bundle.

/** True if a well-formed address belongs to a disposable email service or its subdomain. */
export function isDisposable(email: string): boolean {
  const address = normalizeEmail(email)
  if (!isEmailAddress(address)) return false
  const labels = address.slice(address.indexOf('@') + 1).split('.')
  const disposable = mailChecker.blacklist()
  return labels.some((_, index) => disposable.has(labels.slice(index).join('.')))
}
