import type { Channel } from '../compliance/outreach.ts'
import { birthdayText, COUNT_LIMIT, dayText, type NamedContact, plural } from './data-answers.ts'
import type { RecordsAsked } from './questions.ts'

/** A contact with what was asked for: a birthday, a day, or words. */
export type ContactRecord = NamedContact & { fact: string | null }

const MONTH_NAMES = ['January', 'February', 'March', 'April', 'May', 'June'].concat([
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
])

function whichText(asked: RecordsAsked): string {
  switch (asked.by) {
    case 'birthday':
      return `with a birthday in ${MONTH_NAMES[asked.month - 1]}`
    case 'lastContact':
      return `whose last contact on record was before ${dayText(asked.before)}`
    case 'label':
      return `with the label “${asked.text}”`
    case 'stage':
      return `in the stage “${asked.text}”`
    case 'source':
      return `from the source “${asked.text}”`
  }
}

function factText({ by }: RecordsAsked, fact: string | null): string {
  if (!fact) return ''
  if (by === 'birthday') return `: ${birthdayText(fact)}`
  return by === 'lastContact' ? `: ${dayText(fact)}` : ''
}

/** Last contacts are asked about to reach people: people who refuse contact are left out of them. */
export function recordsText(asked: RecordsAsked, count: number, contacts: readonly ContactRecord[]): string {
  const note =
    asked.by === 'lastContact'
      ? ' Last contact comes from the files you imported; people marked do not contact are left out.'
      : ''
  if (count === 0) return `You have no contact ${whichText(asked)}.${note}`
  const more = count > COUNT_LIMIT ? 'more than ' : ''
  const head = `You have ${more}${plural(Math.min(count, COUNT_LIMIT), ['contact', 'contacts'])} ${whichText(asked)}`
  const shown = count > contacts.length ? `. The first ${contacts.length}:` : ':'
  const lines = contacts.map(
    ({ name, fact, doNotContact }) =>
      `- ${name}${factText(asked, fact)}${doNotContact ? ' · do not contact' : ''}`,
  )
  return [head + shown, ...lines, note.trim()].filter(Boolean).join('\n')
}

const CHANNEL_NAMES: Record<Channel, string> = {
  call: 'a call script',
  text: 'a text message',
  email: 'an e-mail',
  letter: 'a letter',
}
const REFUSED: Record<Channel, string> = { call: 'calls', text: 'texts', email: 'e-mails', letter: 'letters' }

/** Hands over to the outreach writer, unless the person refuses. */
export function draftText(name: string, channel: Channel, may: 'write' | 'refused' | 'blocked'): string {
  if (may === 'blocked') return `${name} is marked do not contact, so I won't draft anything for them.`
  if (may === 'refused')
    return `${name} opted out of ${REFUSED[channel]}, so I won't draft one. Open the contact to see which channels are left.`
  return `Open the outreach writer below to draft ${CHANNEL_NAMES[channel]} for ${name}. It suggests a text, checks it while you edit, and sends nothing by itself.`
}

/** Credits taken for enrichments from a day to another, both included. */
export function creditsUsedText(used: number, from: string, to: string): string {
  return `Enrichment used ${plural(used, ['credit', 'credits'])} from ${dayText(from)} to ${dayText(to)}, one for each person found. Settings, Credits lists every one with its contact.`
}
