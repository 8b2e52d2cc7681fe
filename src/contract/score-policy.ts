import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { uuid } from './text.ts'

const byId = z.object({ id: uuid })

const scorePolicy = z.strictObject({
  /** Leaves out births and what is known of a household's children. */
  excludeFamilial: z.boolean(),
  /** Takes everybody's baseline at the mean of all ages. */
  excludeAge: z.boolean(),
})
export type ScorePolicySettings = z.infer<typeof scorePolicy>

export const getScorePolicy = endpoint({
  method: 'GET',
  path: '/api/organizations/{id}/score-policy',
  summary: 'Which protected traits are kept out of the scores of your organization',
  access: 'member',
  rate: 'read',
  params: byId,
  answers: { 200: scorePolicy },
})

export const setScorePolicy = endpoint({
  method: 'PATCH',
  path: '/api/organizations/{id}/score-policy',
  summary: 'Keep protected traits out of scores, or let them in; all contacts are scored again',
  access: 'member',
  role: 'ADMIN',
  rate: 'write',
  params: byId,
  body: scorePolicy.partial(),
  answers: { 200: scorePolicy },
})
