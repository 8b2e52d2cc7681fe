import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Which embedded defaults stand in for an outside service; the interface says so wherever it matters. */
export const instance = z.object({
  name: z.string(),
  supportEmail: z.string(),
  sampleData: z.boolean(),
  testPayments: z.boolean(),
  outbox: z.boolean(),
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
