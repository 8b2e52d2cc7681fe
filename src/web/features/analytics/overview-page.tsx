import { VIEW_CHARTS } from '#domain/analytics/charts.ts'
import { privatePage } from '#web/lib/brand.ts'
import { AnalyticsView } from './analytics-view.tsx'
import { Figures } from './figures.tsx'
import { ViewCharts } from './view-charts.tsx'

export const meta = privatePage('Analytics')

export default function OverviewPage() {
  return (
    <AnalyticsView view="overview" text="Your work and what came of it." hasSide>
      {(answer) => {
        const { figures } = answer
        return (
          <>
            <Figures
              figures={[
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
              ]}
            />
            <ViewCharts
              view="overview"
              charts={VIEW_CHARTS.overview(answer)}
              className="lg:grid-cols-2 lg:*:first:col-span-2"
            />
          </>
        )
      }}
    </AnalyticsView>
  )
}
