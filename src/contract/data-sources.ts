import { z } from 'zod'
import { operatorEndpoint } from './endpoint.ts'

const count = z.number().int().min(0)

/** A data source for people, phones, homes or counties. Stats are for this server process since its start. */
export const dataSource = z.object({
  name: z.string(),
  purpose: z.string(),
  /** Settings that turn it on. */
  variable: z.string(),
  on: z.boolean(),
  calls: count,
  matches: count,
  failures: count,
  /** US dollars at assumed prices. */
  costUsd: z.number().min(0),
  /** Circuit breaker: `open` pauses for half a minute after repeated failures; `half-open` tests with one request. */
  breaker: z.enum(['closed', 'open', 'half-open']),
  lastFailureAt: z.iso.datetime().nullable(),
})
export type DataSource = z.infer<typeof dataSource>

/** A file that the operator loads. */
export const referenceFile = z.object({
  purpose: z.string(),
  variable: z.string(),
  file: z.string(),
  listDate: z.string().nullable(),
  loadedAt: z.string().nullable(),
  rows: count,
  refused: count,
  /** The first rejected rows with line and reason, without their contents. */
  skippedSample: z.array(z.object({ line: count, reason: z.string(), file: z.string().optional() })),
  /** Error of the last load; previously loaded data remains. */
  problem: z.string().nullable(),
})
export type ReferenceFile = z.infer<typeof referenceFile>

/** The connected language model. Stats are for this server process since its start. */
export const modelStatus = z.object({
  name: z.string(),
  host: z.string(),
  calls: count,
  failures: count,
  breaker: dataSource.shape.breaker,
  lastAnswerAt: z.iso.datetime().nullable(),
  lastFailureAt: z.iso.datetime().nullable(),
  /** Error of the last failed request. */
  lastFailure: z.string().nullable(),
})
export type ModelStatus = z.infer<typeof modelStatus>

export const getDataSources = operatorEndpoint('GET /api/admin/providers', {
  summary: 'List data sources with status, responses and cost since this server process started',
  responses: {
    200: z.object({
      since: z.iso.datetime(),
      sources: z.array(dataSource),
      files: z.array(referenceFile),
      /** Null if the product writes its texts itself. */
      model: modelStatus.nullable(),
    }),
  },
})
