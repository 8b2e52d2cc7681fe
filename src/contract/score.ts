import { z } from 'zod'
import { category, contactDetail } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { isoDate, isoDateTime, uuid } from './text.ts'

const contactParams = z.object({ id: uuid })

/** The record a signal rests on, and how sure it is: `confidence` is `base` times the `parts`, rounded. */
const evidence = z.object({
  ruleId: z.string().nullable(),
  subtype: z.string().nullable(),
  description: z.string().nullable(),
  provider: z.string().nullable(),
  documentId: z.string().nullable(),
  /** Made up by the built-in sample provider. */
  sample: z.boolean(),
  recordKind: z.string().nullable(),
  documentType: z.string().nullable(),
  /** How the record was matched to the contact; null where it is the contact's own record. */
  match: z.enum(['name+address', 'name+city', 'surname+address', 'address']).nullable(),
  eventDate: isoDate,
  /** A missing day is taken as the 15th, a year alone as July 1. */
  precision: z.enum(['day', 'month', 'year']).nullable(),
  detectedAt: isoDateTime,
  confidence: z.number(),
  base: z.number().nullable(),
  parts: z.array(
    z.object({
      kind: z.enum(['match', 'year_only', 'remote_capable', 'household_unknown']),
      factor: z.number(),
    }),
  ),
  /** What else the rule read. */
  inputs: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})

const scoredSignal = z.object({
  id: z.string(),
  category,
  live: z.boolean(),
  /** `upcoming`: too early to count; `switched_off` by the organization; `unknown`: not of this model. */
  state: z.enum(['live', 'upcoming', 'expired', 'switched_off', 'unknown']),
  points: z.number().int(),
  /** Share of its full effect over the next 12 months, 0..1. */
  intensity: z.number(),
  /** Moves per year it adds if its event is real; 0 unless live. */
  hazard: z.number(),
  peakFrom: isoDate.nullable(),
  peakTo: isoDate.nullable(),
  expiresAt: isoDate.nullable(),
  evidence,
})

/** The chance with no event: the figure of a table, times the factors. */
const baseline = z.object({
  /** Moves per year with no event. */
  hazard: z.number(),
  /** Chance to move within 12 months with no event, 0..1. */
  chance: z.number(),
  tenure: z.enum(['owner', 'renter']).nullable(),
  age: z.number().nullable(),
  ageFrom: z.enum(['age', 'range', 'unknown', 'switched_off']),
  ageBand: z.object({ from: z.number(), to: z.number().nullable() }).nullable(),
  /** Moves per year of people of this age and tenure. */
  cell: z.number(),
  factors: z.array(
    z.object({
      kind: z.enum(['years_owned', 'looked_up', 'rate_lock', 'negative_equity']),
      /** Years, points of interest, or loans over value. */
      known: z.number().nullable(),
      factor: z.number(),
    }),
  ),
})

/** Why a contact has its score. */
export const scoreExplanation = z.object({
  /** The day it is computed for. */
  asOf: isoDate.nullable(),
  score: z.number().int().nullable(),
  /** Chance to move within 12 months from all causes, 0..1. */
  chance: z.number().nullable(),
  lift: z.number().nullable(),
  /** Chance of a move driven by the signals alone, 0..1; 75 points are one in three. */
  signalChance: z.number().nullable(),
  /** Moves per year that all signals add. */
  hazard: z.number().nullable(),
  meaning: z.string(),
  points: z.array(z.object({ category, points: z.number().int(), hazard: z.number() })),
  signals: z.array(scoredSignal),
  counterfactuals: z.array(
    z.object({ signalId: z.string(), category, without: z.number().int(), chance: z.number() }),
  ),
  /** What would be, were a fact about the home another; only what would change something. */
  whatIfs: z.array(
    z.object({
      kind: z.enum(['moved', 'not_moved', 'listed', 'not_listed']),
      score: z.number().int(),
      chance: z.number(),
      lift: z.number(),
    }),
  ),
  /** What multiplied the signals of the categories named. */
  adjustments: z.array(
    z.object({
      kind: z.enum(['together', 'school_age_children', 'rate_lock', 'negative_equity', 'newer_address']),
      categories: z.array(category),
      factor: z.number(),
    }),
  ),
  baseline: baseline.nullable(),
  /** Month by month, if nothing new is found. */
  ahead: z.array(z.object({ at: isoDate, score: z.number().int(), chance: z.number() })),
  /** The kept scores, oldest first, each with what it was kept for, in a word (`enriched`, `faded`). */
  history: z.array(
    z.object({ at: isoDateTime, score: z.number().int(), chance: z.number(), cause: z.string() }),
  ),
  mayHaveMoved: z.boolean(),
  listedForSale: z.boolean(),
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
  duration: 'wait',
  params: contactParams,
  answers: { 200: contactDetail, 202: z.object({ status: z.literal('running') }) },
})
