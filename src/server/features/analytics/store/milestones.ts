import type { ContactMilestones } from '#contract/analytics/milestones.ts'
import type { AnalyticsFilter, DayRange } from '#contract/analytics/query.ts'
import type { AgreementSide } from '#domain/activities/relationship.ts'
import type { Milestone } from '#domain/analytics/milestones.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { userNameSql } from '#server/platform/db/user-name.ts'
import { contactConditions, type PageAfterId, type PersonRow } from './facts.ts'

/** Milestones, marks and values of a contact; undefined if there is no such contact. */
export function readMilestones(tx: TenantTx, contactId: string): Promise<ContactMilestones | undefined> {
  return tx.row(
    `select
       (select coalesce(jsonb_agg(jsonb_build_object('milestone', m.milestone, 'side', m.side,
                 'firstAt', to_char(m.first_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'memberId', m.member_id, 'isImplied', m.is_implied)
               order by m.side desc, m.first_at, m.milestone), '[]') from contact_milestones m
         where m.organization_id = $1 and m.contact_id = $2 and m.milestone <> 'responded') as milestones,
       (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'milestone', k.milestone, 'side', k.side,
                 'at', to_char(k.at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'markedBy', k.marked_by,
                 'createdAt', to_char(k.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
               order by k.created_at desc, k.id), '[]') from milestone_marks k
         where k.organization_id = $1 and k.contact_id = $2 and k.undone_at is null) as marks,
       (select coalesce(jsonb_agg(jsonb_build_object('side', v.side, 'priceCents', v.price_cents, 'feeCents', v.fee_cents,
                 'feePercent', v.fee_percent) order by v.side desc), '[]') from pipeline_values v
         where v.organization_id = $1 and v.contact_id = $2) as values
       from contacts c where c.organization_id = $1 and c.id = $2`,
    [tx.organizationId, contactId],
  )
}

export async function insertMark(
  tx: TenantTx,
  contactId: string,
  mark: { milestone: Milestone; side: AgreementSide; at: Date; markedBy: string | null },
): Promise<void> {
  await tx.run(
    `insert into milestone_marks (organization_id, contact_id, milestone, side, at, marked_by)
     values ($1, $2, $3, $4, $5, $6)`,
    [tx.organizationId, contactId, mark.milestone, mark.side, mark.at, mark.markedBy],
  )
}

/** @returns false if the contact has no such mark */
export function undoMark(tx: TenantTx, contactId: string, markId: string, at: Date): Promise<boolean> {
  return tx.changed(
    `update milestone_marks set undone_at = $4
      where organization_id = $1 and contact_id = $2 and id = $3 and undone_at is null`,
    [tx.organizationId, contactId, markId, at],
  )
}

export type PipelineValue = { priceCents: number | null; feeCents: number | null; feePercent: number | null }

export async function setPipelineValue(
  tx: TenantTx,
  contactId: string,
  side: AgreementSide,
  { priceCents, feeCents, feePercent }: PipelineValue,
  { memberId, now }: { memberId: string | null; now: Date },
): Promise<void> {
  await tx.run(
    `insert into pipeline_values (organization_id, contact_id, side, price_cents, fee_cents, fee_percent, member_id, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (organization_id, contact_id, side) do update set price_cents = excluded.price_cents,
       fee_cents = excluded.fee_cents, fee_percent = excluded.fee_percent, member_id = excluded.member_id,
       updated_at = excluded.updated_at`,
    [tx.organizationId, contactId, side, priceCents, feeCents, feePercent, memberId, now],
  )
}

export async function deletePipelineValue(
  tx: TenantTx,
  contactId: string,
  side: AgreementSide,
): Promise<void> {
  await tx.run('delete from pipeline_values where organization_id = $1 and contact_id = $2 and side = $3', [
    tx.organizationId,
    contactId,
    side,
  ])
}

export type PipelineRow = {
  milestone: Milestone
  people: number
  valued: number
  priceCents: number
  feeCents: number
}

/**
 * Conditions for deals of the pipeline: open ones by their stage, closed and lost ones if that was in the range, whatever came
 * after it. `$4` is the side.
 */
const dealConditions = (
  row: string,
) => `${row}.organization_id = $1 and ($4::text is null or ${row}.side = $4)
  and (${row}.is_stage or ${row}.milestone in ('closed', 'lost')
    and ${row}.first_at >= fact_day_start($2::date) and ${row}.first_at < fact_day_start($3::date + 1))`

/** True for the later deal of a contact with both sides in one stage. Few deals are no first ones, so that counting is cheap. */
const IS_SECOND_SIDE_SQL = `not d.is_first and exists (
  select from contact_milestones o
   where ${dealConditions('o')} and o.contact_id = d.contact_id and o.milestone = d.milestone and o.side <> d.side)`

/** People and fees by stage of the pipeline. */
export function countPipeline(
  tx: TenantTx,
  { range, filter, side }: { range: DayRange; filter: AnalyticsFilter; side: AgreementSide | null },
): Promise<PipelineRow[]> {
  const values: unknown[] = [tx.organizationId, range.from, range.to, side]
  const conditions = contactConditions(filter, values)
  return tx.rows(
    `select d.milestone, count(*) filter (where not (${IS_SECOND_SIDE_SQL}))::int as people, count(f.cents)::int as valued,
            coalesce(sum(v.price_cents), 0)::float8 as price_cents, coalesce(sum(f.cents), 0)::float8 as fee_cents
       from contact_milestones d
       ${conditions ? `join contacts p on p.organization_id = $1 and p.id = d.contact_id${conditions}` : ''}
       left join pipeline_values v on v.organization_id = $1 and v.contact_id = d.contact_id and v.side = d.side
       cross join lateral (select coalesce(v.fee_cents, round(v.price_cents * v.fee_percent / 100)) as cents) f
      where ${dealConditions('d')}
      group by 1`,
    values,
  )
}

/** Contacts with a deal in a stage of the pipeline, by id. */
export function listPeopleInStage(
  tx: TenantTx,
  query: { milestone: string; range: DayRange; filter: AnalyticsFilter; side: AgreementSide | null },
  { after, limit }: PageAfterId,
): Promise<(PersonRow & { total: number })[]> {
  const values: unknown[] = [
    ...[tx.organizationId, query.range.from, query.range.to, query.side, query.milestone, limit, after],
  ]
  const conditions = contactConditions(query.filter, values)
  return tx.rows(
    `with people as (
       select distinct d.contact_id as id from contact_milestones d
         join contacts p on p.organization_id = $1 and p.id = d.contact_id
        where ${dealConditions('d')} and d.milestone = $5${conditions})
     select c.id, c.first_name, c.last_name, c.city, c.nine_d_score, null as "on", (select count(*)::int from people) as total
       from people i join contacts c on c.organization_id = $1 and c.id = i.id
      where $7::uuid is null or c.id > $7 order by c.id limit $6`,
    values,
  )
}

export type MemberName = { id: string; name: string; isFormer: boolean }

/** Names of users who belong or belonged to the organization. */
export function listMemberNames(tx: TenantTx, ids: readonly string[]): Promise<MemberName[]> {
  return tx.rows(
    `select u.id, ${userNameSql('u')} as name,
            not exists (select from memberships m where m.user_id = u.id and m.organization_id = $1) as is_former
       from users u where u.id = any($2)
     order by 2, 1`,
    [tx.organizationId, ids],
  )
}
