import { Gauge } from 'lucide-react'
import { VIEW_CHARTS } from '#domain/analytics/charts.ts'
import { formatValue } from '#domain/charts/values.ts'
import { privatePage } from '#web/lib/brand.ts'
import { formatDay, formatMonth } from '#web/lib/format.ts'
import { EmptyState } from '#web/ui/states.tsx'
import { AnalyticsView } from './analytics-view.tsx'
import { PeopleNumber } from './figures.tsx'
import { NumbersTable } from './numbers-table.tsx'
import { ViewCharts } from './view-charts.tsx'

export const meta = privatePage('Score bands')

export default function BandsPage() {
  return (
    <AnalyticsView view="bands" text="Whether people with higher scores really moved more often.">
      {(answer) =>
        answer.month === null || answer.bands.every(({ people }) => people === 0) ? (
          <EmptyState
            icon={<Gauge />}
            title="No score snapshot for this period"
            description="Scores are stored on the first of each month. Choose a later period, or come back next month."
          />
        ) : (
          <>
            <ViewCharts view="bands" charts={VIEW_CHARTS.bands(answer)} />
            <NumbersTable
              title="Bands in numbers"
              text={`Scores of ${formatMonth(answer.month)}, moves through ${formatDay(answer.observedThrough)}. Until a year has passed, more moves can follow.`}
              rows={answer.bands.toReversed()}
              rowKey={({ minScore }) => String(minScore)}
              empty=""
              columns={[
                {
                  label: 'Score',
                  isRowHeader: true,
                  cell: ({ minScore, maxScore }) => `${minScore}–${maxScore}`,
                },
                {
                  label: 'People',
                  isNumber: true,
                  cell: ({ people, drill, minScore, maxScore }) => (
                    <PeopleNumber
                      value={people}
                      drill={drill}
                      label={`People scored ${minScore}–${maxScore}`}
                    />
                  ),
                },
                {
                  label: 'Moved',
                  isNumber: true,
                  cell: ({ moved, movedDrill, minScore, maxScore }) => (
                    <PeopleNumber
                      value={moved}
                      drill={movedDrill}
                      label={`Moved, scored ${minScore}–${maxScore}`}
                    />
                  ),
                },
                { label: 'Share', isNumber: true, cell: ({ rate }) => formatValue(rate, 'percent') },
                {
                  label: '95% interval',
                  isNumber: true,
                  className: 'whitespace-nowrap',
                  cell: ({ low, high }) =>
                    low === null ? '–' : `${formatValue(low, 'percent')} – ${formatValue(high, 'percent')}`,
                },
                {
                  label: 'Expected',
                  isNumber: true,
                  cell: ({ expected }) => formatValue(expected, 'percent'),
                },
              ]}
            />
          </>
        )
      }
    </AnalyticsView>
  )
}
