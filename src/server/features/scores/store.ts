import type { ScoreResult } from '#domain/score/score-input.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

/** Keeps a score that differs from the last one kept, with what caused the change. */
export async function insertHistory(tx: TenantTx, contactId: string, result: ScoreResult, cause: string) {
  await tx.run(
    `insert into score_history (organization_id, contact_id, score, chance, lift, points, cause, model_version, recorded_at)
     select $1::uuid, $2::uuid, $3::int, $4::real, $5::real, $6::jsonb, $7, $8, clock_timestamp()
      where not exists (
        select from (select score, chance, points, model_version from score_history
                      where organization_id = $1 and contact_id = $2 order by recorded_at desc limit 1) last
         where last.score = $3 and last.points = $6 and last.model_version = $8)`,
    [
      tx.organizationId,
      contactId,
      result.score,
      result.chance,
      result.lift,
      JSON.stringify(result.points.map(({ category, points }) => ({ category, points }))),
      cause,
      result.modelVersion,
    ],
  )
}

export type HistoryRow = { at: string; score: number; chance: number }

/** The kept scores of a contact, oldest first. */
export function listHistory(tx: TenantTx, contactId: string): Promise<HistoryRow[]> {
  return tx.rows<HistoryRow>(
    `select recorded_at as at, score, chance from score_history
      where organization_id = $1 and contact_id = $2 order by recorded_at`,
    [tx.organizationId, contactId],
  )
}

export type PolicyRow = { excludeFamilial: boolean; excludeAge: boolean }

export function findPolicy(tx: TenantTx): Promise<PolicyRow | undefined> {
  return tx.row<PolicyRow>('select exclude_familial, exclude_age from organizations where id = $1', [
    tx.organizationId,
  ])
}

/** Contacts with a score of an earlier day, after the given id. */
export async function staleContacts(tx: TenantTx, before: string, afterId: string | null, limit: number) {
  const rows = await tx.rows<{ id: string }>(
    `select id from contacts where organization_id = $1 and scored_at < $2 and ($3::uuid is null or id > $3)
      order by id limit $4`,
    [tx.organizationId, before, afterId, limit],
  )
  return rows.map(({ id }) => id)
}

/** Adds scores of earlier days. */
export async function insertPast(
  tx: TenantTx,
  contactId: string,
  past: readonly { at: string; result: ScoreResult }[],
): Promise<void> {
  await tx.run(
    `insert into score_history (organization_id, contact_id, score, chance, lift, points, cause, model_version, recorded_at)
     select $1, $2, p.score, p.chance, p.lift, p.points, 'backfilled', p.model_version, p.at
       from jsonb_to_recordset($3) as p(at timestamptz, score int, chance real, lift real, points jsonb, model_version text)`,
    [
      tx.organizationId,
      contactId,
      JSON.stringify(
        past.map(({ at, result }) => ({
          at,
          score: result.score,
          chance: result.chance,
          lift: result.lift,
          points: result.points.map(({ category, points }) => ({ category, points })),
          model_version: result.modelVersion,
        })),
      ),
    ],
  )
}
