import type { TenantTx } from '#server/platform/db/database.ts'

/** Whether a person's word on a move of the contact stands. */
export async function hasToldMove(tx: TenantTx, contactId: string): Promise<boolean> {
  const row = await tx.row(
    `select 1 from outcomes where organization_id = $1 and contact_id = $2 and kind = 'moved' and source = 'person'
        and undone_at is null`,
    [tx.organizationId, contactId],
  )
  return row !== undefined
}

export type ToldMove = {
  contactId: string
  movedOn: string
  note: string | null
  recordedBy: string | null
  at: Date
}

export async function insertToldMove(tx: TenantTx, move: ToldMove): Promise<void> {
  await tx.run(
    `insert into outcomes (organization_id, contact_id, kind, moved_on, source, note, recorded_by, recorded_at)
     values ($1, $2, 'moved', $3, 'person', $4, $5, $6)`,
    [tx.organizationId, move.contactId, move.movedOn, move.note, move.recordedBy, move.at],
  )
}

export type SeenMove = { contactId: string; movedOn: string; addressKey: Buffer; at: Date }

/** Keeps a move that an address tells of, once an address. @returns whether it was news */
export async function insertSeenMove(tx: TenantTx, move: SeenMove): Promise<boolean> {
  const inserted = await tx.run(
    `insert into outcomes (organization_id, contact_id, kind, moved_on, source, address_key, recorded_at)
     select $1::uuid, $2::uuid, 'moved', $3::date, 'address', $4::bytea, $5::timestamptz
      where not exists (select from outcomes
        where organization_id = $1 and contact_id = $2 and address_key = $4)`,
    [tx.organizationId, move.contactId, move.movedOn, move.addressKey, move.at],
  )
  return inserted > 0
}

/** Takes back every move of a contact that stands. @returns how many there were */
export function undoMoves(
  tx: TenantTx,
  contactId: string,
  undoneBy: string | null,
  at: Date,
): Promise<number> {
  return tx.run(
    `update outcomes set undone_by = $3, undone_at = $4
      where organization_id = $1 and contact_id = $2 and undone_at is null`,
    [tx.organizationId, contactId, undoneBy, at],
  )
}

export async function countMoves(tx: TenantTx): Promise<{ person: number; address: number }> {
  const row = await tx.row<{ person: number; address: number }>(
    `select count(*) filter (where source = 'person')::int as person,
            count(*) filter (where source = 'address')::int as address
       from outcomes where organization_id = $1 and undone_at is null`,
    [tx.organizationId],
  )
  return row ?? { person: 0, address: 0 }
}
