import type { BrokerageMove } from '#contract/brokerages.ts'
import type { Query } from '#server/platform/db/database.ts'
import type { TimedRow, TimeRange } from '#server/platform/page.ts'

export type NewMove = {
  id: string
  brokerageId: string
  kind: BrokerageMove['kind']
  from: string | null
  to: string | null
  amount: number
  movedBy: string | null
}

/** @returns false if this id was used before */
export function insertMove(
  tx: Query,
  { id, brokerageId, kind, from, to, amount, movedBy }: NewMove,
): Promise<boolean> {
  return tx.changed(
    `insert into brokerage_moves (brokerage_id, id, kind, from_office, to_office, amount, moved_by)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [brokerageId, id, kind, from, to, amount, movedBy],
  )
}

export function listMoves(
  db: Query,
  brokerageId: string,
  { after, limit }: TimeRange,
): Promise<TimedRow<BrokerageMove>[]> {
  return db.rows(
    `select m.id, m.kind, f.name as from_name, t.name as to_name, m.amount, m.created_at, m.created_at::text as exact_at
       from brokerage_moves m left join organizations f on f.id = m.from_office
       left join organizations t on t.id = m.to_office
      where m.brokerage_id = $1 and ($2::timestamptz is null or (m.created_at, m.id) < ($2, $3::uuid))
      order by m.created_at desc, m.id desc limit $4`,
    [brokerageId, after?.at ?? null, after?.id ?? null, limit],
  )
}
