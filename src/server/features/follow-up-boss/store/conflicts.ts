import type { FollowUpBossConflict } from '#contract/follow-up-boss.ts'
import type { FieldConflict } from '#domain/follow-up-boss/three-way.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { TimedRow, TimeRange } from '#server/platform/page.ts'

/** The object that a conflict is about. */
export type ConflictSubject = { kind: FollowUpBossConflict['kind']; localId: string; contactId: string }

/** Logs values before they are overwritten; one that a stopped process logged already isn't repeated. */
export async function insertConflicts(
  tx: TenantTx,
  { kind, localId, contactId }: ConflictSubject,
  conflicts: readonly FieldConflict[],
): Promise<void> {
  for (const { field, kept, keptValue, lostValue } of conflicts)
    await tx.run(
      `insert into follow_up_boss_conflicts
         (organization_id, contact_id, kind, local_id, field, kept, kept_value, lost_value)
       select $1, $2, $3, $4, $5, $6, $7, $8
        where not exists (
          select from follow_up_boss_conflicts c
           where c.organization_id = $1 and c.kind = $3 and c.local_id = $4 and c.field = $5 and c.kept = $6
             and c.kept_value is not distinct from $7 and c.lost_value is not distinct from $8
             and c.undone_at is null and c.created_at > now() - interval '1 hour')`,
      [tx.organizationId, contactId, kind, localId, field, kept, keptValue, lostValue],
    )
}

type ConflictRow = FollowUpBossConflict & { localId: string }

const COLUMNS = `c.id, c.contact_id, concat_ws(' ', p.first_name, p.last_name) as contact_name, c.kind, c.local_id, c.field,
  c.kept, c.kept_value, c.lost_value, c.created_at, c.undone_at`
const TABLES = `follow_up_boss_conflicts c
  join contacts p on p.organization_id = c.organization_id and p.id = c.contact_id`

export function listConflicts(tx: TenantTx, { after, limit }: TimeRange): Promise<TimedRow<ConflictRow>[]> {
  return tx.rows(
    `select ${COLUMNS}, c.created_at::text as exact_at from ${TABLES}
      where c.organization_id = $1 and ($2::timestamptz is null or (c.created_at, c.id) < ($2, $3::uuid))
      order by c.created_at desc, c.id desc limit $4`,
    [tx.organizationId, after?.at ?? null, after?.id ?? null, limit],
  )
}

export function findConflict(tx: TenantTx, id: string): Promise<ConflictRow | undefined> {
  return tx.row(`select ${COLUMNS} from ${TABLES} where c.organization_id = $1 and c.id = $2`, [
    tx.organizationId,
    id,
  ])
}

/** @returns false if it was undone */
export function setUndone(tx: TenantTx, id: string, userId: string | null): Promise<boolean> {
  return tx.changed(
    `update follow_up_boss_conflicts set undone_at = now(), undone_by = $3
      where organization_id = $1 and id = $2 and undone_at is null`,
    [tx.organizationId, id, userId],
  )
}

export function deleteOutdated(tx: TenantTx, days: number, limit: number): Promise<number> {
  return tx.run(
    `delete from follow_up_boss_conflicts where (organization_id, id) in (
       select organization_id, id from follow_up_boss_conflicts
        where organization_id = $1 and created_at < now() - make_interval(days => $2) limit $3)`,
    [tx.organizationId, days, limit],
  )
}
