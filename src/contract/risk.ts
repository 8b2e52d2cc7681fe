import { z } from 'zod'
import { FRAUD_CHECKS, type RiskData } from '#domain/risk/risk-data.ts'

const text = z.string().nullable()
const number = z.number().nullable()
const texts = z.array(z.string())

const ownership = z.object({
  status: z.enum(['not_run', 'known']),
  home: text,
  deeds: z.array(
    z.object({
      date: text,
      documentType: text,
      documentId: text,
      price: number,
      from: texts,
      to: texts,
      sources: texts,
      sale: z.boolean(),
    }),
  ),
  yearsCovered: number,
  gaps: z.array(z.object({ after: z.string(), before: text, owner: z.string(), next: z.string() })),
  quickResales: z.array(
    z.object({
      boughtOn: z.string(),
      soldOn: z.string(),
      months: z.number(),
      boughtFor: number,
      soldFor: number,
      change: number,
    }),
  ),
})

const fraudCheck = z.object({
  check: z.enum(FRAUD_CHECKS),
  result: z.enum(['passed', 'review', 'not_run']),
  weak: z.boolean(),
  why: z.string(),
  sources: texts,
})

const sanctions = z.object({
  status: z.enum(['not_run', 'no_match', 'possible_match']),
  why: z.enum(['no_list', 'failed']).nullable(),
  listDate: text,
  screenedAt: text,
  matches: z.array(
    z.object({
      entityNumber: z.string(),
      name: z.string(),
      kind: z.enum(['primary', 'aka', 'fka', 'nka']),
      program: text,
      similarity: z.number(),
      birthYearFits: z.boolean().nullable(),
      strength: z.enum(['potential', 'weak']),
    }),
  ),
})

const foreclosure = z.object({
  status: z.enum(['not_run', 'none_found', 'records']),
  records: z.array(
    z.object({
      kind: z.enum(['notice_of_default', 'auction', 'tax_lien']),
      documentType: text,
      documentId: z.string(),
      filedOn: text,
      auctionOn: text,
      amount: number,
      source: z.string(),
    }),
  ),
})

/** Ownership history, fraud checks, sanctions screening and foreclosure records of an enriched contact. */
export const riskData = z.object({
  /** Number of findings to review; weak ones don't count. */
  review: z.number().int(),
  checkedAt: z.string(),
  sample: z.boolean(),
  sources: texts,
  ownership,
  fraud: z.array(fraudCheck),
  sanctions,
  foreclosure,
}) satisfies z.ZodType<RiskData>
