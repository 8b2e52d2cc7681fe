import spellChecker from '@zootools/email-spell-checker'
import { wordSet } from '../word-lists.ts'
import { isEmailAddress, normalizeEmail } from './email.ts'
import { editDistance } from './similarity.ts'

/** Most common email domains in the United States. */
const COMMON_DOMAINS = (
  'gmail.com yahoo.com hotmail.com outlook.com icloud.com aol.com comcast.net verizon.net sbcglobal.net ' +
  'bellsouth.net charter.net earthlink.net optonline.net protonmail.com googlemail.com rocketmail.com live.com ' +
  'msn.com cox.net att.net me.com mac.com ymail.com'
).split(' ')

/** Real email services and brokerages that resemble a common domain. */
const REAL_DOMAINS = wordSet(`
  mail.com email.com gmx.com gmx.net gmx.de gmx.us mail.ru ail.com ymail.com hey.com pm.me proton.me
  fastmail.com zoho.com live.ca live.co.uk live.nl live.fr hotmail.co.uk hotmail.fr hotmail.ca hotmail.de
  hotmail.es hotmail.it outlook.fr outlook.de outlook.es yahoo.ca yahoo.co yahoo.fr yahoo.de yahoo.es
  yahoo.it yahoo.in yahoo.co.uk yahoo.co.in aim.com kw.com remax.com remax.net exprealty.com c21.com
  cbrealty.com usa.com usa.net cox.com att.com verizon.com charter.com comcast.com aol.de aol.fr aol.co.uk
`)

/** Shorter domain names are too similar to each other, so only their ending can be a typo. */
const MIN_TYPO_NAME_LENGTH = 4
const MAX_ONE_TYPO_LENGTH = 5

/** True for the domain of a frequent email service. */
export function isCommonEmailDomain(domain: string): boolean {
  return COMMON_DOMAINS.includes(domain)
}

/**
 * Suggests the probable address if the domain looks like a mistyped common one (`ana@gmial.com` → `ana@gmail.com`);
 * null otherwise. The original address may still be right.
 */
export function suggestEmail(email: string): string | null {
  const address = normalizeEmail(email)
  if (!isEmailAddress(address)) return null
  const atIndex = address.lastIndexOf('@')
  const domain = address.slice(atIndex + 1)
  if (COMMON_DOMAINS.includes(domain) || REAL_DOMAINS.has(domain)) return null
  const suggestedDomain = spellChecker.run({
    email: address,
    domains: COMMON_DOMAINS,
    secondLevelDomains: [],
    topLevelDomains: [],
  })?.domain
  if (!suggestedDomain || !isDomainTypo(domain, suggestedDomain)) return null
  return `${address.slice(0, atIndex)}@${suggestedDomain}`
}

/** True if a typo explains the difference; the library's threshold is more generous. */
function isDomainTypo(typedDomain: string, meantDomain: string): boolean {
  const [typedName, typedEnd] = splitDomain(typedDomain)
  const [meantName, meantEnd] = splitDomain(meantDomain)
  const edits = editDistance(typedName, meantName, 2)
  if (editDistance(typedEnd, meantEnd, 2) > 2) return false
  if (meantName.length < MIN_TYPO_NAME_LENGTH) return edits === 0
  return edits <= (meantName.length <= MAX_ONE_TYPO_LENGTH ? 1 : 2)
}

function splitDomain(domain: string): [string, string] {
  const dot = domain.indexOf('.')
  return [domain.slice(0, dot), domain.slice(dot + 1)]
}
