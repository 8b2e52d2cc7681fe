import type { CategoryPoints, ScorePolicy } from '../score/score-input.ts'
import { CATEGORIES, type Category } from '../signals/categories.ts'
import { plannableSignals } from '../signals/tasks.ts'
import type { CategoryEvidence, LiveSignal } from './live-signal.ts'

type PlaybookSuggestion<P> = { playbook: P; signals: readonly LiveSignal[]; why: string }

type SuggestionResult<P> = { suggestions: PlaybookSuggestion<P>[]; reason: string | null }

const MAX_SUGGESTIONS = 3

/**
 * Care that a category needs. Categories that need more come first regardless of their points, so that agents don't sell
 * to people in the weeks after a loss.
 */
const CARE_LEVELS: Partial<Record<Category, number>> = { death: 2, disaster: 2, divorce: 1, debt: 1 }
const careOf = ({ category }: CategoryEvidence) => CARE_LEVELS[category] ?? 0

/** Categories based on age, which get no suggestions in organizations that exclude age. */
const AGE_CATEGORIES: readonly Category[] = ['downsizing']

/**
 * Up to three playbooks for a contact's active signals, best first, or the reason for none. Categories rank by care, then
 * by points; each category gets one playbook before any gets a second.
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
  const found = evidence.flatMap((each, place) =>
    input.playbooks
      .filter(({ category }) => category === each.category)
      .map((playbook, turn) => ({ playbook, each, place, turn })),
  )
  if (found.length === 0) return noSuggestions('No playbook fits the active signals of this contact.')
  found.sort((a, b) => a.turn - b.turn || a.place - b.place)
  const suggestions = found.slice(0, MAX_SUGGESTIONS).map(({ playbook, each, place }) => {
    const aheadOfStronger = evidence.slice(place + 1).some(({ points }) => points > each.points)
    return { playbook, signals: each.signals, why: explainPlaybook(each, { score, aheadOfStronger }) }
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
  const planned = plannableSignals(input.liveSignals)
  return CATEGORIES.flatMap((category): CategoryEvidence[] => {
    if (input.policy.excludeAge && AGE_CATEGORIES.includes(category)) return []
    const [first, ...others] = planned
      .filter((signal) => signal.category === category)
      .sort((a, b) => b.points - a.points || b.confidence - a.confidence || (a.id < b.id ? -1 : 1))
    const points = input.points.find((each) => each.category === category)?.points ?? 0
    return first ? [{ category, points, signals: [first, ...others] }] : []
  }).sort((a, b) => careOf(b) - careOf(a) || b.points - a.points)
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/**
 * Explains to the agent why a playbook is suggested: the points of its category, and the dates and confidence of the
 * strongest record.
 */
function explainPlaybook(
  { category, points, signals }: CategoryEvidence,
  { score, aheadOfStronger }: { score: number; aheadOfStronger: boolean },
): string {
  const [first] = signals
  const [dated, found] = [dateText(first), DAY.format(Date.parse(first.foundOn))]
  const dates = dated === found ? `found ${found}` : `dated ${dated}, found ${found}`
  return [
    ...(aheadOfStronger ? ['Listed ahead of stronger signals because it calls for more care.'] : []),
    `${capitalize(category)} signal: ${points === 0 ? 'less than 1' : points} of ${score} points.`,
    signals.length === 1 ? `${capitalize(dates)}.` : `Strongest of ${signals.length} records: ${dates}.`,
    `${Math.round(first.confidence * 100)}% confidence.`,
  ].join(' ')
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The date of a signal, as precise as it is known. */
function dateText({ eventDate, precision }: LiveSignal): string {
  if (precision === 'year') return eventDate.slice(0, 4)
  return (precision === 'month' ? MONTH : DAY).format(Date.parse(eventDate))
}
