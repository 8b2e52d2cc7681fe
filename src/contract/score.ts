import { z } from 'zod'
import { category, contactDetail } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { isoDate, isoDateTime, uuid } from './text.ts'

const contactParams = z.object({ id: uuid })

/** Why a contact has its score. */
export const scoreExplanation = z.object({
  score: z.number().int().nullable(),
  /** Chance to move within 12 months from all causes, 0..1. */
  chance: z.number().nullable(),
  lift: z.number().nullable(),
  /** Chance of a move driven by the signals alone, 0..1; 75 points are one in three. */
  signalChance: z.number().nullable(),
  meaning: z.string(),
  points: z.array(z.object({ category, points: z.number().int() })),
  signals: z.array(
    z.object({
      id: z.string(),
      category,
      live: z.boolean(),
      points: z.number().int(),
      peakFrom: isoDate.nullable(),
      peakTo: isoDate.nullable(),
      expiresAt: isoDate.nullable(),
    }),
  ),
  counterfactuals: z.array(z.object({ signalId: z.string(), category, without: z.number().int() })),
  history: z.array(z.object({ at: isoDateTime, score: z.number().int(), chance: z.number() })),
  mayHaveMoved: z.boolean(),
  modelVersion: z.string().nullable(),
})
export type ScoreExplanation = z.infer<typeof scoreExplanation>

export const getScore = endpoint({
  method: 'GET',
  path: '/api/contacts/{id}/score',
  summary: 'Score, chance, points by category, evidence and counterfactuals of one contact',
  access: 'subscriber',
  rate: 'read',
  params: contactParams,
  answers: { 200: scoreExplanation },
})

export const enrichContact = endpoint({
  method: 'POST',
  path: '/api/contacts/{id}/enrich',
  summary: 'Look the person up: one credit on a match, free again within 24 hours',
  access: 'subscriber',
  rate: 'write',
  params: contactParams,
  answers: { 200: contactDetail, 202: z.object({ status: z.literal('running') }) },
})
