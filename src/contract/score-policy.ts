import { z } from 'zod'
import { memberEndpoint } from './endpoint.ts'

const scorePolicy = z.strictObject({
  /** Ignores births and children in the household. */
  excludeFamilial: z.boolean(),
  /** Uses the mean of all ages as everyone's baseline. */
  excludeAge: z.boolean(),
})
export type ScorePolicySettings = z.infer<typeof scorePolicy>

export const getScorePolicy = memberEndpoint('GET /api/organizations/{id}/score-policy', {
  summary: 'Get the protected traits that your organization excludes from scores',
  responses: { 200: scorePolicy },
})

export const setScorePolicy = memberEndpoint('PATCH /api/organizations/{id}/score-policy', {
  summary: 'Exclude protected traits from scores or include them; all contacts are scored again',
  role: 'ADMIN',
  body: scorePolicy.partial(),
  responses: { 200: scorePolicy },
})
