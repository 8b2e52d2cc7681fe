import type { Channel } from '../compliance/outreach.ts'
import { dayText, plural } from './answer-format.ts'
import { CHANNEL_NOUNS } from './filter-text.ts'

const CHANNEL_NAMES: Record<Channel, string> = {
  call: 'a call script',
  text: 'a text message',
  email: 'an email',
  letter: 'a letter',
}
/** Hands over to the outreach writer, unless the person opted out. */
export function draftText(
  name: string,
  channel: Channel,
  permission: 'allowed' | 'opted_out' | 'blocked',
): string {
  if (permission === 'blocked') return `${name} is marked do not contact, so I won't draft anything for them.`
  if (permission === 'opted_out')
    return `${name} opted out of ${CHANNEL_NOUNS[channel]}, so I won't draft one. Open the contact to see which channels you can use.`
  return `Open the outreach writer below to draft ${CHANNEL_NAMES[channel]} for ${name}. It suggests a text and checks it while you edit. Nothing is sent without you.`
}

/** Credits used for enrichments from one day to another, both included. */
export function creditsUsedText(used: number, from: string, to: string): string {
  return `Enrichment used ${plural(used, ['credit', 'credits'])} from ${dayText(from)} to ${dayText(to)}, one per match. Settings, Credits lists each of them with its contact.`
}
