import type { Channel } from '../compliance/outreach.ts'
import { birthdayText, dayText, listHead, type NamedContact, plural } from './data-answers.ts'
import { MONTH_NAMES } from './months.ts'
import type { RecordQuestion } from './questions.ts'

/** A contact with the fact in question: a birthday, a day, or words. */
export type ContactRecord = NamedContact & { fact: string | null }

function whichText(question: RecordQuestion): string {
  switch (question.by) {
    case 'birthday':
      return `with a birthday in ${MONTH_NAMES[question.month - 1]}`
    case 'closing':
      return `with a closing anniversary in ${MONTH_NAMES[question.month - 1]}`
    case 'lastContact':
      return `you last contacted before ${dayText(question.day)}, or never`
    case 'contacted':
      return `you have contacted since ${dayText(question.day)}`
    case 'relationship':
      return `marked as ${question.relationship.replace('_', ' ')}`
    case 'label':
      return `with the label “${question.text}”`
    case 'stage':
      return `in the stage “${question.text}”`
    case 'source':
      return `from the source “${question.text}”`
  }
}

function factText({ by }: RecordQuestion, fact: string | null): string {
  if (by === 'lastContact' && !fact) return ': never'
  if (!fact) return ''
  return `: ${by === 'birthday' ? birthdayText(fact) : dayText(fact)}`
}

/** Questions about last contacts lead to outreach, so their lists leave out do-not-contact people. */
export function recordsText(
  question: RecordQuestion,
  count: number,
  contacts: readonly ContactRecord[],
): string {
  const note = question.by === 'lastContact' ? " People marked do not contact aren't listed." : ''
  if (count === 0) return `You have no contacts ${whichText(question)}.${note}`
  const lines = contacts.map(
    ({ name, fact, doNotContact }) =>
      `- ${name}${factText(question, fact)}${doNotContact ? ' · do not contact' : ''}`,
  )
  return [listHead(count, contacts.length, whichText(question)), ...lines, note.trim()]
    .filter(Boolean)
    .join('\n')
}

const CHANNEL_NAMES: Record<Channel, string> = {
  call: 'a call script',
  text: 'a text message',
  email: 'an email',
  letter: 'a letter',
}
const OPTED_OUT: Record<Channel, string> = {
  call: 'calls',
  text: 'texts',
  email: 'emails',
  letter: 'letters',
}

/** Hands over to the outreach writer, unless the person opted out. */
export function draftText(
  name: string,
  channel: Channel,
  permission: 'allowed' | 'opted_out' | 'blocked',
): string {
  if (permission === 'blocked') return `${name} is marked do not contact, so I won't draft anything for them.`
  if (permission === 'opted_out')
    return `${name} opted out of ${OPTED_OUT[channel]}, so I won't draft one. Open the contact to see which channels you can use.`
  return `Open the outreach writer below to draft ${CHANNEL_NAMES[channel]} for ${name}. It suggests a text and checks it while you edit. Nothing is sent without you.`
}

/** Credits used for enrichments from one day to another, both included. */
export function creditsUsedText(used: number, from: string, to: string): string {
  return `Enrichment used ${plural(used, ['credit', 'credits'])} from ${dayText(from)} to ${dayText(to)}, one per match. Settings, Credits lists each of them with its contact.`
}
