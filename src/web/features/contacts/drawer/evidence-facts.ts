import type { ScoreExplanation } from '#contract/score.ts'
import { evidenceText } from '#web/features/signal-rules/rule-evidence.ts'
import { formatDay, formatFactName, formatPercent } from '#web/lib/format.ts'
import { factorText } from './baseline-texts.ts'
import { type Fact, presentFacts } from './fact-list.tsx'

type ExplainedSignal = ScoreExplanation['signals'][number]
type Evidence = ExplainedSignal['evidence']

const MATCHES: Record<NonNullable<Evidence['match']>, string> = {
  'name+address': 'Name and address',
  'name+city': 'Name and city',
  'surname+address': 'Surname and address',
  address: 'Address only',
}

const PRECISIONS: Record<NonNullable<Evidence['precision']>, string> = {
  day: 'Exact day',
  month: 'Month only (counted as the 15th)',
  year: 'Year only (counted as July 1)',
}

const PARTS: Record<Evidence['parts'][number]['kind'], (evidence: Evidence) => string> = {
  match: ({ match }) => `${match ? MATCHES[match].toLowerCase() : 'match'}`,
  year_only: () => 'only the year is known',
  remote_capable: () => 'job may be remote',
  household_unknown: () => 'household unknown',
}

/** `54% = 90% (maximum for this record type) × 0.75 (name and city)`; null if unknown. */
function confidenceText(evidence: Evidence): string | null {
  const { base, parts, confidence } = evidence
  if (base === null) return null
  const reasons = parts.map((part) => ` ${factorText(part.factor)} (${PARTS[part.kind](evidence)})`)
  const baseText = `${formatPercent(base)} (maximum for this record type)`
  return parts.length === 0 ? baseText : `${formatPercent(confidence)} = ${baseText}${reasons.join('')}`
}

/** The points a signal adds and its strength, or why it adds none. */
export function effectText({ state, points, intensity, expiresAt }: ExplainedSignal): string {
  switch (state) {
    case 'live':
      return `+${points} points at ${formatPercent(Math.min(1, intensity))} of its full strength, averaged over the next 12 months`
    case 'upcoming':
      return '0 points: too early to count'
    case 'expired':
      return expiresAt ? `0 points: expired ${formatDay(expiresAt)}` : '0 points: expired'
    case 'switched_off':
      return '0 points: turned off by your organization'
    case 'unknown':
      return '0 points: not part of this model'
  }
}

/** The badge of a signal that adds no points; null for an active one. */
export function stateLabel(state: ExplainedSignal['state']): string | null {
  const labels = {
    live: null,
    upcoming: 'Too early',
    expired: 'Expired',
    switched_off: 'Turned off',
    unknown: 'Not counted',
  }
  return labels[state]
}

/** A signal's effect, its record and where the record comes from. */
export function evidenceFacts(signal: ExplainedSignal): Fact[] {
  const { evidence } = signal
  return presentFacts([
    ['Effect', effectText(signal)],
    ['Record', evidence.documentType ?? (evidence.recordKind && formatFactName(evidence.recordKind))],
    ['Source', evidence.provider],
    ['Because', evidence.ruleId === 'OWN' ? evidenceText(evidence.inputs) : null],
  ])
}

/** The record's document, match and date precision, and how its confidence is calculated. */
export function evidenceDetails({ evidence }: ExplainedSignal): Fact[] {
  const { match, precision } = evidence
  return presentFacts([
    // Without a record, the id is internal and means nothing to the member.
    ['Document', evidence.recordKind && evidence.documentId],
    ['Matched by', match && MATCHES[match]],
    ['Date precision', precision && PRECISIONS[precision]],
    ['Confidence', confidenceText(evidence)],
  ])
}
