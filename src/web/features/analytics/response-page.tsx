import { Timer } from 'lucide-react'
import { VIEW_CHARTS } from '#domain/analytics/charts.ts'
import { VIEW_FIGURES } from '#domain/analytics/figures.ts'
import { categoryText } from '#domain/analytics/texts.ts'
import { formatValue } from '#domain/charts/values.ts'
import { privatePage } from '#web/lib/brand.ts'
import { EmptyState } from '#web/ui/states.tsx'
import { AnalyticsView } from './analytics-view.tsx'
import { Figures, PeopleNumber } from './figures.tsx'
import { NumbersTable } from './numbers-table.tsx'
import { ViewCharts } from './view-charts.tsx'

export const meta = privatePage('Response time')

export default function ResponsePage() {
  return (
    <AnalyticsView
      view="response"
      text="How long people waited from their first signal to your first contact."
    >
      {(answer) => {
        const [histogram, bySignal] = VIEW_CHARTS.response(answer)
        if (answer.people.value === 0)
          return (
            <EmptyState
              icon={<Timer />}
              title="No first contacts in this period"
              description="Log a call, text or email with a contact who has a signal, or choose a longer period."
            />
          )
        return (
          <>
            <Figures figures={VIEW_FIGURES.response(answer)} />
            {histogram && <ViewCharts view="response" charts={[histogram]} />}
            {bySignal && <ViewCharts view="response" charts={[bySignal]} />}
            <NumbersTable
              title="People by signal"
              rows={answer.bySignal}
              rowKey={({ signal }) => signal}
              empty="No contacted person has a signal."
              columns={[
                { label: 'Signal', isRowHeader: true, cell: ({ signal }) => categoryText(signal) },
                {
                  label: 'People',
                  isNumber: true,
                  cell: ({ people, drill, signal }) => (
                    <PeopleNumber value={people} drill={drill} label={categoryText(signal)} />
                  ),
                },
                {
                  label: 'Median',
                  isNumber: true,
                  cell: ({ medianMinutes }) => formatValue(medianMinutes, 'minutes'),
                },
                {
                  label: '80th percentile',
                  isNumber: true,
                  cell: ({ percentile80Minutes }) => formatValue(percentile80Minutes, 'minutes'),
                },
              ]}
            />
          </>
        )
      }}
    </AnalyticsView>
  )
}
