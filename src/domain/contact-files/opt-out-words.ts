import type { OptOut } from '../identity/contact-details.ts'
import { fold } from '../identity/name.ts'
import {
  FOREIGN_HINT_PATTERN,
  FOREIGN_LIMITED_REQUEST_PATTERN,
  FOREIGN_RULES,
} from './opt-out-words-foreign.ts'

const MAX_LENGTH = 20_000
const MAX_SENTENCE_LENGTH = 400
const REASON_LENGTH = 120

/** Words for a quick check before sentences are parsed, because most notes have none. */
const OPT_OUT_HINT_PATTERN =
  /\b(?:dnc|dnd|stop\w*|quit|not|don['’]?t|doesn['’]?t|never|no|unsub\w*|opt\w*|remove\w*|off|alone|cease|refus\w*)\b/i

const NOT =
  "(?:do not|don't|dont|must not|should not|shouldn't|may not|please not|never|not to|not be|does not want to be|doesn't want to be|not want to be|no longer wants to be|wishes not to be|refuses to be)(?: be| ever| please| wish to be| want to be)*"
const STOP = '(?:stop|quit|cease|end|no more)'
const CALL = '(?:cold[ -]?)?(?:call|calls|calling|called|phone|phoned|phoning|ring|telephone)'
const TEXT = '(?:text|texts|texting|texted|sms|text messages?|messages?|messaging)'
const EMAIL = '(?:e-?mail|e-?mails|e-?mailing|e-?mailed|newsletters?)'
const MAIL = '(?:mail|mailed|mailing|mailers?|letters?|postcards?|mail pieces?)'
const SEND =
  '(?:send|receive|get|want|be sent)(?: (?:him|her|them|me|us|any|more|further|marketing|our|the|his|junk))*'

const channelRules = (words: string): RegExp[] => [
  new RegExp(`\\b${NOT} (?:${SEND} )?${words}\\b`),
  new RegExp(`\\b(?:${STOP}|no)(?: further| marketing| sales| cold| unsolicited| more)? ${words}\\b`),
]

const RULES: Readonly<Record<OptOut['channel'], readonly RegExp[]>> = {
  all: [
    new RegExp(
      `\\b${NOT} (?:contact|contacted|solicit|solicited|reach out|bother|market|marketed|disturb)\\b`,
    ),
    new RegExp(
      `\\b(?:${STOP}) (?:contact|contacting|contacts|soliciting|bothering|marketing|reaching out)\\b`,
    ),
    /\bno (?:further |more )?(?:contact|solicitation|solicitations|soliciting|marketing)\b(?! (?:e-?mail|text|call|mail|sms))/,
    /\b(?:remove|removed|take|taken|delete) (?:(?:me|him|her|them|us|this person|from|off|of|all|any|our|my|your|the|mailing|calling|contact|marketing|e-?mail|call) )*lists?\b/,
    /\b(?:leave|left) (?:me|him|her|them|us) alone\b/,
    /\bcease and desist\b/,
    /\b(?:opt|opts|opted|opting)[ -]?out\b|\boptout\b/,
    /\bdnd\b/,
  ],
  call: [/\bdnc\b|\bdo[ -]not[ -]call\b/, ...channelRules(CALL)],
  text: [
    /\b(?:replied|reply|replies|texted|sent|said|wrote|answered|responded)(?: with| back| us)? ["“']?stop\b["”']?$/,
    ...channelRules(TEXT),
  ],
  email: [/\b(?:unsubscribe|unsubscribed|unsubscribes)\b/, ...channelRules(EMAIL)],
  letter: channelRules(MAIL),
}
const ENGLISH_RULES = (Object.keys(RULES) as OptOut['channel'][]).flatMap((channel) =>
  RULES[channel].map((rule) => [rule, channel] as const),
)

/**
 * Text after a match that limits or cancels it: other people, times or meanings ("do not call before 9", "no
 * email on file").
 */
const LIMITED_REQUEST_PATTERN =
  /^ ?(?:back )?(?:before|after|between|until|till|during|on (?:sun|mon|tue|wed|thu|fri|sat|week|holiday)|at (?:work|night|lunch|dinner|the office)|in the (?:morning|evening|afternoon)|(?:too )?(?:early|late)|today|tomorrow|tonight|this (?:week|month|morning|evening|afternoon)|when|while|unless|if|again until|(?:the|his|her|their|my) (?:wife|husband|spouse|son|daughter|mother|father|parents|tenants?|renters?|occupants?|residents?|landlord|attorney|lawyer|listing agent|agent|assistant|ex|kids?|family|seller|owner)\b|tenants?\b|occupants?\b|yet|so far|on file|address|account|info|information|known|available|provided|given|listed|needed|required|necessary|received|returned|made|logged|with|since|from|number|found|response|back|box|in|is|was|today)/
/** Text before a match that negates it, questions it or refers to the past. */
const NEGATION_BEFORE_PATTERN =
  /(?:\bnot (?:on|on the|in|in the)|\bno longer(?: on)?(?: the)?|\bisn't (?:on )?(?:the )?|\boff (?:the|of the)|\b(?:removed|taken) (?:from|off)(?: the)?|\bprevious(?:ly)?|\bformer(?:ly)?|\bused to be|\bchecked(?: against)?(?: the)?|\bscrubbed(?: against)?(?: the)?|\bcleared(?: of)?|\bagainst(?: the)?|\b(?:at|for) the|\bhas not|\bhasn't|\bhave not|\bdid not|\bdidn't|\bwhy)$/
const NEGATION_AFTER_PATTERN =
  /^(?: list| registry| status| check)?\s?(?:[:=-]\s?(?:no\b|false|0|n\b|not|clear|none)|(?:is |was )?(?:checked|clear|cleared|scrubbed)|\?)/
/** Unsubscribing counts for our messages, not for another company's service. */
const OTHER_SENDER_PATTERN =
  /^ from (?!(?:e-?mails?|our|my|all|the list|the newsletter|newsletters?|mailings?|marketing|us|everything|lists?|campaigns?|drip|mailchimp|updates)\b)/

/** Channel words before "opt out": "Email opt out". */
const CHANNEL_WORDS: Readonly<Record<string, OptOut['channel']>> = {
  ...{ email: 'email', 'e-mail': 'email', emails: 'email', sms: 'text', text: 'text', texts: 'text' },
  ...{ call: 'call', calls: 'call', phone: 'call', mail: 'letter' },
}

/**
 * Finds opt-outs in a note, label or cell, sentence by sentence, with their wording. Ignores "Stop by the house" and
 * "no email on file".
 */
export function findOptOuts(text: string, source: string): OptOut[] {
  if (!mayOptOut(text)) return []
  const foundOptOuts = new Map<OptOut['channel'], OptOut>()
  for (const sentence of text.slice(0, MAX_LENGTH).split(/[.!?;\r\n]+/)) {
    const words = sentence.trim().slice(0, MAX_SENTENCE_LENGTH)
    if (!mayOptOut(words)) continue
    for (const channel of channelsOf(words)) {
      const reason = `${source}: ${words.slice(0, REASON_LENGTH)}`
      if (!foundOptOuts.has(channel)) foundOptOuts.set(channel, { channel, reason })
    }
  }
  const allChannels = foundOptOuts.get('all')
  return allChannels ? [allChannels] : [...foundOptOuts.values()]
}

function mayOptOut(text: string): boolean {
  return OPT_OUT_HINT_PATTERN.test(text) || FOREIGN_HINT_PATTERN.test(text)
}

function channelsOf(sentence: string): Set<OptOut['channel']> {
  const text = fold(sentence)
    .replace(/[’‘`]/g, "'")
    .replace(/[*_"“”]/g, '')
    .trim()
  const channels = new Set<OptOut['channel']>()
  if (/^stop(?: all| please)?$/.test(text)) return channels.add('all')
  const rules = [
    ...(OPT_OUT_HINT_PATTERN.test(text) ? ENGLISH_RULES : []),
    ...(FOREIGN_HINT_PATTERN.test(text) ? FOREIGN_RULES : []),
  ]
  for (const [rule, channel] of rules) {
    const match = rule.exec(text)
    if (!match) continue
    const textBefore = text.slice(0, match.index).trimEnd()
    const textAfter = text.slice(match.index + match[0].length)
    if (
      NEGATION_BEFORE_PATTERN.test(textBefore) ||
      NEGATION_AFTER_PATTERN.test(textAfter) ||
      isLimitedRequest(match[0], textAfter, sentence)
    )
      continue
    const channelBefore = match[0].startsWith('opt')
      ? CHANNEL_WORDS[/([a-z-]+)\W*$/.exec(textBefore)?.[1] ?? '']
      : undefined
    for (const optedOutChannel of channelBefore ? [channelBefore] : findChannelsAfter(channel, textAfter))
      channels.add(optedOutChannel)
  }
  return channels
}

function isLimitedRequest(match: string, textAfter: string, sentence: string): boolean {
  if (match.startsWith('unsub')) return OTHER_SENDER_PATTERN.test(textAfter)
  if (/^(?:dnc|dnd|opt|remove|take|delete)/.test(match)) return false
  if (/^ list| registry/.test(textAfter)) return false
  // "Do not call him Bob" is about a name.
  return (
    LIMITED_REQUEST_PATTERN.test(textAfter) ||
    FOREIGN_LIMITED_REQUEST_PATTERN.test(textAfter) ||
    /\bcall (?:him|her|them|me|it) [A-Z]/.test(sentence)
  )
}

/** Finds the channels named after a match: "Do not call or text", "opted out of email". */
function findChannelsAfter(channel: OptOut['channel'], textAfter: string): OptOut['channel'][] {
  const [, listedChannels = ''] =
    /^((?:,? (?:or|and|nor|\/)?,? ?(?:call|text|e-?mail|mail|sms|contact)s?|\/(?:call|text|e-?mail|mail|sms)s?)+)/.exec(
      textAfter,
    ) ?? []
  const channelAfterOf =
    /^ (?:of|from) (?:all |our |any |receiving )?(calls?|phone|texts?|sms|e-?mails?|mail|letters)/.exec(
      textAfter,
    )?.[1] ?? ''
  const channelText = `${listedChannels} ${channelAfterOf}`
  const otherChannels: OptOut['channel'][] = []
  if (/\b(?:call|calls|phone)\b/.test(channelText)) otherChannels.push('call')
  if (/\b(?:texts?|sms)\b/.test(channelText)) otherChannels.push('text')
  if (/\be-?mails?\b/.test(channelText)) otherChannels.push('email')
  if (/(?<![\w-])mails?\b|\bletters\b/.test(channelText)) otherChannels.push('letter')
  if (/\bcontact\b/.test(channelText)) otherChannels.push('all')
  return channelAfterOf !== '' && channel === 'all' ? otherChannels : [channel, ...otherChannels]
}
