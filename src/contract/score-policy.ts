import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { uuid } from './text.ts'

const byId = z.object({ id: uuid })

const scorePolicy = z.strictObject({
  /** Ignores births and children in the household. */
  excludeFamilial: z.boolean(),
  /** Uses the mean of all ages as everyone's baseline. */
  excludeAge: z.boolean(),
})
export type ScorePolicySettings = z.infer<typeof scorePolicy>

export const getScorePolicy = endpoint({
  method: 'GET',
  path: '/api/organizations/{id}/score-policy',
  summary: 'Get the protected traits that your organization excludes from scores',
  access: 'member',
  rate: 'read',
  params: byId,
  answers: { 200: scorePolicy },
})

export const setScorePolicy = endpoint({
  method: 'PATCH',
  path: '/api/organizations/{id}/score-policy',
  summary: 'Exclude protected traits from scores or include them; all contacts are scored again',
  access: 'member',
  role: 'ADMIN',
  rate: 'write',
  params: byId,
  body: scorePolicy.partial(),
  answers: { 200: scorePolicy },
})
