import { useQuery } from '@tanstack/react-query'
import type * as contract from '#contract/instance.ts'
import { read } from './query-client.ts'
import { route } from './route.ts'

const getLanguageModel = route<typeof contract.getLanguageModel>('GET', '/api/instance/language-model')

/** Whose words the signed-in user reads; undefined until known. */
export function useLanguageModel(): contract.LanguageModelKind | undefined {
  return useQuery(read(getLanguageModel)).data
}
