import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type {
  BandsAnswer,
  CoverageAnswer,
  CreditsAnswer,
  FunnelAnswer,
  MembersAnswer,
  MovementAnswer,
  NeighborhoodsAnswer,
  OverviewAnswer,
  PipelineAnswer,
  ResponseAnswer,
} from '#contract/analytics/answers.ts'
import type { AnalyticsView as View } from '#contract/analytics/query.ts'
import type { ApiRoute } from '#contract/endpoints.ts'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import type { ReadInput } from '#web/lib/api.ts'
import { fieldErrorsOf } from '#web/lib/api-error.ts'
import { formatDay } from '#web/lib/format.ts'
import { keyOf } from '#web/lib/query-client.ts'
import { cx } from '#web/ui/class-names.ts'
import { Loaded, Skeletons } from '#web/ui/loaded.tsx'
import { FilterBar } from './filter-bar.tsx'
import { type QueryTexts, useAnalyticsUrlState } from './use-analytics-url-state.ts'

type ViewRoute = Extract<ApiRoute, `GET /api/analytics/${View}`>
type Answers = {
  overview: OverviewAnswer
  funnel: FunnelAnswer
  response: ResponseAnswer
  members: MembersAnswer
  bands: BandsAnswer
  movement: MovementAnswer
  coverage: CoverageAnswer
  credits: CreditsAnswer
  pipeline: PipelineAnswer
  neighborhoods: NeighborhoodsAnswer
}

/** The key of a view's answer for the filters in the URL. */
function viewKey(view: View, query: QueryTexts) {
  // The server checks the texts of the URL.
  return keyOf<ViewRoute>(`GET /api/analytics/${view}`, { query } as ReadInput<ViewRoute>)
}

interface AnalyticsViewProps<V extends View> {
  view: V
  /** A sentence about the view. */
  text: ReactNode
  /** Has the side of the deal as a filter. */
  hasSide?: boolean
  /** False for what is true now, whatever the period. */
  hasPeriod?: boolean
  children: (answer: Answers[V]) => ReactNode
}

/** A view of analytics below its filters. */
export function AnalyticsView<V extends View>(props: AnalyticsViewProps<V>) {
  const { view, text, hasSide = false, hasPeriod = true, children } = props
  const { query } = useAnalyticsUrlState()
  const answer = useQuery<Answers[V]>({
    queryKey: viewKey(view, query),
    // Figures change all the time, so a page that is opened again asks for them again.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const access = useCurrentUser().user?.access
  const errors = fieldErrorsOf(answer.error)
  return (
    <>
      <FilterBar errors={errors} hasSide={hasSide} hasPeriod={hasPeriod} />
      <Loaded
        query={answer}
        failure="We couldn't load these figures"
        pending={<Skeletons label="Loading figures" rows={['h-24', 'h-72', 'h-48']} className="mt-4 gap-4" />}
      >
        {(data) => (
          <div aria-busy={answer.isPlaceholderData} className={cx(answer.isPlaceholderData && 'opacity-60')}>
            <p className="mt-4 max-w-3xl text-sm text-pretty text-muted">
              {text} {access && access !== 'all' && 'Figures cover the contacts that you can see. '}
              {hasPeriod && <span className="text-text">{rangesText(data)}.</span>}
            </p>
            {children(data)}
          </div>
        )}
      </Loaded>
    </>
  )
}

type AnswerHead = Pick<OverviewAnswer, 'range' | 'previous'>

function rangesText({ range, previous }: AnswerHead): string {
  return previous ? `${rangeText(range)}, compared with ${rangeText(previous)}` : rangeText(range)
}

function rangeText({ from, to }: { from: string; to: string }): string {
  return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`
}
