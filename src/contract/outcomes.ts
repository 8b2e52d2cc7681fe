import { z } from 'zod'
import { contactDetail } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { isoDate, optionalLine, uuid } from './text.ts'

const NOTE_MAX = 200

const byId = z.object({ id: uuid })

export const recordMove = endpoint({
  method: 'POST',
  path: '/api/contacts/{id}/outcomes',
  summary: 'Record that a contact moved; 409 if a move is already on record',
  access: 'subscriber',
  rate: 'write',
  params: byId,
  body: z.strictObject({ movedOn: z.iso.date('This is not a valid date'), note: optionalLine(NOTE_MAX) }),
  answers: { 201: contactDetail },
})

export const undoMove = endpoint({
  method: 'DELETE',
  path: '/api/contacts/{id}/outcomes',
  summary: 'Remove the recorded move of a contact, including one found by an enrichment',
  access: 'subscriber',
  rate: 'write',
  params: byId,
  answers: { 200: contactDetail },
})

const interval = { low: z.number(), high: z.number() }
const estimate = z.object({ value: z.number(), ...interval })

/** Expected and observed shares of moves, 0 to 1, with the 95% interval of the observed one. */
const outcomeComparison = z.object({
  contacts: z.number().int(),
  moved: z.number().int(),
  expected: z.number(),
  observed: z.number(),
  ...interval,
})
export type OutcomeComparison = z.infer<typeof outcomeComparison>

const evaluation = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('too_few'),
    contacts: z.number().int(),
    outcomes: z.number().int(),
    needed: z.number().int(),
  }),
  z.object({
    status: z.literal('measured'),
    contacts: z.number().int(),
    outcomes: z.number().int(),
    months: z.object({ from: z.number().int(), to: z.number().int() }),
    overall: outcomeComparison,
    bands: z.array(outcomeComparison.extend({ band: z.string() })),
    /** Highest chances first. */
    tenths: z.array(outcomeComparison),
    lift: estimate.extend({ share: z.number() }).nullable(),
    auc: estimate.nullable(),
  }),
])

const outcomesReport = z.object({
  evaluation,
  /** Recorded moves by source. */
  recorded: z.object({ person: z.number().int(), address: z.number().int() }),
  /** First and latest month with a snapshot; null before the first. */
  frozen: z.object({ first: isoDate, last: isoDate }).nullable(),
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

export const getOutcomesReport = endpoint({
  method: 'GET',
  path: '/api/outcomes/report',
  summary: 'Compare score snapshots with the moves that followed, and get the mean score by age band',
  access: 'subscriber',
  rate: 'read',
  answers: { 200: outcomesReport },
})
