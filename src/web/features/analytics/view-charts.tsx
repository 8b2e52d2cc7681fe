import type { AnalyticsView } from '#contract/analytics/query.ts'
import type { ViewChart } from '#domain/analytics/view-chart.ts'
import { ofShownOrganization, withQuery } from '#web/lib/api.ts'
import { Card } from '#web/ui/card.tsx'
import { ChartFigure } from '#web/ui/charts/chart-figure.tsx'
import { cx } from '#web/ui/class-names.ts'
import { peopleUrl, useAnalyticsUrlState } from './use-analytics-url-state.ts'

interface ViewChartsProps {
  view: AnalyticsView
  charts: readonly ViewChart[]
  className?: string
}

/** The charts of a view, each with its table and files. */
export function ViewCharts({ view, charts, className }: ViewChartsProps) {
  const { query } = useAnalyticsUrlState()
  const fileHref = (path: string, more: Record<string, string>) =>
    ofShownOrganization(withQuery(path, { ...query, view, ...more }))
  return (
    <div className={cx('mt-4 grid gap-4', className)}>
      {charts.map(({ id, title, description, chart, drills }) => (
        <Card key={id} className="min-w-0 p-4">
          <ChartFigure
            title={title}
            description={description}
            chart={chart}
            height={200}
            links={drills.map((row) => row.map((drill) => drill && peopleUrl(drill)))}
            csvHref={fileHref('/api/analytics/csv', {})}
            pngHref={fileHref('/api/analytics/png', { chart: id })}
          />
        </Card>
      ))}
    </div>
  )
}
