import { VIEW_CHARTS } from '#domain/analytics/charts.ts'
import { VIEW_FIGURES } from '#domain/analytics/figures.ts'
import { privatePage } from '#web/lib/brand.ts'
import { AnalyticsView } from './analytics-view.tsx'
import { Figures } from './figures.tsx'
import { ViewCharts } from './view-charts.tsx'

export const meta = privatePage('Score movement')

export default function MovementPage() {
  return (
    <AnalyticsView view="movement" text="Scores that went up, went down or are new.">
      {(answer) => (
        <>
          <Figures figures={VIEW_FIGURES.movement(answer)} />
          <ViewCharts view="movement" charts={VIEW_CHARTS.movement(answer)} />
        </>
      )}
    </AnalyticsView>
  )
}
