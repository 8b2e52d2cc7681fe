import type { AnalyticsView } from '#contract/analytics/query.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { ViewQuery } from './figures.ts'
import { credits, funnel, response } from './funnel.ts'
import { members } from './members.ts'
import { movement, overview } from './overview.ts'
import { bands, coverage, neighborhoods, pipeline } from './state.ts'

/** Builders of each view's answer. */
export const VIEWS = {
  overview,
  funnel,
  response,
  members,
  bands,
  movement,
  coverage,
  credits,
  pipeline,
  neighborhoods,
} satisfies Record<AnalyticsView, (tx: TenantTx, query: ViewQuery) => Promise<unknown>>
