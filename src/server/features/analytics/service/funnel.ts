import type { CreditsAnswer, FunnelAnswer, ResponseAnswer } from '#contract/analytics/answers.ts'
import { FUNNEL_MILESTONES, type Milestone } from '#domain/analytics/milestones.ts'
import { bucketBounds, percentileOf } from '#domain/analytics/response-times.ts'
import { CATEGORIES } from '#domain/signals/categories.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { MAX_SOURCES } from '../limits.ts'
import { readFacts } from '../store/facts.ts'
import {
  addUp,
  drillOf,
  figureOf,
  headOf,
  histogramOf,
  milestoneMetric,
  percentileFigure,
  ratio,
  readCompared,
  rowsByValue,
  type ViewQuery,
} from './figures.ts'

export async function funnel(tx: TenantTx, query: ViewQuery): Promise<FunnelAnswer> {
  const { side } = query
  const metrics = [milestoneMetric('%', side)]
  const facts = await readCompared(tx, query, metrics)
  const people = FUNNEL_MILESTONES.map((milestone) =>
    figureOf(query, facts, milestoneMetric(milestone, side)),
  )
  const first = people[0]?.value ?? 0
  const rowsOf = async (by: 'signal' | 'source') => {
    const { range, filter } = query
    const rows = rowsByValue(await readFacts(tx, { range, filter, by, metrics }))
    return [...rows]
      .map(([value, ofValue]) => {
        // A filter of the same kind can't be narrowed further.
        const canDrill = filter[by] === undefined || filter[by] === value
        const reached = (milestone: Milestone) => {
          const metric = milestoneMetric(milestone, side)
          const drill = canDrill ? drillOf(query, metric, { [by]: value }) : null
          return { people: addUp(ofValue, metric), drill }
        }
        return { value, stages: FUNNEL_MILESTONES.map(reached), lost: reached('lost') }
      })
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
    bySource: (await rowsOf('source')).slice(0, MAX_SOURCES),
  }
}

export async function response(tx: TenantTx, query: ViewQuery): Promise<ResponseAnswer> {
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

export async function credits(tx: TenantTx, query: ViewQuery): Promise<CreditsAnswer> {
  const metrics = ['credit.used', milestoneMetric('conversation', query.side)]
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
