import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import type * as billing from '#contract/billing.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/organizations.ts'
import type { CreditFilter } from '#contract/organizations.ts'
import { send, urlOf } from '#web/lib/api.ts'
import { nextPageUrl } from '#web/lib/pages.ts'
import { read } from '#web/lib/query-client.ts'
import { route } from '#web/lib/route.ts'

const getCredits = route<typeof contract.getCredits>('GET', '/api/organizations/{id}/credits')
const exportCredits = route<typeof contract.exportCredits>('GET', '/api/organizations/{id}/credits.csv')
const getUsage = route<typeof billing.getCreditUsage>('GET', '/api/organizations/{id}/credits/usage')

const PAGE_SIZE = 50

type LedgerResponse = AnswerOf<typeof getCredits>
export type LedgerEntry = LedgerResponse['entries'][number]
export type LedgerPage = LedgerResponse & { next: string | null }

/** Usage by day in the current credit month. */
export function usageQuery(organizationId: string) {
  return read(getUsage, { params: { id: organizationId } })
}

/** Pages of the filtered ledger, newest first. */
export function ledgerPages(organizationId: string, filter: CreditFilter) {
  const params = { id: organizationId }
  return infiniteQueryOptions({
    // Starts like the organization's keys, so that a used credit refreshes the ledger too.
    queryKey: ['/api/organizations', organizationId, 'credits', filter, 'pages'],
    initialPageParam: urlOf(getCredits, { params, query: { ...filter, limit: PAGE_SIZE } }),
    queryFn: async ({ pageParam, signal }): Promise<LedgerPage> => {
      const response = await send('GET', pageParam, undefined, signal)
      return {
        ...((await response.json()) as LedgerResponse),
        next: nextPageUrl(response.headers.get('Link')),
      }
    },
    getNextPageParam: ({ next }: LedgerPage) => next,
  })
}

/** The entries read so far, without duplicates: a new entry pushes one to the next page between two reads. */
export function entriesOf(data: InfiniteData<LedgerPage> | undefined): LedgerEntry[] {
  const byId = new Map(data?.pages.flatMap(({ entries }) => entries).map((entry) => [entry.id, entry]))
  return [...byId.values()]
}

/** The filtered ledger as a CSV file. */
export async function ledgerFile(organizationId: string, filter: CreditFilter): Promise<Blob> {
  const url = urlOf(exportCredits, { params: { id: organizationId }, query: filter })
  return (await send('GET', url)).blob()
}
