import { type ChartUnit, formatValue } from '#domain/charts/values.ts'
import type { ANALYTICS_VIEWS } from './metrics.ts'
import type { Figure } from './view-chart.ts'

/** A number with a name, which may not be known. */
export type NamedFigure = { label: string; figure: Figure; unit?: ChartUnit }

type OverviewFigure =
  | ('contactsAdded' | 'signals' | 'activities' | 'conversations' | 'contacted' | 'appointmentsSet' | 'lost')
  | ('appointmentsHeld' | 'agreementsSigned' | 'underContract' | 'closed' | 'moves' | 'creditsUsed')
  | 'medianResponseMinutes'
type Overview = { figures: Record<OverviewFigure, Figure> }
type Response = Record<'people' | 'medianMinutes' | 'percentile80Minutes', Figure>
type Movement = Record<'rose' | 'fell' | 'added' | 'pointsUp' | 'pointsDown', Figure>
type Credits = { used: Figure; conversations: Figure; creditsPerConversation: number | null }
type Pipeline = { openFeeCents: number; closedFeeCents: number }

/** A number that doesn't count people. */
const plainFigure = (value: number | null): Figure => ({ value, previous: null, drill: null })

const noFigures = (_answer: object): NamedFigure[] => []

/** The main numbers of each view from its answer. Screens and emails show the same ones. */
export const VIEW_FIGURES = {
  overview: ({ figures }: Overview): NamedFigure[] => [
    { label: 'Contacts added', figure: figures.contactsAdded },
    { label: 'New signals', figure: figures.signals },
    { label: 'Activities', figure: figures.activities },
    { label: 'Conversations', figure: figures.conversations },
    { label: 'People contacted', figure: figures.contacted },
    { label: 'Appointments set', figure: figures.appointmentsSet },
    { label: 'Appointments held', figure: figures.appointmentsHeld },
    { label: 'Agreements signed', figure: figures.agreementsSigned },
    { label: 'Under contract', figure: figures.underContract },
    { label: 'Closed', figure: figures.closed },
    { label: 'Lost', figure: figures.lost },
    { label: 'Moves', figure: figures.moves },
    { label: 'Credits used', figure: figures.creditsUsed },
    { label: 'Median response', figure: figures.medianResponseMinutes, unit: 'minutes' },
  ],
  response: ({ people, medianMinutes, percentile80Minutes }: Response): NamedFigure[] => [
    { label: 'People answered after a signal', figure: people },
    { label: 'Median, about', figure: medianMinutes, unit: 'minutes' },
    { label: '80th percentile, about', figure: percentile80Minutes, unit: 'minutes' },
  ],
  movement: ({ rose, fell, added, pointsUp, pointsDown }: Movement): NamedFigure[] => [
    { label: 'Went up', figure: rose },
    { label: 'Went down', figure: fell },
    { label: 'First scores', figure: added },
    { label: 'Points gained', figure: pointsUp },
    { label: 'Points lost', figure: pointsDown },
  ],
  credits: ({ used, conversations, creditsPerConversation }: Credits): NamedFigure[] => [
    { label: 'Credits used', figure: used },
    { label: 'First conversations', figure: conversations },
    { label: 'Credits per conversation', figure: plainFigure(creditsPerConversation) },
  ],
  pipeline: ({ openFeeCents, closedFeeCents }: Pipeline): NamedFigure[] => [
    { label: 'Fees of open deals', figure: plainFigure(openFeeCents / 100), unit: 'dollars' },
    { label: 'Fees of closed deals', figure: plainFigure(closedFeeCents / 100), unit: 'dollars' },
  ],
  funnel: noFigures,
  members: noFigures,
  bands: noFigures,
  coverage: noFigures,
  neighborhoods: noFigures,
} satisfies Record<(typeof ANALYTICS_VIEWS)[number], unknown>

/** `+25% from 48`, `No change from 48`, or `from 0` where no share exists: of nothing and of negative numbers. */
export function changeText(value: number | null, previous: number, unit: ChartUnit): string {
  const before = formatValue(previous, unit)
  if (value === previous) return `No change from ${before}`
  if (value === null || previous <= 0) return `from ${before}`
  const change = Math.round((100 * (value - previous)) / previous)
  const sign = value > previous ? '+' : '−'
  return `${sign}${formatValue(Math.abs(change), 'count')}% from ${before}`
}
