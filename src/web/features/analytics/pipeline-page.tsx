import { VIEW_CHARTS } from '#domain/analytics/charts.ts'
import { VIEW_FIGURES } from '#domain/analytics/figures.ts'
import { MILESTONE_LABELS } from '#domain/analytics/texts.ts'
import { formatValue } from '#domain/charts/values.ts'
import { privatePage } from '#web/lib/brand.ts'
import { AnalyticsView } from './analytics-view.tsx'
import { Figures, PeopleNumber } from './figures.tsx'
import { NumbersTable } from './numbers-table.tsx'
import { ViewCharts } from './view-charts.tsx'

export const meta = privatePage('Pipeline')

const dollars = (cents: number) => formatValue(cents / 100, 'dollars')

export default function PipelinePage() {
  return (
    <AnalyticsView
      view="pipeline"
      text="Deals by the last step that people reached. Closed and lost deals count this period."
      hasSide
    >
      {(answer) => (
        <>
          <Figures figures={VIEW_FIGURES.pipeline(answer)} />
          <ViewCharts
            view="pipeline"
            charts={VIEW_CHARTS.pipeline(answer)}
            className="items-start lg:grid-cols-2"
          />
          <NumbersTable
            title="Stages in numbers"
            text="Fees are what you and your team typed on each contact under Pipeline. We never preset, suggest or compare fees."
            rows={answer.stages}
            rowKey={({ milestone }) => milestone}
            empty="No deals yet."
            columns={[
              { label: 'Stage', isRowHeader: true, cell: ({ milestone }) => MILESTONE_LABELS[milestone] },
              {
                label: 'People',
                isNumber: true,
                cell: ({ people, drill, milestone }) => (
                  <PeopleNumber value={people} drill={drill} label={MILESTONE_LABELS[milestone]} />
                ),
              },
              { label: 'With a fee', isNumber: true, cell: ({ valued }) => formatValue(valued, 'count') },
              { label: 'Prices', isNumber: true, cell: ({ priceCents }) => dollars(priceCents) },
              { label: 'Fees', isNumber: true, cell: ({ feeCents }) => dollars(feeCents) },
            ]}
          />
        </>
      )}
    </AnalyticsView>
  )
}
