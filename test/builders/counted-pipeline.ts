// Counts the pipeline in TypeScript and from the rows of an organization, for comparison with its SQL.
import type { AnalyticsFilter, DayRange } from '#contract/analytics/query.ts'
import type { AgreementSide } from '#domain/activities/relationship.ts'
import type { Query } from '#server/platform/db/query.ts'
import type { CountedFacts } from './counted-facts.ts'

export type PipelineQuery = { range: DayRange; filter: AnalyticsFilter; side: AgreementSide | null }
/** People, deals with a fee, and sums in cents, by stage. */
export type Pipeline = Record<string, [people: number, valued: number, priceCents: number, feeCents: number]>
type Deal = { contact: string; side: string; stage: string }
type Value = {
  contactId: string
  side: string
  priceCents: number | null
  feeCents: number | null
  feePercent: number | null
}

const OPEN_STAGES = ['under_contract', 'agreement_signed', 'appointment_held', 'appointment_set']

/** The pipeline of an organization; `owner` is a member with own records. */
export async function countedPipeline(
  database: Query,
  organizationId: string,
  { facts, contacts }: CountedFacts,
  { range, filter, side }: PipelineQuery,
  owner?: string,
): Promise<Pipeline> {
  const values = await database.rows<Value>(
    'select contact_id, side, price_cents, fee_cents, fee_percent from pipeline_values where organization_id = $1',
    [organizationId],
  )
  const isIncluded = (id: string) => {
    const contact = contacts.get(id)
    if (owner !== undefined && contact?.owner !== owner) return false
    return Object.entries(filter).every(([dimension, value]) =>
      dimension === 'member' ? contact?.owner === value : contact?.values[dimension]?.includes(value),
    )
  }
  const pipeline: Pipeline = {}
  const deals = dealsOf(facts, range).filter(
    (deal) => isIncluded(deal.contact) && (side === null || deal.side === side),
  )
  for (const [stage, own] of Map.groupBy(deals, (deal) => deal.stage)) {
    const typed = own.flatMap((deal) =>
      values.filter(({ contactId, side: ofSide }) => contactId === deal.contact && ofSide === deal.side),
    )
    const fees = typed.map(feeOf).filter((fee) => fee !== null)
    pipeline[stage] = [
      new Set(own.map(({ contact }) => contact)).size,
      fees.length,
      typed.reduce((sum, { priceCents }) => sum + (priceCents ?? 0), 0),
      fees.reduce((sum, fee) => sum + fee, 0),
    ]
  }
  return pipeline
}

/** Open deals by their last stage, and closings and losses of the range. */
function dealsOf(facts: CountedFacts['facts'], range: DayRange): Deal[] {
  const milestones = facts.flatMap(({ metric, contact, day }) => {
    const [kind, side = '', milestone = ''] = metric.split('.')
    return kind === 'milestone' && side !== 'any' && contact ? [{ contact, side, milestone, day }] : []
  })
  return [...Map.groupBy(milestones, ({ contact, side }) => `${contact} ${side}`).values()].flatMap((own) => {
    const ended = own.filter(({ milestone }) => milestone === 'closed' || milestone === 'lost')
    const stages =
      ended.length > 0
        ? ended.filter(({ day }) => day >= range.from && day <= range.to).map(({ milestone }) => milestone)
        : OPEN_STAGES.filter((stage) => own.some(({ milestone }) => milestone === stage)).slice(0, 1)
    const [first] = own
    return first ? stages.map((stage) => ({ contact: first.contact, side: first.side, stage })) : []
  })
}

function feeOf({ priceCents, feeCents, feePercent }: Value): number | null {
  if (feeCents !== null) return feeCents
  return priceCents === null || feePercent === null ? null : Math.round((priceCents * feePercent) / 100)
}
