import { VIEW_CHARTS } from '#domain/analytics/charts.ts'
import { VIEW_FIGURES } from '#domain/analytics/figures.ts'
import { categoryText } from '#domain/analytics/texts.ts'
import { formatValue } from '#domain/charts/values.ts'
import { privatePage } from '#web/lib/brand.ts'
import { AnalyticsView } from './analytics-view.tsx'
import { Figures, PeopleNumber } from './figures.tsx'
import { NumbersTable } from './numbers-table.tsx'
import { ViewCharts } from './view-charts.tsx'

export const meta = privatePage('Credits')

export default function CreditsPage() {
  return (
    <AnalyticsView view="credits" text="Credits used and the conversations that followed." hasSide>
      {(answer) => (
        <>
          <Figures figures={VIEW_FIGURES.credits(answer)} />
          {answer.bySignal.length > 0 && <ViewCharts view="credits" charts={VIEW_CHARTS.credits(answer)} />}
          <NumbersTable
            title="Credits by signal"
            text="A contact with several signals counts in each of them, so the rows add up to more than the total."
            rows={answer.bySignal}
            rowKey={({ signal }) => signal}
            empty="No credits used and no first conversations in this period."
            columns={[
              { label: 'Signal', isRowHeader: true, cell: ({ signal }) => categoryText(signal) },
              { label: 'Credits used', isNumber: true, cell: ({ used }) => formatValue(used, 'count') },
              {
                label: 'Conversations',
                isNumber: true,
                cell: ({ conversations, drill, signal }) => (
                  <PeopleNumber
                    value={conversations}
                    drill={drill}
                    label={`Conversations, ${categoryText(signal)}`}
                  />
                ),
              },
              {
                label: 'Credits per conversation',
                isNumber: true,
                cell: ({ creditsPerConversation }) => formatValue(creditsPerConversation, 'count'),
              },
            ]}
          />
        </>
      )}
    </AnalyticsView>
  )
}
