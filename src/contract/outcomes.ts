import { z } from 'zod'
import { fieldEvaluation } from '#domain/score/field-evaluation.ts'
import { type ReplayResult, replayResult } from '#domain/score/replay.ts'
import { contactDetail } from './contacts.ts'
import { subscriberEndpoint } from './endpoint.ts'
import { isoDate, optionalLine } from './text.ts'

const MAX_NOTE_LENGTH = 200

export const recordMove = subscriberEndpoint('POST /api/contacts/{id}/outcomes', {
  summary: 'Record that a contact moved; 409 if a move is already on record',
  body: z.strictObject({
    movedOn: z.iso.date('This is not a valid date'),
    note: optionalLine(MAX_NOTE_LENGTH),
  }),
  responses: { 201: contactDetail },
})

export const undoMove = subscriberEndpoint('DELETE /api/contacts/{id}/outcomes', {
  summary: 'Remove the recorded move of a contact, including one found by an enrichment',
  responses: { 200: contactDetail },
})

const outcomesReport = z.object({
  evaluation: fieldEvaluation,
  /** Recorded moves by source. */
  recorded: z.object({ person: z.number().int(), address: z.number().int() }),
  /** First and latest month with a snapshot; null before the first. */
  snapshots: z.object({ first: isoDate, last: isoDate }).nullable(),
  /** Mean score by age band, newest month first. */
  fairness: z.object({
    months: z.array(isoDate),
    bands: z.array(
      z.object({
        /** `18-24` … `85+`; null for an unknown age. */
        ageBand: z.string().nullable(),
        /** In the latest month. */
        contacts: z.number().int(),
        meanScores: z.array(z.number().nullable()),
      }),
    ),
  }),
})
export type OutcomesReport = z.infer<typeof outcomesReport>

export const getOutcomesReport = subscriberEndpoint('GET /api/outcomes/report', {
  summary: 'Compare score snapshots with the moves that followed, and get the mean score by age band',
  responses: { 200: outcomesReport },
})

export type InsightsProof = ReplayResult

export const getInsightsProof = subscriberEndpoint('GET /api/insights/proof', {
  summary:
    'Replay the list as of six months before known moves: how many of those people were in its top fifth',
  responses: { 200: replayResult },
})
