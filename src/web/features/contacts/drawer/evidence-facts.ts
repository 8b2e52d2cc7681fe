import type { ScoreExplanation } from '#contract/score.ts'
import { formatDay, formatFactName, formatPercent } from '#web/lib/format.ts'
import { factorText } from './baseline-texts.ts'
import type { Fact } from './fact-list.tsx'

type ExplainedSignal = ScoreExplanation['signals'][number]
type Evidence = ExplainedSignal['evidence']

const MATCHES: Record<NonNullable<Evidence['match']>, string> = {
  'name+address': 'Name and address',
  'name+city': 'Name and city',
  'surname+address': 'Surname and address',
  address: 'Address only',
}

const PRECISIONS: Record<NonNullable<Evidence['precision']>, string> = {
  day: 'To the day',
  month: 'Month only, taken as the 15th',
  year: 'Year only, taken as July 1',
}

const PARTS: Record<Evidence['parts'][number]['kind'], (evidence: Evidence) => string> = {
  match: ({ match }) => `${match ? MATCHES[match].toLowerCase() : 'match'}`,
  year_only: () => 'only the year is known',
  remote_capable: () => 'may be done from anywhere',
  household_unknown: () => 'household not known',
}

/** `54 % = 90 % for such a record × 0.75 name and city`; empty where the parts are not known. */
function confidenceText(evidence: Evidence): string {
  const { base, parts, confidence } = evidence
  if (base === null) return formatPercent(confidence)
  const reasons = parts.map((part) => ` ${factorText(part.factor)} (${PARTS[part.kind](evidence)})`)
  const best = `${formatPercent(base)} for such a record at best`
  return parts.length === 0 ? best : `${formatPercent(confidence)} = ${best}${reasons.join('')}`
}

/** What a signal counts today, in points and strength, or why it counts nothing. */
export function countsText({ state, points, intensity, expiresAt }: ExplainedSignal): string {
  switch (state) {
    case 'live':
      return `+${points} points, at ${formatPercent(Math.min(1, intensity))} of its full strength over the next 12 months`
    case 'upcoming':
      return 'Adds 0: too early to count'
    case 'expired':
      return expiresAt ? `Adds 0 since ${formatDay(expiresAt)}: kept as history` : 'Adds 0: kept as history'
    case 'switched_off':
      return 'Adds 0: switched off by your organization'
    case 'unknown':
      return 'Adds 0: not part of this model'
  }
}

/** The word on the badge of a signal that does not count; null for one that does. */
export function stateLabel(state: ExplainedSignal['state']): string | null {
  const labels = {
    live: null,
    upcoming: 'Not yet',
    expired: 'Expired',
    switched_off: 'Switched off',
    unknown: 'Not counted',
  }
  return labels[state]
}

/** The record that a signal rests on, how it was matched and dated, and what it counts. */
export function evidenceFacts(signal: ExplainedSignal): Fact[] {
  const { evidence } = signal
  const document = evidence.documentType ?? (evidence.recordKind && formatFactName(evidence.recordKind))
  const facts: (Fact | false)[] = [
    { label: 'Counts', value: countsText(signal) },
    document !== null && { label: 'Record', value: document },
    // Ids that the rules make up of what they compared say nothing to a reader.
    evidence.recordKind !== null &&
      evidence.documentId !== null && { label: 'Document', value: evidence.documentId },
    evidence.provider !== null && { label: 'Source', value: evidence.provider },
    evidence.match !== null && { label: 'Matched by', value: MATCHES[evidence.match] },
    evidence.precision !== null && { label: 'Date known', value: PRECISIONS[evidence.precision] },
    evidence.base !== null && { label: 'How sure', value: confidenceText(evidence) },
  ]
  return facts.filter((fact) => fact !== false)
}
