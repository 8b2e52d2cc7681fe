import type { TenantTx } from './db/database.ts'

/** Asks for a check of every contact with a signal of a rule about protected traits. */
export async function requestRankingChecks(tx: TenantTx): Promise<void> {
  await tx.run(
    `insert into signal_rule_checks (organization_id, contact_id)
     select $1, id from contacts where organization_id = $1 and rank_signals is not null order by id
     on conflict do nothing`,
    [tx.organizationId],
  )
}

/**
 * Asks for a check of changed contacts by the organization's own signal rules, if one is on. Part of the transaction that
 * changes them.
 */
export async function requestRuleChecks(tx: TenantTx, contactIds: readonly string[]): Promise<void> {
  if (contactIds.length === 0) return
  await tx.run(
    `insert into signal_rule_checks (organization_id, contact_id)
     select $1, changed.id from (select distinct id from unnest($2::uuid[]) u(id)) changed
      where exists (select from signal_rules where organization_id = $1 and is_on)
      order by changed.id
     on conflict do nothing`,
    [tx.organizationId, contactIds],
    'request-rule-checks',
  )
}
