import type { TenantTx } from './db/database.ts'

/** Properties that analytics groups contacts by. */
export type FactDimension = 'signal' | 'source' | 'relationship' | 'tag' | 'team' | 'zip'

/** Derives the milestones of contacts after something that they rest on changed. Part of the changing transaction. */
export async function refreshMilestones(tx: TenantTx, contactIds: readonly string[]): Promise<void> {
  if (contactIds.length === 0) return
  await tx.run('select refresh_milestones($1)', [contactIds], 'refresh-milestones')
}

/**
 * Marks all days of contacts whose sums change: of all sums before contacts are deleted or merged, of one dimension after a
 * contact's value in it changed. Part of the changing transaction.
 */
export async function markContactFacts(
  tx: TenantTx,
  contactIds: readonly string[],
  dimension: FactDimension | null = null,
): Promise<void> {
  if (contactIds.length === 0) return
  await tx.run('select mark_contact_facts($1, $2)', [contactIds, dimension], 'mark-contact-facts')
}

/** Lets the present state be counted live until the next night, because contacts are erased. Part of that transaction. */
export async function expireGauges(tx: TenantTx): Promise<void> {
  await tx.run('select expire_gauges()', [], 'expire-gauges')
}

/** Marks the American days of some times. Today is never summed and needs no mark. */
export async function markFactTimes(tx: TenantTx, times: readonly (string | Date)[]): Promise<void> {
  await tx.run(
    'select mark_fact_days(array(select fact_day(t) from unnest($1::timestamptz[]) t))',
    [times],
    'mark-fact-times',
  )
}

/** Marks calendar days, `YYYY-MM-DD`. */
export async function markFactDays(tx: TenantTx, days: readonly string[]): Promise<void> {
  if (days.length === 0) return
  await tx.run('select mark_fact_days($1::date[])', [days], 'mark-fact-days')
}
