import type { NamedContact } from '#domain/assistant/own-answers.ts'
import type { Narrowing } from '#domain/assistant/questions.ts'
import { stateSpellings } from '#domain/assistant/us-states.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

const NAMED = `c.id, c.first_name || ' ' || c.last_name as name, c.nine_d_score as score, c.city, c.state,
  coalesce((select h.points from score_history h where h.organization_id = $1 and h.contact_id = c.id
             order by h.recorded_at desc limit 1), '[]') as points`

const FITTING = `c.organization_id = $1
  and ($2::int is null or c.nine_d_score >= $2) and ($3::int is null or c.nine_d_score <= $3)
  and ($4::nine_d_category is null or exists (
    select from signals s where s.organization_id = $1 and s.contact_id = c.id and s.category = $4
       and coalesce((s.metadata->'live')::boolean, false)))
  and ($5::text[] is null or lower(c.city) = any($5) or lower(c.state) = any($5) or left(c.zip_code, 5) = any($5))
  and ($6::text is null or ($6 in ('email', 'any') and c.email_verified = 'verified')
       or ($6 in ('phone', 'any') and c.phone_verified = 'verified'))
  and ($7::boolean is null or (c.nine_d_score is not null) = $7)`

/** Those who may be called, are worth a call, and have not moved already. */
const CALLABLE = `not c.do_not_contact and not ('call' = any(c.refused_channels)) and c.nine_d_score > 0
  and not exists (select from outcomes o where o.organization_id = $1 and o.contact_id = c.id and o.undone_at is null)`

function valuesOf(tx: TenantTx, narrowing: Narrowing): unknown[] {
  const { scoreFrom, scoreTo, signal, place, verified, scored } = narrowing
  return [
    ...[tx.organizationId, scoreFrom ?? null, scoreTo ?? null, signal ?? null],
    ...[place === undefined ? null : stateSpellings(place), verified ?? null, scored ?? null],
  ]
}

/** The fitting contacts with the highest scores; with `callable` only those who may be called. */
export function listBest(
  tx: TenantTx,
  narrowing: Narrowing,
  { limit, callable }: { limit: number; callable: boolean },
): Promise<NamedContact[]> {
  return tx.rows<NamedContact>(
    `select ${NAMED} from contacts c where ${FITTING}${callable ? ` and ${CALLABLE}` : ''}
      order by c.sort_rank, c.last_name_key, c.id limit $8`,
    [...valuesOf(tx, narrowing), limit],
  )
}

/** How many contacts fit, counted no further than `atMost`. */
export async function countFitting(tx: TenantTx, narrowing: Narrowing, atMost: number): Promise<number> {
  const row = await tx.row<{ counted: number }>(
    `select count(*)::int as counted from (select 1 from contacts c where ${FITTING} limit $8) fitting`,
    [...valuesOf(tx, narrowing), atMost],
  )
  return row?.counted ?? 0
}

/** The named contacts, highest score first. */
export function listNamed(tx: TenantTx, ids: readonly string[]): Promise<NamedContact[]> {
  return tx.rows<NamedContact>(
    `select ${NAMED} from contacts c where c.organization_id = $1 and c.id = any($2)
      order by c.sort_rank, c.last_name_key, c.id`,
    [tx.organizationId, ids],
  )
}

/** When somebody used the product last before the session that asks began; null where no other session is known. */
export async function lastVisitOf(
  tx: TenantTx,
  who: { userId: string; sid: string },
): Promise<string | null> {
  const row = await tx.row<{ at: string | null }>(
    `select max(seen_at) as at from sessions where user_id = $1 and sid <> $2`,
    [who.userId, who.sid],
  )
  return row?.at ?? null
}
