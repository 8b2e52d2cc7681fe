import type {
  AnalyticsView,
  BandsAnswer,
  CoverageAnswer,
  CreditsAnswer,
  FunnelAnswer,
  MembersAnswer,
  MovementAnswer,
  NeighborhoodsAnswer,
  OverviewAnswer,
  PipelineAnswer,
  ResponseAnswer,
} from '#contract/analytics.ts'
import { COVERAGE_FIELDS } from '#contract/analytics.ts'
import { ACTIVITY_TYPES, type ActivityType } from '#domain/activities/activity.ts'
import { seriesStarts, seriesUnit } from '#domain/analytics/day-range.ts'
import { FUNNEL_MILESTONES } from '#domain/analytics/milestones.ts'
import { bucketBounds, percentileOf } from '#domain/analytics/response-times.ts'
import { wilsonInterval } from '#domain/score/field-intervals.ts'
import { CATEGORIES } from '#domain/signals/categories.ts'
import { restrictedMember } from '#server/platform/acting-member.ts'
import { americanDay } from '#server/platform/clock.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import * as limits from '../limits.ts'
import { type FactRow, hasFilter, readFacts } from '../store/facts.ts'
import * as gauges from '../store/gauges.ts'
import { countPipeline, listMemberNames } from '../store/milestones.ts'
import {
  addUp,
  type Compared,
  drillOf,
  escapePattern,
  figureOf,
  histogramOf,
  milestoneMetric,
  ratio,
  readCompared,
  rowsByValue,
  type ViewQuery,
} from './figures.ts'

/** Activities without notes, which contact no one. */
const CONTACT_TYPES = ACTIVITY_TYPES.filter((type) => type !== 'note')
const CONTACT_METRICS = CONTACT_TYPES.map((type) => `activity.${type}`)

function headOf({ range, previous, filter, now }: ViewQuery) {
  return { range, previous, filters: filter, generatedAt: now.toISOString() }
}

async function readSeries(tx: TenantTx, { range, filter }: ViewQuery, metrics: readonly string[]) {
  const unit = seriesUnit(range)
  const rows = await readFacts(tx, { range, filter, unit, metrics: metrics.map(escapePattern) })
  const byStart = Map.groupBy(rows, (row: FactRow) => row.from)
  return { unit, starts: seriesStarts(range, unit).map((from) => ({ from, rows: byStart.get(from) ?? [] })) }
}

const countContacts = (rows: readonly FactRow[]) =>
  CONTACT_METRICS.reduce((total, metric) => total + addUp(rows, metric), 0)

async function overview(tx: TenantTx, query: ViewQuery): Promise<OverviewAnswer> {
  const { side } = query
  const facts = await readCompared(tx, query, [
    ...[
      'activity.%',
      'conversation',
      'milestone.%',
      'response.%',
      'signal.%',
      'contact.added',
      'move',
      'credit.used',
    ],
  ])
  const of = (pattern: string, field: 'n' | 'sum' = 'n') => figureOf(query, facts, pattern, field)
  const reached = (milestone: string) => of(milestoneMetric(milestone, side))
  const { unit, starts } = await readSeries(tx, query, [
    ...CONTACT_METRICS,
    ...[
      'conversation',
      'signal.%',
      milestoneMetric('appointment_set', side),
      milestoneMetric('closed', side),
    ],
  ])
  return {
    ...headOf(query),
    figures: {
      contactsAdded: of('contact.added'),
      signals: of('signal.%'),
      activities: {
        value: countContacts(facts.current),
        previous: facts.before && countContacts(facts.before),
        drill: drillOf(query, 'activity.%'),
      },
      conversations: of('conversation'),
      contacted: reached('contacted'),
      appointmentsSet: reached('appointment_set'),
      appointmentsHeld: reached('appointment_held'),
      agreementsSigned: reached('agreement_signed'),
      underContract: reached('under_contract'),
      closed: reached('closed'),
      lost: reached('lost'),
      moves: of('move'),
      creditsUsed: of('credit.used', 'sum'),
      medianResponseMinutes: percentileFigure(query, facts, 0.5),
    },
    unit,
    series: starts.map(({ from, rows }) => ({
      from,
      signals: addUp(rows, 'signal.%'),
      activities: countContacts(rows),
      conversations: addUp(rows, 'conversation'),
      appointmentsSet: addUp(rows, milestoneMetric('appointment_set', side)),
      closed: addUp(rows, milestoneMetric('closed', side)),
    })),
  }
}

function percentileFigure(query: ViewQuery, { current, before }: Compared, share: number) {
  return {
    value: percentileOf(histogramOf(current), share),
    previous: before && percentileOf(histogramOf(before), share),
    drill: drillOf(query, 'response.%'),
  }
}

async function funnel(tx: TenantTx, query: ViewQuery): Promise<FunnelAnswer> {
  const { side } = query
  const facts = await readCompared(tx, query, ['milestone.%'])
  const people = FUNNEL_MILESTONES.map((milestone) =>
    figureOf(query, facts, milestoneMetric(milestone, side)),
  )
  const first = people[0]?.value ?? 0
  const rowsOf = async (by: 'signal' | 'source') => {
    const { range, filter } = query
    const rows = rowsByValue(await readFacts(tx, { range, filter, by, metrics: ['milestone.%'] }))
    return [...rows]
      .map(([value, ofValue]) => ({
        value,
        stages: FUNNEL_MILESTONES.map((milestone) => {
          const metric = milestoneMetric(milestone, side)
          // A filter of the same kind can't be narrowed further.
          const canDrill = filter[by] === undefined || filter[by] === value
          return {
            people: addUp(ofValue, metric),
            drill: canDrill ? drillOf(query, metric, { [by]: value }) : null,
          }
        }),
        lost: addUp(ofValue, milestoneMetric('lost', side)),
      }))
      .toSorted(
        (a, b) => (b.stages[0]?.people ?? 0) - (a.stages[0]?.people ?? 0) || a.value.localeCompare(b.value),
      )
  }
  return {
    ...headOf(query),
    side,
    stages: FUNNEL_MILESTONES.map((milestone, i) => {
      const figure = people[i] ?? { value: 0, previous: null, drill: null }
      return {
        milestone,
        people: figure,
        implied: addUp(facts.current, milestoneMetric(milestone, side), 'sum'),
        rate: i === 0 ? null : ratio(figure.value, people[i - 1]?.value ?? 0),
        rateOfFirst: i === 0 ? null : ratio(figure.value, first),
      }
    }),
    lost: figureOf(query, facts, milestoneMetric('lost', side)),
    bySignal: await rowsOf('signal'),
    bySource: (await rowsOf('source')).slice(0, limits.MAX_SOURCES),
  }
}

async function response(tx: TenantTx, query: ViewQuery): Promise<ResponseAnswer> {
  const facts = await readCompared(tx, query, ['response.%'])
  const histogram = histogramOf(facts.current)
  const before = facts.before && histogramOf(facts.before)
  const buckets = [...new Set([...histogram.keys(), ...(before?.keys() ?? [])])].toSorted((a, b) => a - b)
  const { range, filter } = query
  const bySignal = rowsByValue(await readFacts(tx, { range, filter, by: 'signal', metrics: ['response.%'] }))
  return {
    ...headOf(query),
    people: figureOf(query, facts, 'response.%'),
    medianMinutes: percentileFigure(query, facts, 0.5),
    percentile80Minutes: percentileFigure(query, facts, 0.8),
    histogram: buckets.map((bucket) => {
      const { from, to } = bucketBounds(bucket)
      return {
        fromMinutes: from,
        toMinutes: to,
        people: histogram.get(bucket) ?? 0,
        previous: before && (before.get(bucket) ?? 0),
        drill: drillOf(query, `response.${bucket}`),
      }
    }),
    bySignal: CATEGORIES.flatMap((signal) => {
      const rows = bySignal.get(signal)
      if (!rows) return []
      const times = histogramOf(rows)
      return [
        {
          signal,
          people: addUp(rows, 'response.%'),
          medianMinutes: percentileOf(times, 0.5),
          percentile80Minutes: percentileOf(times, 0.8),
          drill: drillOf(query, 'response.%', { signal }),
        },
      ]
    }),
  }
}

const MEMBER_METRICS = ['activity.%', 'conversation', 'milestone.%', 'response.%']

async function members(tx: TenantTx, query: ViewQuery): Promise<MembersAnswer> {
  const facts = await readCompared(tx, query, MEMBER_METRICS, 'member')
  const current = rowsByValue(facts.current)
  const before = facts.before && rowsByValue(facts.before)
  const ids = [...new Set([...current.keys(), ...(before?.keys() ?? [])])]
  const names = await listMemberNames(tx, ids)
  const rows = names.map(({ id, name, isFormer }) => {
    const own: Compared = { current: current.get(id) ?? [], before: before && (before.get(id) ?? []) }
    const ownQuery = { ...query, filter: { ...query.filter, member: id } }
    return { memberId: id, name, isFormer, ...memberFigures(ownQuery, own) }
  })
  const others = await deletedMembers(tx, query, facts, new Set(names.map(({ id }) => id)))
  return {
    ...headOf(query),
    minConversationsToRank: limits.MIN_CONVERSATIONS_TO_RANK,
    canRank:
      rows.length > 1 &&
      rows.every(({ conversations }) => conversations.value >= limits.MIN_CONVERSATIONS_TO_RANK),
    members: others ? [...rows, others] : rows,
  }
}

/** What people did whose account is deleted: all that no account did. Null without activities. */
async function deletedMembers(
  tx: TenantTx,
  query: ViewQuery,
  facts: Compared,
  memberIds: ReadonlySet<string>,
) {
  const all = await readCompared(tx, query, MEMBER_METRICS)
  const isOfMember = (row: FactRow) => memberIds.has(row.value)
  const subtract = (rows: FactRow[], others: FactRow[]): FactRow[] => [
    ...rows,
    ...others.filter(isOfMember).map((row) => ({ ...row, n: -row.n, sum: -row.sum })),
  ]
  const rest: Compared = {
    current: subtract(all.current, facts.current),
    before: all.before && subtract(all.before, facts.before ?? []),
  }
  if (addUp(rest.current, 'activity.%') === 0) return null
  return { memberId: null, name: 'Deleted accounts', isFormer: true, ...memberFigures(query, rest) }
}

function memberFigures(query: ViewQuery, facts: Compared) {
  const of = (pattern: string) => figureOf(query, facts, pattern)
  const reached = (milestone: string) => of(milestoneMetric(milestone, query.side))
  return {
    // Every type is a key.
    activities: Object.fromEntries(
      ACTIVITY_TYPES.map((type) => [type, addUp(facts.current, `activity.${type}`)]),
    ) as Record<ActivityType, number>,
    conversations: of('conversation'),
    contacted: reached('contacted'),
    appointmentsSet: reached('appointment_set'),
    appointmentsHeld: reached('appointment_held'),
    agreementsSigned: reached('agreement_signed'),
    underContract: reached('under_contract'),
    closed: reached('closed'),
    lost: reached('lost'),
    medianResponseMinutes: percentileOf(histogramOf(facts.current), 0.5),
  }
}

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

async function bands(tx: TenantTx, query: ViewQuery): Promise<BandsAnswer> {
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
        moved,
        rate: ratio(moved, n),
        ...interval,
        expected: ratio(extra, n),
      }
    }),
  }
}

async function movement(tx: TenantTx, query: ViewQuery): Promise<MovementAnswer> {
  const facts = await readCompared(tx, query, ['score.%'])
  const { unit, starts } = await readSeries(tx, query, ['score.%'])
  const points = (rows: readonly FactRow[]) =>
    addUp(rows, 'score.rose', 'sum') + addUp(rows, 'score.new', 'sum')
  return {
    ...headOf(query),
    rose: figureOf(query, facts, 'score.rose'),
    fell: figureOf(query, facts, 'score.fell'),
    added: figureOf(query, facts, 'score.new'),
    pointsUp: { value: points(facts.current), previous: facts.before && points(facts.before), drill: null },
    pointsDown: {
      value: Math.abs(addUp(facts.current, 'score.fell', 'sum')),
      previous: facts.before && Math.abs(addUp(facts.before, 'score.fell', 'sum')),
      drill: null,
    },
    unit,
    series: starts.map(({ from, rows }) => ({
      from,
      rose: addUp(rows, 'score.rose'),
      fell: addUp(rows, 'score.fell'),
      added: addUp(rows, 'score.new'),
    })),
  }
}

async function coverage(tx: TenantTx, query: ViewQuery): Promise<CoverageAnswer> {
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

async function credits(tx: TenantTx, query: ViewQuery): Promise<CreditsAnswer> {
  const metrics = ['credit.used', 'milestone.%.conversation']
  const facts = await readCompared(tx, query, metrics)
  const { range, filter } = query
  const bySignal = rowsByValue(await readFacts(tx, { range, filter, by: 'signal', metrics }))
  const used = figureOf(query, facts, 'credit.used', 'sum')
  const conversations = figureOf(query, facts, milestoneMetric('conversation', query.side))
  return {
    ...headOf(query),
    used,
    conversations,
    creditsPerConversation: ratio(used.value, conversations.value),
    bySignal: CATEGORIES.flatMap((signal) => {
      const rows = bySignal.get(signal)
      if (!rows) return []
      const usedHere = addUp(rows, 'credit.used', 'sum')
      const conversationsHere = addUp(rows, milestoneMetric('conversation', query.side))
      return [
        {
          signal,
          used: usedHere,
          conversations: conversationsHere,
          creditsPerConversation: ratio(usedHere, conversationsHere),
          drill: drillOf(query, milestoneMetric('conversation', query.side), { signal }),
        },
      ]
    }),
  }
}

const PIPELINE_MILESTONES = [
  ...([
    'appointment_set',
    'appointment_held',
    'agreement_signed',
    'under_contract',
    'closed',
    'lost',
  ] as const),
]

async function pipeline(tx: TenantTx, query: ViewQuery): Promise<PipelineAnswer> {
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

async function neighborhoods(tx: TenantTx, query: ViewQuery): Promise<NeighborhoodsAnswer> {
  const { range, filter } = query
  const { rows, asOf } = await readState(tx, query, { metric: 'zip' }, () =>
    gauges.countZipCodes(tx, filter, limits.MAX_ZIP_CODES),
  )
  const metrics = ['signal.%', 'conversation', 'milestone.%.closed', 'move']
  const facts = rowsByValue(await readFacts(tx, { range, filter, by: 'zip', metrics }))
  return {
    ...headOf(query),
    asOf,
    neighborhoods: rows.map(({ value, n, sum, label }) => {
      const own = facts.get(value) ?? []
      const [city, state] = label?.split('|') ?? []
      return {
        zip: value || null,
        city: city || null,
        state: state || null,
        contacts: n,
        expectedMoves: sum,
        signals: addUp(own, 'signal.%'),
        conversations: addUp(own, 'conversation'),
        closed: addUp(own, milestoneMetric('closed', query.side)),
        moves: addUp(own, 'move'),
        drill: value ? drillOf(query, 'contact', { zip: value }) : null,
      }
    }),
  }
}

export const VIEWS = {
  overview,
  funnel,
  response,
  members,
  bands,
  movement,
  coverage,
  credits,
  pipeline,
  neighborhoods,
} satisfies Record<AnalyticsView, (tx: TenantTx, query: ViewQuery) => Promise<unknown>>
