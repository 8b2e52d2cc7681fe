import type { MembersAnswer } from '#contract/analytics/answers.ts'
import type { Figure } from '#contract/analytics/query.ts'
import { ACTIVITY_TYPES, type ActivityType } from '#domain/activities/activity.ts'
import { percentileOf } from '#domain/analytics/response-times.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { MIN_CONVERSATIONS_TO_RANK } from '../limits.ts'
import { type FactRow, readFacts } from '../store/facts.ts'
import { listMemberNames } from '../store/milestones.ts'
import {
  addUp,
  type Compared,
  figureOf,
  figureWithoutPeople,
  headOf,
  histogramOf,
  milestoneFigures,
  milestoneMetric,
  readCompared,
  rowsByValue,
  type ViewQuery,
} from './figures.ts'

const metricsOf = ({ side }: ViewQuery) => [
  'activity.%',
  'conversation',
  milestoneMetric('%', side),
  'response.%',
]

export async function members(tx: TenantTx, query: ViewQuery): Promise<MembersAnswer> {
  const facts = await readCompared(tx, query, metricsOf(query), 'member')
  const current = rowsByValue(facts.current)
  const before = facts.before && rowsByValue(facts.before)
  const ids = [...new Set([...current.keys(), ...(before?.keys() ?? [])])]
  const names = await listMemberNames(tx, ids)
  const rows = names.map(({ id, name, isFormer }) => {
    const own: Compared = { current: current.get(id) ?? [], before: before && (before.get(id) ?? []) }
    const ownQuery = { ...query, filter: { ...query.filter, member: id } }
    return { memberId: id, name, isFormer, ...memberFigures(ownQuery, own) }
  })
  const others = await readUnassigned(tx, query, facts, new Set(names.map(({ id }) => id)))
  return {
    ...headOf(query),
    minConversationsToRank: MIN_CONVERSATIONS_TO_RANK,
    canRank:
      rows.length > 1 && rows.every(({ conversations }) => conversations.value >= MIN_CONVERSATIONS_TO_RANK),
    members: others ? [...rows, others] : rows,
  }
}

/**
 * Sums the work without a member on record: of deleted accounts, of contacts that came from another organization, and of
 * unassigned appointments. Its people can't be listed. Null without activities.
 */
async function readUnassigned(
  tx: TenantTx,
  query: ViewQuery,
  facts: Compared,
  memberIds: ReadonlySet<string>,
) {
  const isOfMember = (row: FactRow) => memberIds.has(row.value)
  // Most organizations have none, which the activities of the range alone tell.
  const { range, filter } = query
  const activities = await readFacts(tx, { range, filter, metrics: ['activity.%'] })
  if (addUp(activities, 'activity.%') === addUp(facts.current.filter(isOfMember), 'activity.%')) return null
  const all = await readCompared(tx, query, metricsOf(query))
  const subtract = (rows: FactRow[], others: FactRow[]): FactRow[] => [
    ...rows,
    ...others.filter(isOfMember).map((row) => ({ ...row, n: -row.n, sum: -row.sum })),
  ]
  const rest: Compared = {
    current: subtract(all.current, facts.current),
    before: all.before && subtract(all.before, facts.before ?? []),
  }
  const figures = memberFigures(query, rest, figureWithoutPeople)
  return { memberId: null, name: 'No member on record', isFormer: false, ...figures }
}

function memberFigures(query: ViewQuery, facts: Compared, toFigure = figureOf) {
  return {
    // Every type is a key.
    activities: Object.fromEntries(
      ACTIVITY_TYPES.map((type) => [type, toFigure(query, facts, `activity.${type}`)]),
    ) as Record<ActivityType, Figure>,
    conversations: toFigure(query, facts, 'conversation'),
    ...milestoneFigures(query, facts, toFigure),
    medianResponseMinutes: percentileOf(histogramOf(facts.current), 0.5),
  }
}
