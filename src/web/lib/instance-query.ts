import { useQuery } from '@tanstack/react-query'
import type * as contract from '#contract/instance.ts'
import { read } from './query-client.ts'
import { route } from './route.ts'

const getInstance = route<typeof contract.getInstance>('GET', '/api/instance')

/** What this instance calls itself and which embedded defaults are on; undefined until known. */
export function useInstance(): contract.Instance | undefined {
  return useQuery(read(getInstance)).data
}
