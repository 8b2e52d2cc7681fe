import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const count = z.number().int().min(0)

/** One source of data about people, phones, homes or counties. Figures are of the answering process since its start. */
export const dataSource = z.object({
  name: z.string(),
  purpose: z.string(),
  /** What to set so that it is asked. */
  variable: z.string(),
  on: z.boolean(),
  calls: count,
  matches: count,
  failures: count,
  /** US dollars, by the prices the product assumes. */
  costUsd: z.number().min(0),
  /** `open`: not asked for half a minute after repeated failures; `half-open`: one question decides. */
  breaker: z.enum(['closed', 'open', 'half-open']),
  lastFailureAt: z.iso.datetime().nullable(),
})
export type DataSource = z.infer<typeof dataSource>

/** One file that the operator loads. */
export const referenceFile = z.object({
  purpose: z.string(),
  variable: z.string(),
  file: z.string(),
  listDate: z.string().nullable(),
  loadedAt: z.string().nullable(),
  rows: count,
  refused: count,
  /** The first refused rows: where they stand and why they were refused, not what stands in them. */
  refusedSample: z.array(z.object({ line: count, reason: z.string(), file: z.string().optional() })),
  /** Why it could not be loaded; what was loaded before still counts. */
  problem: z.string().nullable(),
})
export type ReferenceFile = z.infer<typeof referenceFile>

/** The language model that the operator connected. Figures are of the answering process since its start. */
export const modelStatus = z.object({
  name: z.string(),
  host: z.string(),
  calls: count,
  failures: count,
  breaker: dataSource.shape.breaker,
  lastAnswerAt: z.iso.datetime().nullable(),
  lastFailureAt: z.iso.datetime().nullable(),
  /** What went wrong then. */
  lastFailure: z.string().nullable(),
})
export type ModelStatus = z.infer<typeof modelStatus>

export const getDataSources = endpoint({
  method: 'GET',
  path: '/api/admin/providers',
  summary: 'Which data sources are on, how often each answered, and what it cost since the process started',
  access: 'platform-admin',
  rate: 'read',
  answers: {
    200: z.object({
      since: z.iso.datetime(),
      sources: z.array(dataSource),
      files: z.array(referenceFile),
      /** Null: sentences come from the product itself. */
      model: modelStatus.nullable(),
    }),
  },
})
