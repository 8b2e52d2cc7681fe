import type { ConsentChannel } from '#contract/consents.ts'
import type { Channel, GuardRule } from '#domain/compliance/outreach.ts'
import type { Purpose } from '#domain/outreach/purposes.ts'

export const CHANNEL_LABELS: Readonly<Record<Channel, string>> = {
  call: 'Call',
  text: 'Text message',
  email: 'Email',
  letter: 'Letter',
}

/** Channel names inside a sentence: "opted out of emails". */
export const CHANNEL_WORDS: Readonly<Record<ConsentChannel, string>> = {
  all: 'contact',
  call: 'calls',
  text: 'text messages',
  email: 'emails',
  letter: 'letters',
}

export const PURPOSE_LABELS: Readonly<Record<Purpose, string>> = {
  'check-in': 'Say hello',
  'market-update': 'Market update',
  'home-value': 'Home value',
  'follow-up': 'Follow up',
}

export const RULE_LABELS: Readonly<Record<GuardRule, string>> = {
  'life-event': 'Life event',
  'protected-class': 'Protected class',
  preference: 'Preference',
  pressure: 'Pressure',
  'opt-out-missing': 'Opt-out missing',
  'address-missing': 'Address missing',
  'license-missing': 'License missing',
}

/** A `mailto:` link with all parts encoded and lines ending in CRLF (RFC 6068). */
export function emailUrl(to: string, subject: string, text: string): string {
  const body = encodeURIComponent(text.toWellFormed().replace(/\r?\n/g, '\r\n'))
  const encodedAddress = encodeURIComponent(to.toWellFormed()).replace('%40', '@')
  return `mailto:${encodedAddress}?subject=${encodeURIComponent(subject.toWellFormed())}&body=${body}`
}

/** An `sms:` link with the text, for phones. */
export function smsUrl(phone: string, text: string): string {
  return `sms:${encodeURIComponent(phone.toWellFormed()).replace('%2B', '+')}?body=${encodeURIComponent(text.toWellFormed())}`
}
