import type { Channel } from '../compliance/outreach.ts'
import { pick } from './pick.ts'
import type { ScriptFacts, ScriptRequest } from './script-facts.ts'

/** What must stand in a message so that somebody can leave it at that. */
const OPT_OUTS: Readonly<Record<Exclude<Channel, 'call'>, string>> = {
  text: 'Reply STOP to opt out.',
  email: 'If you would rather not receive emails from me, reply “unsubscribe” and I will not write again.',
  letter: 'If you would rather not receive letters from me, let me know and I will not write again.',
}

const GREETINGS = { friendly: 'Hi', professional: 'Hello', direct: 'Hello' } as const
const FAREWELLS = {
  friendly: ['Warm regards,', 'All the best,'],
  professional: ['Kind regards,', 'Sincerely,'],
  direct: ['Regards,', 'Best,'],
} as const

/**
 * Puts greeting, sender, opt-out and postal address around what is said. The words inside may be anybody's; what stands
 * around them is always the same.
 *
 * @param body paragraphs; text messages and calls hold one line each
 */
export function frameScript(
  body: readonly string[],
  request: ScriptRequest,
  facts: ScriptFacts,
  seed: string,
): string {
  if (request.channel === 'call') return callOf(body, request, facts)
  if (request.channel === 'text') return textOf(body, facts)
  const { channel, tone } = request
  const name = facts.firstName
  const greeting =
    channel === 'letter'
      ? name
        ? `Dear ${name},`
        : 'Hello,'
      : `${GREETINGS[tone]}${name ? ` ${name}` : ''},`
  const sender = [
    pick(FAREWELLS[tone], seed, channel, 'farewell'),
    ...(facts.agent ? [facts.agent] : []),
    facts.company,
    ...(facts.postalAddress ? [facts.postalAddress] : []),
  ]
  return [greeting, ...body, sender.join('\n'), OPT_OUTS[channel]].join('\n\n')
}

/** `Rosa Marsh with Okafor Realty` */
function senderOf({ agent, company }: ScriptFacts): string {
  return agent ? `${agent} with ${company}` : company
}

function textOf(body: readonly string[], facts: ScriptFacts): string {
  const opening = `${facts.firstName ? `Hi ${facts.firstName}, this` : 'Hi, this'} is ${senderOf(facts)}.`
  return [opening, ...body, OPT_OUTS.text].join(' ')
}

/** A call is talked through: how to begin, what to say, and what to do when it is not wanted. */
function callOf(body: readonly string[], { tone, length }: ScriptRequest, facts: ScriptFacts): string {
  const opening = `${GREETINGS[tone]}${facts.firstName ? ` ${facts.firstName}` : ''}, this is ${senderOf(facts)}. Do you have a minute?`
  const ending =
    'If they would rather not talk: “Of course. I will make a note not to call again. Have a good day.”'
  const voicemail = `If nobody answers: “Hello, this is ${senderOf(facts)}. ${body[0] ?? ''} You can reach me at this number. Thank you.”`
  return [
    opening,
    ...body,
    ...(length === 'short' ? [] : [ending]),
    ...(length === 'long' ? [voicemail] : []),
  ].join('\n\n')
}
