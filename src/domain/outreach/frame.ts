import type { Channel } from '../compliance/outreach.ts'
import { pick } from './pick.ts'
import type { ScriptFacts, ScriptRequest } from './script-facts.ts'

/** The opt-out sentence of each written marketing message. */
const OPT_OUTS: Readonly<Record<Exclude<Channel, 'call'>, string>> = {
  text: 'Reply STOP to opt out.',
  email: 'If you’d rather not get emails from me, reply “unsubscribe” and I won’t write again.',
  letter: 'If you’d rather not get letters from me, let me know and I won’t write again.',
}

const GREETINGS = { friendly: 'Hi', professional: 'Hello', direct: 'Hello' } as const
const FAREWELLS = {
  friendly: ['Warm regards,', 'All the best,'],
  professional: ['Kind regards,', 'Sincerely,'],
  direct: ['Regards,', 'Best,'],
} as const

/**
 * Adds greeting, sender, opt-out and postal address to a body by a template or a model.
 * @param body paragraphs; one line each in text messages and calls
 */
export function frameScript(
  body: readonly string[],
  request: ScriptRequest,
  facts: ScriptFacts,
  seed: string,
): string {
  if (request.channel === 'call') return callOf(body, request, facts)
  if (request.channel === 'text') return textOf(body, request, facts)
  const { channel, kind, tone } = request
  const isPersonal = channel === 'email' && kind === 'personal'
  const name = facts.firstName
  const opening = channel !== 'letter' ? GREETINGS[tone] : name ? 'Dear' : 'Hello'
  const greeting = `${opening}${name ? ` ${name}` : ''},`
  const sender = [
    pick(FAREWELLS[tone], seed, channel, 'farewell'),
    ...(facts.agent ? [facts.agent] : []),
    ...(isPersonal && facts.agent ? [] : [facts.company]),
    ...(facts.postalAddress && !isPersonal ? [facts.postalAddress] : []),
  ]
  return [greeting, ...body, sender.join('\n'), ...(isPersonal ? [] : [OPT_OUTS[channel]])].join('\n\n')
}

/** `Rosa Marsh with Okafor Realty` */
function senderOf({ agent, company }: ScriptFacts): string {
  return agent ? `${agent} with ${company}` : company
}

function textOf(body: readonly string[], { kind }: ScriptRequest, facts: ScriptFacts): string {
  const greeting = `Hi${facts.firstName ? ` ${facts.firstName}` : ''}`
  if (kind === 'personal') return [`${greeting}, it’s ${facts.agent ?? facts.company}.`, ...body].join(' ')
  return [`${greeting}, this is ${senderOf(facts)}.`, ...body, OPT_OUTS.text].join(' ')
}

/** A call script: how to begin, what to say, and how to react. */
function callOf(body: readonly string[], { tone, length }: ScriptRequest, facts: ScriptFacts): string {
  const opening = `${GREETINGS[tone]}${facts.firstName ? ` ${facts.firstName}` : ''}, this is ${senderOf(facts)}. Do you have a minute?`
  const ending = 'If they don’t want to talk: “Of course, I’ll take you off my call list. Have a great day.”'
  const voicemail = `Voicemail: “Hello, this is ${senderOf(facts)}. ${body[0] ?? ''} You can reach me at this number. Thank you.”`
  return [
    opening,
    ...body,
    ...(length === 'short' ? [] : [ending]),
    ...(length === 'long' ? [voicemail] : []),
  ].join('\n\n')
}
