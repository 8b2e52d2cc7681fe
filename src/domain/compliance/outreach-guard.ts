import { addMissingParts, hasMessage, withoutFindings } from './guard/clean.ts'
import { readGuardData } from './guard/guard-data.ts'
import { findTerms } from './guard/matcher.ts'
import { mentionsOf } from './guard/mentions.ts'
import { findOptOut } from './guard/opt-out.ts'
import { type Token, tokensOf } from './guard/words.ts'
import {
  type Channel,
  type GuardFinding,
  type GuardVerdict,
  MAX_SCRIPT_LENGTH,
  type MessageKind,
} from './outreach.ts'

export type OutreachContext = {
  channel: Channel
  /** Marketing unless given; a personal message needs neither an opt-out nor the postal address. */
  kind?: MessageKind | undefined
  /** The organization's postal address; an email can't be sent without one. */
  organizationAddress?: string | null
  /** The line about the sender's license, which is added to the message. Its words are ignored. */
  requiredLine?: string | null
  /** Missing parts of the sender's license, as a sentence; a message that must show them can't be sent. */
  missingLicense?: string | null
  /** Names may look like forbidden words ("Christian Graves"); known ones are ignored. */
  senderName?: string | null
  recipientName?: string | null
}

/** Limit of cleaning rounds: removing a sentence can change the meaning of its neighbors. */
const CLEANING_ROUNDS = 5

export type OutreachGuard = (text: string, context: OutreachContext) => GuardVerdict

/**
 * The guard with the data in the files of content/guard. It checks an outreach text for life events, protected classes,
 * preferences and pressure. Marketing emails and texts need an opt-out, emails also the postal address. Time is linear in
 * the length. A passing text is not legal advice.
 */
export function createOutreachGuard(files: string): OutreachGuard {
  const data = readGuardData(files)

  function termsIn(text: string, tokens: readonly Token[], context: OutreachContext): GuardFinding[] {
    const { organizationAddress, requiredLine, senderName, recipientName } = context
    const names = [organizationAddress, requiredLine, senderName, ...(recipientName ?? '').split(/\s+/)]
    return findTerms(text, tokens, new Set(names.flatMap((name) => [...mentionsOf(tokens, name)])), data)
  }

  /** The text without its findings, and with what is missing; null if nothing sensible is left. */
  function cleanScript(text: string, findings: readonly GuardFinding[], context: OutreachContext) {
    const { channel, kind } = context
    const address = context.organizationAddress?.trim() ? context.organizationAddress : null
    if (
      text.length > 2 * MAX_SCRIPT_LENGTH ||
      context.missingLicense ||
      (channel === 'email' && kind !== 'personal' && address === null)
    )
      return null
    let rest = text
    let tokens = tokensOf(rest)
    let found = findings
    for (let round = 0; round < CLEANING_ROUNDS && found.length > 0; round++) {
      rest = withoutFindings(rest, found)
      tokens = tokensOf(rest)
      found = termsIn(rest, tokens, context)
    }
    if (found.length > 0 || !hasMessage(rest, tokens, channel, address)) return null
    const missing = missingIn(rest, tokens, context).map(({ rule }) => rule)
    const whole = addMissingParts(rest, {
      channel,
      address: missing.includes('address-missing') ? address : null,
      optOut: missing.includes('opt-out-missing'),
    })
    const wholeTokens = tokensOf(whole)
    const problems = [...termsIn(whole, wholeTokens, context), ...missingIn(whole, wholeTokens, context)]
    return problems.length === 0 ? whole : null
  }

  return (text, context) => {
    const tokens = tokensOf(text)
    const terms = termsIn(text, tokens, context)
    const findings = [...terms, ...missingIn(text, tokens, context)]
    const allowed = findings.length === 0
    return { allowed, findings, clean: allowed ? null : cleanScript(text, terms, context) }
  }
}

/** Findings for parts that the law requires on this channel and the text lacks. */
function missingIn(text: string, tokens: readonly Token[], context: OutreachContext): GuardFinding[] {
  const { channel, kind, organizationAddress, missingLicense } = context
  const end = text.length
  const missing: GuardFinding[] = []
  if (missingLicense)
    missing.push({ rule: 'license-missing', words: '', start: end, end, why: missingLicense })
  if (kind === 'personal') return missing
  if (channel === 'email' && mentionsOf(tokens, organizationAddress).size === 0) {
    const why = organizationAddress?.trim()
      ? "Add your organization's postal address. CAN-SPAM requires it in every marketing email."
      : 'CAN-SPAM requires a postal address in every marketing email. Add yours first.'
    missing.push({ rule: 'address-missing', words: '', start: end, end, why })
  }
  if ((channel === 'email' || channel === 'text') && findOptOut(tokens, channel).length === 0) {
    const why =
      channel === 'email'
        ? 'Tell readers how to unsubscribe, for example: reply "unsubscribe". CAN-SPAM requires it in every marketing email.'
        : 'Tell readers how to opt out, for example: Reply STOP to opt out. The TCPA requires it in marketing texts.'
    missing.push({ rule: 'opt-out-missing', words: '', start: end, end, why })
  }
  return missing
}
