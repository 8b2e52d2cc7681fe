import { z } from 'zod'
import { publicEndpoint, signedInEndpoint } from './endpoint.ts'

/** Name of the instance, and the embedded defaults it uses instead of outside services. */
export const instance = z.object({
  name: z.string(),
  supportEmail: z.string(),
  sampleData: z.boolean(),
  testPayments: z.boolean(),
  outbox: z.boolean(),
  /** Days in which a first payment can be refunded. */
  moneyBackDays: z.number().int(),
})
export type Instance = z.infer<typeof instance>

export const getInstance = publicEndpoint('GET /api/instance', {
  summary: 'Get the name of this instance and its embedded defaults',
  responses: { 200: instance },
})

/** The writer of generated texts: the product itself, or the operator's language model. */
export const languageModel = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('embedded') }),
  z.object({ kind: z.literal('connected'), name: z.string(), host: z.string() }),
])
export type LanguageModelKind = z.infer<typeof languageModel>

export const getLanguageModel = signedInEndpoint('GET /api/instance/language-model', {
  summary: 'Get the language model of this instance and its host',
  responses: { 200: languageModel },
})
