import {
  type BandsAnswer,
  COVERAGE_FIELDS,
  type CoverageAnswer,
  type NeighborhoodsAnswer,
  type PipelineAnswer,
} from '#contract/analytics/answers.ts'
import { countyGeoid } from '#domain/identity/county.ts'
import { wilsonInterval } from '#domain/score/field-intervals.ts'
import { restrictedMember } from '#server/platform/acting-member.ts'
import { americanDay } from '#server/platform/clock.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { positionOf } from '#server/platform/places/us-shapes.ts'
import { MAX_ZIP_CODES } from '../limits.ts'
import { hasFilter, readFacts } from '../store/facts.ts'
import * as gauges from '../store/gauges.ts'
import { countPipeline } from '../store/milestones.ts'
import { drillOf, figureOf, headOf, milestoneMetric, ratio, rowsByValue, type ViewQuery } from './figures.ts'

/** Rows of the nightly gauge, or counted now with filters, for members with own or team records, or before the first night. */
async function readState(
  tx: TenantTx,
  { filter, now }: ViewQuery,
  gauge: gauges.Gauge,
  count: () => Promise<gauges.GaugeRow[]>,
): Promise<{ rows: gauges.GaugeRow[]; asOf: string }> {
  if (!hasFilter(filter) && !restrictedMember(tx.organizationId)) {
    const rows = await gauges.readGauge(tx, gauge)
    const takenAt = rows[0]?.takenAt
    if (takenAt !== undefined) return { rows, asOf: takenAt }
  }
  return { rows: await count(), asOf: now.toISOString() }
}

const BAND_COUNT = 5
const BAND_WIDTH = 20

export async function bands(tx: TenantTx, query: ViewQuery): Promise<BandsAnswer> {
  const { range, filter, now } = query
  const month = await gauges.findSnapshotMonth(tx, range.from, range.to)
  const { rows, asOf } = month
    ? await readState(tx, query, { metric: `band.${month}` }, () => gauges.countBands(tx, filter, month))
    : { rows: [], asOf: now.toISOString() }
  const byBand = new Map(rows.map((row) => [Number(row.value), row]))
  const today = americanDay(now)
  const yearAfter = month ? `${Number(month.slice(0, 4)) + 1}${month.slice(4)}` : today
  return {
    ...headOf(query),
    asOf,
    month,
    observedThrough: yearAfter < today ? yearAfter : today,
    bands: Array.from({ length: BAND_COUNT }, (_, i) => {
      const { n = 0, sum: moved = 0, extra = 0 } = byBand.get(i) ?? {}
      const interval = n > 0 ? wilsonInterval(moved, n) : { low: null, high: null }
      return {
        minScore: i * BAND_WIDTH,
        maxScore: i === BAND_COUNT - 1 ? 100 : (i + 1) * BAND_WIDTH - 1,
        people: n,
        drill: drillOf(query, `band.${i}`),
        moved,
        movedDrill: drillOf(query, `band.${i}.moved`),
        rate: ratio(moved, n),
        ...interval,
        expected: ratio(extra, n),
      }
    }),
  }
}

export async function coverage(tx: TenantTx, query: ViewQuery): Promise<CoverageAnswer> {
  const { filter, now } = query
  const { rows, asOf } = await readState(tx, query, { metric: 'coverage' }, () =>
    gauges.countCoverage(tx, filter, now),
  )
  const byField = new Map(rows.map((row) => [row.value, row]))
  const contacts = byField.get('contacts')?.n ?? 0
  return {
    ...headOf(query),
    asOf,
    contacts,
    fields: COVERAGE_FIELDS.map((field) => {
      const { n = 0, sum = 0, extra = 0 } = byField.get(field) ?? {}
      return {
        field,
        known: n,
        missing: contacts - n,
        stale: extra,
        share: ratio(n, contacts),
        expectedMovesMissing: sum,
        drill: drillOf(query, `coverage.${field}`),
      }
    }),
  }
}

const PIPELINE_MILESTONES = [
  'appointment_set',
  'appointment_held',
  'agreement_signed',
  'under_contract',
  'closed',
  'lost',
] as const

export async function pipeline(tx: TenantTx, query: ViewQuery): Promise<PipelineAnswer> {
  const rows = new Map((await countPipeline(tx, query)).map((row) => [row.milestone, row]))
  const stages = PIPELINE_MILESTONES.map((milestone) => {
    const { people = 0, valued = 0, priceCents = 0, feeCents = 0 } = rows.get(milestone) ?? {}
    return { milestone, people, valued, priceCents, feeCents, drill: drillOf(query, `stage.${milestone}`) }
  })
  const isOver = (milestone: string) => milestone === 'closed' || milestone === 'lost'
  return {
    ...headOf(query),
    side: query.side,
    stages,
    openFeeCents: stages.reduce(
      (sum, { milestone, feeCents }) => (isOver(milestone) ? sum : sum + feeCents),
      0,
    ),
    closedFeeCents: rows.get('closed')?.feeCents ?? 0,
  }
}

export async function neighborhoods(tx: TenantTx, query: ViewQuery): Promise<NeighborhoodsAnswer> {
  const { range, filter } = query
  const { rows, asOf } = await readState(tx, query, { metric: 'zip' }, () =>
    gauges.countZipCodes(tx, filter, MAX_ZIP_CODES),
  )
  const metrics = ['signal.%', 'conversation', milestoneMetric('closed', query.side), 'move']
  const values = rows.map(({ value }) => value)
  const facts = rowsByValue(await readFacts(tx, { range, filter, by: 'zip', values, metrics }))
  const places = await Promise.all(values.map((value) => mapPlaceOf(query, value)))
  return {
    ...headOf(query),
    asOf,
    neighborhoods: rows.map(({ value, n, sum, label }, index) => {
      const ofZip = { ...query, filter: { ...filter, zip: value } }
      const own = { current: facts.get(value) ?? [], before: null }
      const [city, state] = label?.split('|') ?? []
      return {
        zip: value || null,
        city: city || null,
        state: state || null,
        ...(places[index] ?? { county: null, position: null }),
        contacts: n,
        expectedMoves: sum,
        drill: drillOf(ofZip, 'contact'),
        signals: figureOf(ofZip, own, 'signal.%'),
        conversations: figureOf(ofZip, own, 'conversation'),
        closed: figureOf(ofZip, own, milestoneMetric('closed', query.side)),
        moves: figureOf(ofZip, own, 'move'),
      }
    }),
  }
}

/** Where the map draws a ZIP code. */
async function mapPlaceOf({ zipCodes }: ViewQuery, zip: string) {
  const place = await zipCodes.find(zip)
  if (!place) return null
  const { state, countyFips, latitude, longitude } = place
  const isPlaced = latitude !== null && longitude !== null
  return {
    county: countyGeoid(state, countyFips),
    position: isPlaced ? positionOf({ latitude, longitude }) : null,
  }
}
