import { useQuery } from '@tanstack/react-query'
import { getInstance, type Instance } from '#contract/instance.ts'
import { read } from './query-client.ts'

/** What this instance calls itself and which embedded defaults are on; undefined until known. */
export function useInstance(): Instance | undefined {
  return useQuery(read(getInstance)).data
}
