import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Which embedded defaults stand in for an outside service; the interface says so wherever it matters. */
export const instance = z.object({
  name: z.string(),
  supportEmail: z.string(),
  sampleData: z.boolean(),
  testPayments: z.boolean(),
  outbox: z.boolean(),
  /** Days within which a first payment is given back. */
  moneyBackDays: z.number().int(),
})
export type Instance = z.infer<typeof instance>

export const getInstance = endpoint({
  method: 'GET',
  path: '/api/instance',
  summary: 'Name of this instance and which embedded defaults are on',
  access: 'public',
  rate: 'read',
  answers: { 200: instance },
})

/** What writes sentences: the product itself, or a language model that the operator connected. */
export const languageModel = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('embedded') }),
  z.object({ kind: z.literal('connected'), name: z.string(), host: z.string() }),
])
export type LanguageModelKind = z.infer<typeof languageModel>

/** For whoever signed in: whose words they read, and where what they type goes, is theirs to know, but no visitor's. */
export const getLanguageModel = endpoint({
  method: 'GET',
  path: '/api/instance/language-model',
  summary: 'Which language model writes for this instance, and where it is asked',
  access: 'signed-in',
  rate: 'read',
  answers: { 200: languageModel },
})
