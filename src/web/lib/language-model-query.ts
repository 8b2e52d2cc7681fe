import { useQuery } from '@tanstack/react-query'
import type * as contract from '#contract/instance.ts'
import { read } from './query-client.ts'
import { route } from './route.ts'

const getLanguageModel = route<typeof contract.getLanguageModel>('GET', '/api/instance/language-model')

/** The language model used for the signed-in user; undefined until loaded. */
export function useLanguageModel(): contract.LanguageModelKind | undefined {
  return useQuery(read(getLanguageModel)).data
}
