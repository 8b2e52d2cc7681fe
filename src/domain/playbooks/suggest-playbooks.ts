import type { CategoryPoints, ScorePolicy } from '../score/score-input.ts'
import { CATEGORIES, type Category } from '../signals/categories.ts'
import { plannableSignals } from '../signals/tasks.ts'
import type { CategoryEvidence, LiveSignal } from './live-signal.ts'

type PlaybookSuggestion<P> = { playbook: P; signals: readonly LiveSignal[]; why: string }

type SuggestionResult<P> = { suggestions: PlaybookSuggestion<P>[]; reason: string | null }

const MAX_SUGGESTIONS = 3

/**
 * Tact that a category requires. Categories that require more come first regardless of points, so that agents don't sell
 * to people in the weeks after a loss.
 */
const CARE_LEVELS: Partial<Record<Category, number>> = { death: 2, disaster: 2, divorce: 1, debt: 1 }
const careOf = ({ category }: CategoryEvidence) => CARE_LEVELS[category] ?? 0

/** Categories based on age, which get no suggestions in organizations that exclude age. */
const AGE_CATEGORIES: readonly Category[] = ['downsizing']

/**
 * Suggests up to three playbooks for a contact's active signals, best first, or gives the reason for none. Categories
 * rank by care, then by points; each category gets one playbook before any gets a second.
 */
export function suggestPlaybooks<P extends { category: Category | null }>(input: {
  doNotContact: boolean
  listedForSale: boolean
  /** Null for a contact that was never scored. */
  score: number | null
  points: readonly Pick<CategoryPoints, 'category' | 'points'>[]
  liveSignals: readonly LiveSignal[]
  policy: ScorePolicy
  playbooks: readonly P[]
}): SuggestionResult<P> {
  const { score, liveSignals } = input
  if (input.doNotContact)
    return noSuggestions('This contact is marked do not contact, so we suggest no playbook.')
  if (input.listedForSale)
    return noSuggestions(
      'This home is listed for sale, so we suggest no playbook until the listing ends (NAR Code of Ethics, Article 16).',
    )
  if (score === null)
    return noSuggestions(
      'Enrich this contact to look for signals. We suggest playbooks for the ones we find.',
    )
  if (liveSignals.length === 0) return noSuggestions('This contact has no active signals to plan for.')
  const evidence = evidenceOf(input)
  if (evidence.length === 0)
    return noSuggestions(
      'The signals found are too uncertain to plan with, or excluded by your organization.',
    )
  const candidates = evidence.flatMap((entry, rank) =>
    input.playbooks
      .filter(({ category }) => category === entry.category)
      .map((playbook, round) => ({ playbook, entry, rank, round })),
  )
  if (candidates.length === 0) return noSuggestions('No playbook fits the active signals of this contact.')
  candidates.sort((a, b) => a.round - b.round || a.rank - b.rank)
  const suggestions = candidates.slice(0, MAX_SUGGESTIONS).map(({ playbook, entry, rank }) => {
    const isAheadOfStronger = evidence.slice(rank + 1).some(({ points }) => points > entry.points)
    return { playbook, signals: entry.signals, why: explainPlaybook(entry, { score, isAheadOfStronger }) }
  })
  return { suggestions, reason: null }
}

function noSuggestions(reason: string): SuggestionResult<never> {
  return { suggestions: [], reason }
}

function evidenceOf(input: {
  points: readonly Pick<CategoryPoints, 'category' | 'points'>[]
  liveSignals: readonly LiveSignal[]
  policy: ScorePolicy
}): CategoryEvidence[] {
  const plannable = plannableSignals(input.liveSignals)
  return CATEGORIES.flatMap((category): CategoryEvidence[] => {
    if (input.policy.excludeAge && AGE_CATEGORIES.includes(category)) return []
    const [first, ...otherSignals] = plannable
      .filter((signal) => signal.category === category)
      .sort((a, b) => b.points - a.points || b.confidence - a.confidence || (a.id < b.id ? -1 : 1))
    const points = input.points.find((each) => each.category === category)?.points ?? 0
    return first ? [{ category, points, signals: [first, ...otherSignals] }] : []
  }).sort((a, b) => careOf(b) - careOf(a) || b.points - a.points)
}

const DAY_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const MONTH_FORMAT = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/**
 * Explains to the agent why a playbook is suggested: the points of its category, and the dates and confidence of the
 * strongest record.
 */
function explainPlaybook(
  { category, points, signals }: CategoryEvidence,
  { score, isAheadOfStronger }: { score: number; isAheadOfStronger: boolean },
): string {
  const [strongest] = signals
  const [eventText, foundText] = [dateText(strongest), DAY_FORMAT.format(Date.parse(strongest.foundOn))]
  const dates = eventText === foundText ? `found ${foundText}` : `dated ${eventText}, found ${foundText}`
  return [
    ...(isAheadOfStronger ? ['Listed ahead of stronger signals because it calls for more care.'] : []),
    `${capitalize(category)} signal: ${points === 0 ? 'less than 1' : points} of ${score} points.`,
    signals.length === 1 ? `${capitalize(dates)}.` : `Strongest of ${signals.length} records: ${dates}.`,
    `${Math.round(strongest.confidence * 100)}% confidence.`,
  ].join(' ')
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The date of a signal, as precise as it is known. */
function dateText({ eventDate, precision }: LiveSignal): string {
  if (precision === 'year') return eventDate.slice(0, 4)
  return (precision === 'month' ? MONTH_FORMAT : DAY_FORMAT).format(Date.parse(eventDate))
}
