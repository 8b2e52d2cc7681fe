import type { AnalyticsView } from '#contract/analytics.ts'

export const VIEW_LABELS: Readonly<Record<AnalyticsView, string>> = {
  overview: 'Overview',
  funnel: 'Funnel',
  response: 'Response time',
  members: 'Members',
  bands: 'Score bands',
  movement: 'Score movement',
  coverage: 'Data coverage',
  credits: 'Credits',
  pipeline: 'Pipeline',
  neighborhoods: 'Neighborhoods',
}
