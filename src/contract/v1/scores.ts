import { z } from 'zod'
import { CATEGORIES } from '#domain/signals/categories.ts'
import { apiEndpoint } from '../endpoint.ts'
import { scoreExplanation } from '../score.ts'
import { named, pageOf, pageQuery } from './schemas.ts'

const score = named(
  'Score',
  z.object({
    contactId: z.string(),
    score: z.number().int().describe('0 to 99'),
    chance: z.number().nullable().describe('Chance of a move within 12 months, 0 to 1'),
    lift: z.number().nullable().describe('The chance relative to similar people'),
    signals: z.number().int(),
    topSignal: z.enum(CATEGORIES).nullable(),
  }),
)
export type ApiScore = z.infer<typeof score>

export const listScores = apiEndpoint('GET /api/v1/scores', {
  summary: 'List scored contacts, the highest score first',
  scope: 'signals:read',
  operationId: 'listScores',
  query: z.strictObject(pageQuery),
  responses: { 200: pageOf(score) },
})

const explainedScore = named(
  'ExplainedScore',
  scoreExplanation
    .pick({
      ...{ asOf: true, score: true, chance: true, lift: true, meaning: true, points: true, signals: true },
      ...{ adjustments: true, history: true, mayHaveMoved: true, listedForSale: true, modelVersion: true },
    })
    .extend({ contactId: z.string() }),
)

export const getScore = apiEndpoint('GET /api/v1/contacts/{id}/score', {
  summary: 'Get the score of a contact with the record behind each point',
  scope: 'signals:read',
  operationId: 'getScore',
  responses: { 200: explainedScore },
})
