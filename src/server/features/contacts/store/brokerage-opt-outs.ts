import type { Channel } from '#domain/compliance/outreach.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OptedOutContact } from './channel-opt-outs.ts'

/** Channels that requests in other offices of the brokerage block, by hash. */
export function findBrokerageOptOuts(
  tx: TenantTx,
  hashes: readonly string[],
): Promise<{ key: string; channel: Channel }[]> {
  return tx.rows(
    `select encode(key, 'hex') as key, channel
       from brokerage_opt_outs(array(select decode(k, 'hex') from unnest($1::text[]) as k))`,
    [hashes],
  )
}

type PointsRow = Pick<OptedOutContact, 'id' | 'email' | 'phone' | 'details'>

/** Addresses and numbers of contacts. */
export function listPoints(tx: TenantTx, ids: readonly string[]): Promise<PointsRow[]> {
  return tx.rows<PointsRow>(
    'select id, email, phone, details from contacts where organization_id = $1 and id = any($2)',
    [tx.organizationId, ids],
  )
}

/** Addresses and numbers of a batch of contacts, in the order of their ids. */
export function listPointsAfter(tx: TenantTx, after: string | null, limit: number): Promise<PointsRow[]> {
  return tx.rows<PointsRow>(
    `select id, email, phone, details from contacts
      where organization_id = $1 and ($2::uuid is null or id > $2) order by id limit $3`,
    [tx.organizationId, after, limit],
  )
}
