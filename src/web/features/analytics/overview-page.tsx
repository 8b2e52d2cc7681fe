import { VIEW_CHARTS } from '#domain/analytics/charts.ts'
import { VIEW_FIGURES } from '#domain/analytics/figures.ts'
import { privatePage } from '#web/lib/brand.ts'
import { AnalyticsView } from './analytics-view.tsx'
import { Figures } from './figures.tsx'
import { ViewCharts } from './view-charts.tsx'

export const meta = privatePage('Analytics')

export default function OverviewPage() {
  return (
    <AnalyticsView view="overview" text="Your work and what came of it." hasSide>
      {(answer) => (
        <>
          <Figures figures={VIEW_FIGURES.overview(answer)} />
          <ViewCharts
            view="overview"
            charts={VIEW_CHARTS.overview(answer)}
            className="lg:grid-cols-2 lg:*:first:col-span-2"
          />
        </>
      )}
    </AnalyticsView>
  )
}
