import { startTransition, useMemo, useOptimistic } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Dashboard } from '#contract/analytics/dashboards.ts'
import { urls } from '#web/lib/urls.ts'

/** Parameters of the API that the URL holds under the same names. */
export const QUERY_KEYS = [
  ...(['days', 'from', 'to', 'compare', 'side', 'member', 'team', 'signal', 'tag'] as const),
  ...(['relationship', 'source', 'zip'] as const),
]
export type QueryKey = (typeof QUERY_KEYS)[number]
export type QueryTexts = { [Key in QueryKey]?: string }

/** Filters on people, below the period. */
export const FILTER_KEYS = [
  ...(['side', 'member', 'team', 'signal', 'tag', 'relationship', 'source', 'zip'] as const),
]
export type FilterKey = (typeof FILTER_KEYS)[number]

/** The saved dashboard that is open. */
const DASHBOARD_KEY = 'dashboard'

/** True for filters whose empty value stands for contacts without one. */
const allowsEmpty = (key: string): boolean => key === 'source' || key === 'zip'

export function queryIn(params: URLSearchParams): QueryTexts {
  return Object.fromEntries(
    QUERY_KEYS.flatMap((key) => {
      const value = params.get(key)
      return value || (value === '' && allowsEmpty(key)) ? [[key, value]] : []
    }),
  )
}

/** A view of analytics with its period, filters and saved dashboard. */
export function dashboardUrl({ id, view, query }: Pick<Dashboard, 'id' | 'view' | 'query'>): string {
  return `${urls.analyticsView(view)}?${new URLSearchParams({ ...query, [DASHBOARD_KEY]: id })}`
}

/** The period, filters and saved dashboard in the URL. A change shows at once, before the router has followed it. */
export function useAnalyticsUrlState() {
  const [urlParams] = useSearchParams()
  const [params, setShownParams] = useOptimistic(urlParams)
  const navigate = useNavigate()
  return useMemo(() => {
    const query = queryIn(params)
    const changed = (changes: Record<string, string | null>) => {
      const next = new URLSearchParams(params)
      for (const [key, value] of Object.entries(changes)) {
        if (value) next.set(key, value)
        else next.delete(key)
      }
      return next
    }
    return {
      query,
      dashboardId: params.get(DASHBOARD_KEY),
      /** The query string for another view with the same filters. */
      search: `?${changed({ contact: null, tab: null })}`.replace(/\?$/, ''),
      /** Each change adds a history entry, so that Back undoes it. */
      change: (changes: { [Key in QueryKey | 'dashboard']?: string | null }) =>
        startTransition(async () => {
          const next = changed(changes)
          setShownParams(next)
          await navigate(`?${next}`, { preventScrollReset: true })
        }),
    }
  }, [params, navigate, setShownParams])
}

export type AnalyticsUrlState = ReturnType<typeof useAnalyticsUrlState>

/** The list of the people behind a number. */
export function peopleUrl(drill: string): string {
  return `${urls.analyticsPeople}?${drill}`
}
