import { z } from 'zod'
import { type RiskData, riskData } from '#domain/risk/risk-data.ts'

const { shape } = riskData
const NO_FORECLOSURE: RiskData['foreclosure'] = { status: 'not_run', records: [] }

/** Accepts data of older versions: a part in another shape counts as never run. */
const storedRisk = z.object({
  review: shape.review.catch(0),
  checkedAt: shape.checkedAt.catch(''),
  sample: shape.sample.catch(false),
  sources: shape.sources.catch([]),
  ownership: shape.ownership.catch({
    status: 'not_run',
    home: null,
    deeds: [],
    yearsCovered: null,
    gaps: [],
    quickResales: [],
  }),
  fraud: shape.fraud.catch([]),
  sanctions: shape.sanctions.catch({
    status: 'not_run',
    why: null,
    listDate: null,
    screenedAt: null,
    matches: [],
  }),
  foreclosure: shape.foreclosure.catch(NO_FORECLOSURE),
})

/** Reads `contacts.risk_data`. */
export function parseRisk(column: unknown): RiskData | null {
  return column === null || column === undefined ? null : (storedRisk.safeParse(column).data ?? null)
}
