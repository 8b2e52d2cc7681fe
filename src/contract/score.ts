import { z } from 'zod'
import { baselineExplanation } from '#domain/score/baseline.ts'
import { forecastScore, whatIf } from '#domain/score/what-if.ts'
import { confidencePart } from '#domain/signals/confidence.ts'
import { category } from './contacts.ts'
import { subscriberEndpoint } from './endpoint.ts'
import { isoDate, isoDateTime } from './text.ts'

/** The record behind a signal. `confidence` is `base` times the `parts`, rounded. */
const evidence = z.object({
  ruleId: z.string().nullable(),
  subtype: z.string().nullable(),
  description: z.string().nullable(),
  provider: z.string().nullable(),
  documentId: z.string().nullable(),
  /** Invented by the built-in sample provider. */
  sample: z.boolean(),
  recordKind: z.string().nullable(),
  documentType: z.string().nullable(),
  /** Match between record and contact; null for the contact's own record. */
  match: z.enum(['name+address', 'name+city', 'surname+address', 'address']).nullable(),
  eventDate: isoDate,
  /** A missing day counts as the 15th, a year alone as July 1. */
  precision: z.enum(['day', 'month', 'year']).nullable(),
  detectedAt: isoDateTime,
  confidence: z.number(),
  base: z.number().nullable(),
  parts: z.array(confidencePart),
  /** Other facts that the rule used. */
  inputs: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})

const scoredSignal = z.object({
  id: z.string(),
  category,
  live: z.boolean(),
  /** `upcoming` is too early to count, `switched_off` excluded by the organization, `unknown` not in this model. */
  state: z.enum(['live', 'upcoming', 'expired', 'switched_off', 'unknown']),
  points: z.number().int(),
  /** Share of the full effect over the next 12 months, 0..1. */
  intensity: z.number(),
  /** Moves per year that the signal adds if the event is real; 0 unless active. */
  hazard: z.number(),
  peakFrom: isoDate.nullable(),
  peakTo: isoDate.nullable(),
  expiresAt: isoDate.nullable(),
  evidence,
})

/** Explanation of a contact's score. */
export const scoreExplanation = z.object({
  /** Day of the calculation. */
  asOf: isoDate.nullable(),
  score: z.number().int().nullable(),
  /** Chance of a move within 12 months for any reason, 0..1. */
  chance: z.number().nullable(),
  lift: z.number().nullable(),
  /** Chance of a signal-driven move, 0..1; 75 points mean one in three. */
  signalChance: z.number().nullable(),
  /** Moves per year added by all signals. */
  hazard: z.number().nullable(),
  meaning: z.string(),
  points: z.array(z.object({ category, points: z.number().int(), hazard: z.number() })),
  signals: z.array(scoredSignal),
  counterfactuals: z.array(
    z.object({ signalId: z.string(), category, without: z.number().int(), chance: z.number() }),
  ),
  /** Scores if a fact about the home were different, without unchanged ones. */
  whatIfs: z.array(whatIf),
  /** Factors on the signals of some categories. */
  adjustments: z.array(
    z.object({
      kind: z.enum(['together', 'school_age_children', 'rate_lock', 'negative_equity', 'newer_address']),
      categories: z.array(category),
      factor: z.number(),
    }),
  ),
  baseline: baselineExplanation.nullable(),
  /** How outcomes known to the organization changed the score; null without a calibration in use. */
  calibration: z
    .object({
      version: z.number().int(),
      /** Known outcomes behind it; null for members who see only some contacts. */
      outcomes: z.number().int().nullable(),
      /** Score and chance of the formula alone. */
      before: z.object({ score: z.number().int(), chance: z.number() }),
      /** Moves per year with no event, after calibration. */
      baseHazard: z.number(),
    })
    .nullable(),
  /** Monthly forecast if nothing new is found. */
  ahead: z.array(forecastScore),
  /** Score history, oldest first, with the reason of each entry (`enriched`, `faded`). */
  history: z.array(
    z.object({ at: isoDateTime, score: z.number().int(), chance: z.number(), cause: z.string() }),
  ),
  /** Own rules about protected traits: they change the order of lists, not the score. Null without any. */
  ranking: z
    .object({
      /** The score that the order of lists uses. */
      score: z.number().int(),
      signals: z.array(
        z.object({
          ruleId: z.string(),
          name: z.string(),
          version: z.number().int(),
          category,
          eventDate: isoDate,
          confidence: z.number(),
          evidence: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
        }),
      ),
    })
    .nullable(),
  mayHaveMoved: z.boolean(),
  listedForSale: z.boolean(),
  modelVersion: z.string().nullable(),
})
export type ScoreExplanation = z.infer<typeof scoreExplanation>

export const getScore = subscriberEndpoint('GET /api/contacts/{id}/score', {
  summary: 'Get score, chance, points by category, evidence and counterfactuals of a contact',
  responses: { 200: scoreExplanation },
})
