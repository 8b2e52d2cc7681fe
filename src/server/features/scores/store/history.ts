import type { ScoreResult } from '#domain/score/score-input.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

/** Stores scores that differ from the latest stored ones, with the cause. */
export async function insertHistory(
  tx: TenantTx,
  scored: readonly { contactId: string; result: ScoreResult }[],
  cause: string,
): Promise<void> {
  const rows = scored.map(({ contactId, result }) => ({
    contact_id: contactId,
    ...{ score: result.score, chance: result.chance, lift: result.lift },
    points: pointsOf(result),
    model_version: result.modelVersion,
  }))
  await tx.run(
    `insert into score_history (organization_id, contact_id, score, chance, lift, points, cause, model_version,
       recorded_at, previous_score)
     select $1, n.contact_id, n.score, n.chance, n.lift, n.points, $3, n.model_version, clock_timestamp(),
            -- A merge doesn't change a person's chance, so it counts as no rise or fall.
            case when $3 = 'merged' then n.score else last.score end
       from jsonb_to_recordset($2) as n(contact_id uuid, score int, chance real, lift real, points jsonb,
         model_version text)
       left join lateral (
         select score, points, model_version from score_history l
          where l.organization_id = $1 and l.contact_id = n.contact_id order by l.recorded_at desc limit 1) last on true
      where (last.score, last.points, last.model_version) is distinct from (n.score, n.points, n.model_version)`,
    [tx.organizationId, JSON.stringify(rows), cause],
    'insert-score-history',
  )
}

/** Points by category as stored in the history. */
export function pointsOf({ points }: ScoreResult) {
  return points.map(({ category, points: share }) => ({ category, points: share }))
}

export type HistoryRow = { at: string; score: number; chance: number; cause: string }

/** History of a contact, oldest first. */
export function listHistory(tx: TenantTx, contactId: string): Promise<HistoryRow[]> {
  return tx.rows<HistoryRow>(
    `select recorded_at as at, score, chance, cause from score_history
      where organization_id = $1 and contact_id = $2 order by recorded_at`,
    [tx.organizationId, contactId],
  )
}

/** Adds scores of earlier days and links the later ones to them. */
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
          points: pointsOf(result),
          model_version: result.modelVersion,
        })),
      ),
    ],
  )
  await tx.run(
    `update score_history h set previous_score = p.previous
       from (select id, lag(score) over (order by recorded_at, id) as previous from score_history
              where organization_id = $1 and contact_id = $2) p
      where h.organization_id = $1 and h.id = p.id and h.previous_score is distinct from p.previous`,
    [tx.organizationId, contactId],
  )
}
