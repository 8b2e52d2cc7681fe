import { columnRows } from '#server/platform/db/column-rows.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

/** True if a user recorded a move that was not undone. */
export function hasReportedMove(tx: TenantTx, contactId: string): Promise<boolean> {
  return tx.exists(
    `select 1 from outcomes where organization_id = $1 and contact_id = $2 and kind = 'moved' and source = 'person'
        and undone_at is null`,
    [tx.organizationId, contactId],
  )
}

export type ReportedMove = {
  contactId: string
  movedOn: string
  note: string | null
  recordedBy: string | null
  recordedAt: Date
}

export async function insertReportedMove(tx: TenantTx, move: ReportedMove): Promise<void> {
  await tx.run(
    `insert into outcomes (organization_id, contact_id, kind, moved_on, source, note, recorded_by, recorded_at)
     values ($1, $2, 'moved', $3, 'person', $4, $5, $6)`,
    [tx.organizationId, move.contactId, move.movedOn, move.note, move.recordedBy, move.recordedAt],
  )
}

export type DetectedMove = { contactId: string; movedOn: string; addressKey: Buffer }

/** Stores detected moves, once per address. @returns contacts with a new move */
export async function insertDetectedMoves(
  tx: TenantTx,
  moves: readonly DetectedMove[],
  recordedAt: Date,
): Promise<Set<string>> {
  const rows = await tx.rows<{ contactId: string }>(
    `insert into outcomes (organization_id, contact_id, kind, moved_on, source, address_key, recorded_at)
     select $1, m.contact_id, 'moved', m.moved_on, 'address', decode(m.address_key, 'hex'), $3
       from jsonb_to_recordset($2) as m(contact_id uuid, moved_on date, address_key text)
      where not exists (select from outcomes o
        where o.organization_id = $1 and o.contact_id = m.contact_id and o.address_key = decode(m.address_key, 'hex'))
     returning contact_id`,
    [
      tx.organizationId,
      columnRows(moves.map((move) => ({ ...move, addressKey: move.addressKey.toString('hex') }))),
      recordedAt,
    ],
    'insert-seen-moves',
  )
  return new Set(rows.map(({ contactId }) => contactId))
}

/** Undoes every move of a contact. @returns their days */
export function undoMoves(
  tx: TenantTx,
  contactId: string,
  undoneBy: string | null,
  undoneAt: Date,
): Promise<string[]> {
  return tx.column(
    `update outcomes set undone_by = $3, undone_at = $4
      where organization_id = $1 and contact_id = $2 and undone_at is null returning moved_on`,
    [tx.organizationId, contactId, undoneBy, undoneAt],
  )
}

export function countMoves(tx: TenantTx): Promise<{ person: number; address: number }> {
  return tx.one<{ person: number; address: number }>(
    `select count(*) filter (where source = 'person')::int as person,
            count(*) filter (where source = 'address')::int as address
       from outcomes where organization_id = $1 and undone_at is null`,
    [tx.organizationId],
  )
}
