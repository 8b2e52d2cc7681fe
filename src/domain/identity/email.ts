import { wordSet } from '../word-lists.ts'
import { cleanText } from './name.ts'

/** Maximum length of an email path (RFC 5321 with erratum 1690). */
export const MAX_EMAIL_LENGTH = 254
const MAX_LOCAL_PART_LENGTH = 64

const LOCAL_PART_PATTERN = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const DOMAIN_LABEL_PATTERN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
const TOP_LABEL_PATTERN = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i

/** Role addresses (RFC 2142 and common practice), which don't belong to one person. */
const ROLE_LOCAL_PARTS = wordSet(`
  abuse accounting accounts admin administrator billing bookings careers compliance contact customerservice
  enquiries feedback finance frontdesk hello help helpdesk hostmaster hr info inquiries it jobs leasing
  legal listings mail mailer-daemon marketing media news newsletter no-reply noc noreply office operations
  orders payroll postmaster press privacy reception recruiting rentals root sales security service services
  staff support team unsubscribe webmaster welcome
`)

/** Trims and lower-cases an address, even a malformed one. */
export function normalizeEmail(raw: string): string {
  return cleanText(raw).toLowerCase()
}

/**
 * True for exactly one plain address with a public-looking domain: no display name, comment, quoted local part,
 * address literal, list or line break. Says nothing about delivery.
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > MAX_EMAIL_LENGTH) return false
  const atIndex = text.indexOf('@')
  if (atIndex < 1 || atIndex > MAX_LOCAL_PART_LENGTH) return false
  const labels = text.slice(atIndex + 1).split('.')
  const topLabel = labels.at(-1) ?? ''
  return (
    labels.length >= 2 &&
    LOCAL_PART_PATTERN.test(text.slice(0, atIndex)) &&
    TOP_LABEL_PATTERN.test(topLabel) &&
    labels.every((label) => DOMAIN_LABEL_PATTERN.test(label))
  )
}

/** True for a role address (`info@`, `sales+west@`). */
export function isRoleAddress(email: string): boolean {
  const localPart = normalizeEmail(email).split('@')[0] ?? ''
  return ROLE_LOCAL_PARTS.has(localPart.split('+')[0] ?? '')
}

/**
 * One key for all spellings of a mailbox: without plus suffix, and for Gmail without dots. For comparison only;
 * addresses are stored and used unchanged.
 */
export function mailboxKey(email: string): string {
  const address = normalizeEmail(email)
  const atIndex = address.lastIndexOf('@')
  if (atIndex < 1) return address
  const domain = address.slice(atIndex + 1)
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  const plusIndex = address.indexOf('+')
  const mailbox = address.slice(0, plusIndex > 0 && plusIndex < atIndex ? plusIndex : atIndex)
  return isGmail ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`
}
