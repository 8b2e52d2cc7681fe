import type { CategoryEvidence, LiveSignal } from './live-signal.ts'

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/**
 * Explains to the agent why a playbook is suggested: the points of its category, and the dates and confidence of the
 * strongest record.
 */
export function explainPlaybook(
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
