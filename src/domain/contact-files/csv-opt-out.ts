import type { OptOut } from '../identity/contact-details.ts'
import { fold } from '../identity/name.ts'
import type { CsvField } from './csv-fields.ts'
import { readHeaderTerms } from './header-words.ts'

/** How a column states opt-outs: "Do Not Call: yes", "Opt-in: no", or in words ("Email status: unsubscribed"). */
type Polarity = 'out' | 'in' | 'words'

const CHANNEL_BY_FIELD: Partial<Record<CsvField, OptOut['channel']>> = {
  optOutAll: 'all',
  optOutCall: 'call',
  optOutText: 'text',
  optOutEmail: 'email',
  optOutLetter: 'letter',
}

const REASON_VALUE_LENGTH = 60
const REASON_HEADER_LENGTH = 80

const FALSE_VALUE_PATTERN =
  /^(?:|0|no|n|nein|non|nao|false|falso|falsch|faux|f|off|not set|unchecked|unknown|never|-|in)$/
const NEGATIVE_VALUE_PATTERN =
  /^(?:0|no|n|nein|non|nao|false|falso|falsch|faux|f|off|abgelehnt|widerrufen|rechazado|refuse|recusado|denied|deny|refused|out|withdrawn|not allowed|none)$/
const OUT_WORDS_PATTERN =
  /unsub|opt(?:ed)?[ -]?out|do ?not|don'?t|dnc|\bstop|suppress|block|revoked|declin|abgemeldet|gesperrt|desabonn|desinscri|descadastr|cancelad|dado de baja/
const IN_WORDS_PATTERN =
  /^(?:subscribed|active|allow(?:ed)?|granted|clean|safe|callable|valid|verified|ok|okay|angemeldet|abonne|inscri|suscri|activo|ativo|actif|aktiv)|opt(?:ed)?[ -]?in|\bnot (?:on|unsub|opted|blocked)|^no(?:t)? dnc|^resubscribed/

/** Creates the reader of an opt-out column. */
export function optOutReader(field: CsvField, header: string): ((cell: string) => OptOut | null) | null {
  const channel = CHANNEL_BY_FIELD[field]
  if (!channel) return null
  const polarity = polarityOf(header)
  const title = header.trim().slice(0, REASON_HEADER_LENGTH)
  return (cell) => {
    if (cell === '' || !isOptOutValue(cell, polarity)) return null
    // An unsubscribe value in a column about calls may refer to email, so it blocks all channels.
    const blockedChannel = channel === 'call' && isUnsubscribeValue(cell) ? 'all' : channel
    return {
      channel: blockedChannel,
      reason: `Column "${title}": ${cell.slice(0, REASON_VALUE_LENGTH).trim()}`,
    }
  }
}

/** True if a cell is an email opt-out, which distinguishes such a status from a lead status. */
export function isUnsubscribeValue(cell: string): boolean {
  return (
    cell.length < REASON_VALUE_LENGTH && /^(?:unsub\w*|opted[ -]?out|do not (?:e-?mail|contact))$/i.test(cell)
  )
}

function polarityOf(header: string): Polarity {
  const concepts = new Set(readHeaderTerms(fold, header).terms.map(({ concept }) => concept))
  if (concepts.has('status') || concepts.has('stage')) return 'words'
  if (['optout', 'donot', 'dnc', 'stop'].some((word) => concepts.has(word as 'stop'))) return 'out'
  return concepts.has('optin') || concepts.has('subscription') ? 'in' : 'out'
}

function isOptOutValue(cell: string, polarity: Polarity): boolean {
  const value = fold(cell.slice(0, REASON_VALUE_LENGTH * 2)).replace(/\.0$/, '')
  if (IN_WORDS_PATTERN.test(value)) return false
  if (OUT_WORDS_PATTERN.test(value)) return true
  if (polarity === 'in') return NEGATIVE_VALUE_PATTERN.test(value)
  return polarity === 'out' && !FALSE_VALUE_PATTERN.test(value)
}
