import { useQuery } from '@tanstack/react-query'
import type * as contract from '#contract/instance.ts'
import { read } from './query-client.ts'
import { route } from './route.ts'

const getInstance = route<typeof contract.getInstance>('GET', '/api/instance')

/** This installation's name and enabled defaults; undefined until loaded. */
export function useInstance(): contract.Instance | undefined {
  return useQuery(read(getInstance)).data
}
