import { addMissingParts, hasMessage, withoutFindings } from './guard/clean.ts'
import { findTerms } from './guard/matcher.ts'
import { mentionsOf } from './guard/mentions.ts'
import { findOptOutPhrase } from './guard/opt-out.ts'
import { ruleTree } from './guard/rules.ts'
import { type WordsOfText, wordsOf } from './guard/words.ts'
import { type Channel, type GuardFinding, type GuardVerdict, SCRIPT_MAX } from './outreach.ts'

export type OutreachContext = {
  channel: Channel
  /** The organization's postal address; an email can't be sent without one. */
  organizationAddress?: string | null
  /** Names may look like forbidden words ("Christian Graves"); known ones are ignored. */
  senderName?: string | null
  recipientName?: string | null
}

/** Limit of cleaning rounds: removing a sentence can change the meaning of its neighbors. */
const CLEANING_ROUNDS = 5

/**
 * Checks an outreach text for life events, protected classes, preferences and pressure. Emails and
 * texts need an opt-out, emails also the postal address. Sees through spelling tricks; time is linear in the length.
 * A passing text is not legal advice.
 */
export function checkOutreach(text: string, context: OutreachContext): GuardVerdict {
  const words = wordsOf(text, ruleTree())
  const terms = termsIn(text, words, context)
  const findings = [...terms, ...missingIn(text, words, context)]
  const allowed = findings.length === 0
  return { allowed, findings, clean: allowed ? null : cleanScript(text, { words, findings: terms }, context) }
}

/** A parsed text and the phrases found in it. */
type GuardReading = { words: WordsOfText; findings: readonly GuardFinding[] }

function termsIn(text: string, words: WordsOfText, context: OutreachContext): GuardFinding[] {
  const names = [
    context.organizationAddress,
    context.senderName,
    ...(context.recipientName ?? '').split(/\s+/),
  ]
  return findTerms(
    text,
    words,
    names.flatMap((name) => mentionsOf(words.tokens, name)),
  )
}

function missingIn(text: string, words: WordsOfText, context: OutreachContext): GuardFinding[] {
  const { channel, organizationAddress } = context
  const end = text.length
  const missing: GuardFinding[] = []
  if (channel === 'email' && mentionsOf(words.tokens, organizationAddress).length === 0) {
    const why = isKnown(organizationAddress)
      ? "Add your organization's postal address. CAN-SPAM requires it in every email."
      : "CAN-SPAM requires a postal address in every email. Add yours in the organization's settings first."
    missing.push({ rule: 'address-missing', words: '', start: end, end, why })
  }
  if ((channel === 'email' || channel === 'text') && findOptOutPhrase(words, channel) === null) {
    const why =
      channel === 'email'
        ? 'Tell readers how to unsubscribe, for example: reply "unsubscribe". CAN-SPAM requires it in every email.'
        : 'Tell readers how to opt out, for example: Reply STOP to opt out. The TCPA requires it in text messages.'
    missing.push({ rule: 'opt-out-missing', words: '', start: end, end, why })
  }
  return missing
}

function isKnown(address: string | null | undefined): address is string {
  return (address ?? '').trim() !== ''
}

function cleanScript(text: string, read: GuardReading, context: OutreachContext): string | null {
  const { channel } = context
  const address = isKnown(context.organizationAddress) ? context.organizationAddress : null
  if (text.length > 2 * SCRIPT_MAX || (channel === 'email' && address === null)) return null
  let rest = text
  let { words, findings } = read
  for (let round = 0; round < CLEANING_ROUNDS && findings.length > 0; round++) {
    rest = withoutFindings(rest, findings)
    words = wordsOf(rest, ruleTree())
    findings = termsIn(rest, words, context)
  }
  if (findings.length > 0 || !hasMessage(rest, words, channel, address)) return null
  const missing = missingIn(rest, words, context)
  if (missing.length === 0) return rest
  const whole = addMissingParts(rest, {
    channel,
    address: missing.some(({ rule }) => rule === 'address-missing') ? address : null,
    optOut: missing.some(({ rule }) => rule === 'opt-out-missing'),
  })
  return passesGuard(whole, context) ? whole : null
}

function passesGuard(text: string, context: OutreachContext): boolean {
  const words = wordsOf(text, ruleTree())
  return termsIn(text, words, context).length === 0 && missingIn(text, words, context).length === 0
}
