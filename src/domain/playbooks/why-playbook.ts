import type { CategoryEvidence, LiveSignal } from './live-signal.ts'

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Keeps a figure and its sign on one line. */
const NBSP = '\u00a0'

/**
 * Why a category's playbook is suggested, in two sentences for the agent alone: what the category adds, and when its
 * strongest record is from, when it was found and how sure it is.
 */
export function explainPlaybook(
  { category, points, signals }: CategoryEvidence,
  { score, aheadOfStronger }: { score: number; aheadOfStronger: boolean },
): string {
  const amount = points === 0 ? 'less than 1' : String(points)
  const adds = `${amount} of ${score} points ${points > 1 ? 'come' : 'comes'} from ${category}.`
  const share = aheadOfStronger
    ? `Listed ahead of stronger signals because it asks for more care; ${adds}`
    : adds.charAt(0).toUpperCase() + adds.slice(1)
  const [first] = signals
  const record = signals.length === 1 ? 'Its record' : `The strongest of its ${signals.length} records`
  const sure = `${Math.round(first.confidence * 100)}${NBSP}%`
  const [dated, found] = [datedText(first), DAY.format(Date.parse(first.foundOn))]
  const when = dated === found ? `was found on ${found}` : `is dated ${dated} and was found on ${found}`
  return `${share} ${record} ${when}; we are ${sure} sure of it.`
}

/** A date says no more than is known: a day that was filled in is left out. */
function datedText({ eventDate, precision }: LiveSignal): string {
  if (precision === 'year') return eventDate.slice(0, 4)
  return (precision === 'month' ? MONTH : DAY).format(Date.parse(eventDate))
}
