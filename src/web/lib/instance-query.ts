import { useQuery } from '@tanstack/react-query'
import type * as contract from '#contract/instance.ts'
import { read } from './query-client.ts'

/** This installation's name and which built-in defaults are on; undefined until loaded. */
export function useInstance(): contract.Instance | undefined {
  return useQuery(read('GET /api/instance')).data
}

/** The language model used for the signed-in user; undefined until loaded. */
export function useLanguageModel(): contract.LanguageModelKind | undefined {
  return useQuery(read('GET /api/instance/language-model')).data
}
