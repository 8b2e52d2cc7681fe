import type { ScoreExplanation } from '#contract/score.ts'
import type { ScoreResult } from '#domain/score/score-input.ts'
import { markContactFacts } from '#server/platform/analytics-facts.ts'
import { columnRows } from '#server/platform/db/column-rows.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { emit } from '#server/platform/emit.ts'
import { MIN_EVENT_CHANGE } from '../limits.ts'

/** Stores scores that differ from the latest stored ones, with the cause. */
export async function insertHistory(
  tx: TenantTx,
  scores: readonly { contactId: string; result: ScoreResult }[],
  cause: string,
): Promise<void> {
  if (scores.length === 0) return
  const rows = scores.map(({ contactId, result }) => ({ contactId, ...rowOf(result) }))
  const changes = await tx.rows<{ contactId: string; change: number | null }>(
    `insert into score_history (organization_id, contact_id, score, chance, lift, points, cause, model_version,
       calibration_version, recorded_at, previous_score)
     select $1, n.contact_id, n.score, n.chance, n.lift, n.points,
            case when $3 = 'faded' and last.model_version <> n.model_version then 'model'
                 when $3 = 'policy' and last.calibration_version is distinct from n.calibration_version then 'calibrated'
                 else $3 end,
            n.model_version, n.calibration_version, clock_timestamp(),
            -- A merge doesn't change a person's chance, so it counts as no rise or fall.
            case when $3 = 'merged' then n.score else last.score end
       from jsonb_to_recordset($2) as n(contact_id uuid, score int, chance real, lift real, points jsonb,
         model_version text, calibration_version int)
       left join lateral (
         select score, points, model_version, calibration_version from score_history l
          where l.organization_id = $1 and l.contact_id = n.contact_id order by l.recorded_at desc limit 1) last on true
      where (last.score, last.points, last.model_version, last.calibration_version)
            is distinct from (n.score, n.points, n.model_version, n.calibration_version)
      returning contact_id, score - previous_score as change`,
    [tx.organizationId, columnRows(rows), cause],
    'insert-score-history',
  )
  const contactIds = changes.flatMap(({ contactId, change }) =>
    change === null || Math.abs(change) >= MIN_EVENT_CHANGE ? [contactId] : [],
  )
  await emit(tx, { type: 'contact.score_changed', contactIds, changed: ['score'] })
}

function rowOf({ score, chance, lift, modelVersion, calibrationVersion, points }: ScoreResult) {
  const shares = points.map(({ category, points: share }) => ({ category, points: share }))
  return { score, chance, lift, modelVersion, calibrationVersion, points: shares }
}

/** History of a contact, oldest first. */
export function listHistory(tx: TenantTx, contactId: string): Promise<ScoreExplanation['history']> {
  return tx.rows(
    `select recorded_at as at, score, chance, cause from score_history
      where organization_id = $1 and contact_id = $2 order by recorded_at`,
    [tx.organizationId, contactId],
  )
}

/** Adds scores of earlier days and links the later ones to them. */
export async function insertPastScores(
  tx: TenantTx,
  contactId: string,
  pastScores: readonly { at: string; result: ScoreResult }[],
): Promise<void> {
  const rows = pastScores.map(({ at, result }) => ({ at, ...rowOf(result) }))
  await tx.run(
    `insert into score_history (organization_id, contact_id, score, chance, lift, points, cause, model_version,
       calibration_version, recorded_at)
     select $1, $2, p.score, p.chance, p.lift, p.points, 'backfilled', p.model_version, p.calibration_version, p.at
       from jsonb_to_recordset($3) as p(at timestamptz, score int, chance real, lift real, points jsonb, model_version text,
         calibration_version int)`,
    [tx.organizationId, contactId, columnRows(rows)],
  )
  await tx.run(
    `update score_history h set previous_score = p.previous
       from (select id, lag(score) over (order by recorded_at, id) as previous from score_history
              where organization_id = $1 and contact_id = $2) p
      where h.organization_id = $1 and h.id = p.id and h.previous_score is distinct from p.previous`,
    [tx.organizationId, contactId],
  )
  await markContactFacts(tx, [contactId])
}

/** Deletes some old score history, but never a contact's newest entry. */
export function deleteOutdated(tx: TenantTx, cutoff: Date, limit: number): Promise<number> {
  // The marks let the counts of these days go, too.
  return tx.value(
    `with deleted as (
       delete from score_history where organization_id = $1 and id = any (array(
         select h.id from score_history h
          where h.organization_id = $1 and h.recorded_at < $2
            and exists (select from score_history n where n.organization_id = $1 and n.contact_id = h.contact_id
                  and (n.recorded_at, n.id) > (h.recorded_at, h.id))
          limit $3)) returning recorded_at),
     marked as (select mark_fact_days(array(select fact_day(recorded_at) from deleted)))
     select count(*)::int from deleted, marked`,
    [tx.organizationId, cutoff, limit],
  )
}
