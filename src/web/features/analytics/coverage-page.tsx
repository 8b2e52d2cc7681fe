import { ClipboardCheck } from 'lucide-react'
import { VIEW_CHARTS } from '#domain/analytics/charts.ts'
import { COVERAGE_LABELS } from '#domain/analytics/texts.ts'
import { formatValue } from '#domain/charts/values.ts'
import { privatePage } from '#web/lib/brand.ts'
import { formatMoment } from '#web/lib/format.ts'
import { EmptyState } from '#web/ui/states.tsx'
import { AnalyticsView } from './analytics-view.tsx'
import { PeopleNumber } from './figures.tsx'
import { NumbersTable } from './numbers-table.tsx'
import { ViewCharts } from './view-charts.tsx'

export const meta = privatePage('Data coverage')

export default function CoveragePage() {
  return (
    <AnalyticsView
      view="coverage"
      text="Gaps in your contacts' data today, and which are worth filling."
      hasPeriod={false}
    >
      {(answer) =>
        answer.contacts === 0 ? (
          <EmptyState
            icon={<ClipboardCheck />}
            title="No contacts"
            description="Add or import contacts, or remove a filter."
          />
        ) : (
          <>
            <ViewCharts view="coverage" charts={VIEW_CHARTS.coverage(answer)} />
            <NumbersTable
              title="Fields in numbers"
              text={`${formatValue(answer.contacts, 'count')} contacts, counted ${formatMoment(answer.asOf)}. Moves at stake are the moves within 12 months that the scores expect among the contacts without the field: the higher, the more it is worth filling in.`}
              rows={answer.fields}
              rowKey={({ field }) => field}
              empty=""
              columns={[
                { label: 'Field', isRowHeader: true, cell: ({ field }) => COVERAGE_LABELS[field] },
                { label: 'Known', isNumber: true, cell: ({ share }) => formatValue(share, 'percent') },
                {
                  label: 'Missing',
                  isNumber: true,
                  cell: ({ missing, drill, field }) => (
                    <PeopleNumber value={missing} drill={drill} label={`without ${COVERAGE_LABELS[field]}`} />
                  ),
                },
                {
                  label: 'Over a year old',
                  isNumber: true,
                  cell: ({ stale }) => formatValue(stale, 'count'),
                },
                {
                  label: 'Moves at stake',
                  isNumber: true,
                  cell: ({ expectedMovesMissing }) => formatValue(expectedMovesMissing, 'count'),
                },
              ]}
            />
          </>
        )
      }
    </AnalyticsView>
  )
}
