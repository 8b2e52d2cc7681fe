import { BINDING_STATUSES } from '#domain/activities/relationship.ts'
import type { ContactField } from '#domain/identity/contact-draft.ts'
import { isUniqueViolation, type Query, type TenantTx } from '#server/platform/db/database.ts'
import { TRANSFERRED_TABLES } from './snapshot.ts'

/** True if an undo failed because one of the two people was added again. */
export const isDuplicatePerson = isUniqueViolation

/** True while one of the contacts is being enriched. */
export function isBeingEnriched(tx: TenantTx, ids: readonly string[]): Promise<boolean> {
  return tx.exists(
    `select 1 from enrichments where organization_id = $1 and contact_id = any($2)
        and status in ('queued', 'running') limit 1`,
    [tx.organizationId, ids],
  )
}

/** The agents who brought the contacts; null for the team. */
export async function readOrigins(tx: TenantTx, keptId: string, otherId: string) {
  const rows = await tx.rows<{ id: string; originId: string | null }>(
    'select id, origin_id from contacts where organization_id = $1 and id = any($2)',
    [tx.organizationId, [keptId, otherId]],
  )
  const originOf = (id: string) => rows.find((row) => row.id === id)?.originId ?? null
  return { keptOriginId: originOf(keptId), otherOriginId: originOf(otherId) }
}

/** Ends open requests to change the origin of contacts. */
export async function endOriginRequests(tx: TenantTx, ids: readonly string[]): Promise<void> {
  await tx.run('delete from origin_requests where organization_id = $1 and contact_id = any($2)', [
    tx.organizationId,
    ids,
  ])
}

export type MergeRow = {
  id: string
  keptId: string
  otherId: string
  mergedBy: string | null
  createdAt: string
  undoneAt: string | null
  /** True if a later merge into the same contact was not undone. */
  hasLaterMerge: boolean
  hasSnapshot: boolean
}

export async function insertMerge(
  tx: TenantTx,
  merge: { id: string; keptId: string; otherId: string; mergedBy: string | null; mergedAt: Date },
): Promise<void> {
  await tx.run(
    `insert into merges (organization_id, id, kept_id, other_id, merged_by, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [tx.organizationId, merge.id, merge.keptId, merge.otherId, merge.mergedBy, merge.mergedAt],
  )
}

export async function lockMerge(tx: TenantTx, id: string): Promise<MergeRow | undefined> {
  const locked = await tx.row('select 1 from merges where organization_id = $1 and id = $2 for update', [
    tx.organizationId,
    id,
  ])
  if (!locked) return undefined
  return tx.row<MergeRow>(
    `select m.id, m.kept_id, m.other_id, m.merged_by, m.created_at, m.undone_at,
            exists (select from merges l where l.organization_id = $1 and l.kept_id = m.kept_id and l.undone_at is null
              and (l.created_at, l.id) > (m.created_at, m.id)) as has_later_merge,
            exists (select from merge_snapshots s where s.organization_id = $1 and s.id = m.id) as has_snapshot
       from merges m where m.organization_id = $1 and m.id = $2`,
    [tx.organizationId, id],
  )
}

export async function setUndone(tx: TenantTx, id: string, undoneBy: string | null, undoneAt: Date) {
  await tx.run(`update merges set undone_by = $3, undone_at = $4 where organization_id = $1 and id = $2`, [
    tx.organizationId,
    id,
    undoneBy,
    undoneAt,
  ])
}

/**
 * Moves rows of one contact to another, except those that the other already has: the same evidence, the same
 * automatic task, or a home in `homesToLeave`. Only one score history survives, since mixing two would show false
 * score changes: the moved one with `takesHistory`.
 */
export async function transferRows(
  tx: TenantTx,
  keptId: string,
  otherId: string,
  { homesToLeave, takesHistory }: { homesToLeave: readonly string[]; takesHistory: boolean },
): Promise<void> {
  const values = [tx.organizationId, keptId, otherId]
  const moveRows = (table: string, condition: string) =>
    tx.run(
      `update ${table} t set contact_id = $2 where t.organization_id = $1 and t.contact_id = $3 and ${condition}`,
      values,
    )
  const isMissing = (table: string, key: string) =>
    `not exists (select from ${table} k where k.organization_id = $1 and k.contact_id = $2 and k.${key} = t.${key})`
  await tx.run(`delete from properties where organization_id = $1 and contact_id = $2 and id = any($3)`, [
    tx.organizationId,
    otherId,
    homesToLeave,
  ])
  // A contact can have only one waiting enrichment.
  await tx.run(
    `delete from enrichments t where t.organization_id = $1 and t.contact_id = $3 and t.status = 'waiting'
        and exists (select from enrichments k where k.organization_id = $1 and k.contact_id = $2 and k.status = 'waiting')`,
    values,
  )
  await moveRows('contact_keys', 'true')
  await moveRows('properties', 'true')
  await moveRows('signals', isMissing('signals', 'evidence_key'))
  await moveRows('tasks', isMissing('tasks', 'auto_key'))
  if (takesHistory) {
    await tx.run('delete from score_history where organization_id = $1 and contact_id = $2', [
      tx.organizationId,
      keptId,
    ])
    await moveRows('score_history', 'true')
  }
  await moveRows('score_snapshots', isMissing('score_snapshots', 'month'))
  await moveRows('contact_tags', isMissing('contact_tags', 'tag_id'))
  // Another broker's agreement counts, whichever of the two had it.
  await tx.run(
    `delete from broker_agreements k where k.organization_id = $1 and k.contact_id = $2
        and exists (select from broker_agreements t where t.organization_id = $1 and t.contact_id = $3
          and t.side = k.side and t.broker = 'other' and t.status = any($4))`,
    [...values, BINDING_STATUSES],
  )
  await moveRows('broker_agreements', isMissing('broker_agreements', 'side'))
  await moveRows('pipeline_values', isMissing('pipeline_values', 'side'))
  await tx.run(
    `update contact_notes t set is_pinned = false where t.organization_id = $1 and t.contact_id = $3 and t.is_pinned
        and exists (select from contact_notes k where k.organization_id = $1 and k.contact_id = $2 and k.is_pinned)`,
    values,
  )
  for (const table of TRANSFERRED_TABLES) await moveRows(table, 'true')
  await transferDismissals(tx, keptId, otherId)
}

/** Contacts dismissed as duplicates of the other contact are not duplicates of the kept one either. */
async function transferDismissals(tx: TenantTx, keptId: string, otherId: string): Promise<void> {
  await tx.run(
    `insert into duplicate_suspicions
       (organization_id, contact_id, other_id, reason, points, found_at, dismissed_at, dismissed_by)
     select $1, least($2, third), greatest($2, third), reason, points, found_at, dismissed_at, dismissed_by
       from (select case when contact_id = $3 then other_id else contact_id end as third, s.*
               from duplicate_suspicions s
              where organization_id = $1 and (contact_id = $3 or other_id = $3) and dismissed_at is not null) dismissed
      where third <> $2
     on conflict (organization_id, contact_id, other_id) do update
        set dismissed_at = excluded.dismissed_at, dismissed_by = excluded.dismissed_by`,
    [tx.organizationId, keptId, otherId],
  )
}

/**
 * Copies data that only the other contact has, and its verification if its email or phone was chosen. A combined
 * address is not verified yet.
 */
export async function copyMissingData(
  tx: TenantTx,
  keptId: string,
  otherId: string,
  fields: readonly ContactField[],
): Promise<void> {
  const verification = (field: 'email' | 'phone') =>
    fields.includes(field)
      ? `${field}_verified = o.${field}_verified, ${field}_verification_reason = o.${field}_verification_reason,
         ${field}_verified_at = o.${field}_verified_at,`
      : ''
  const suggestion = fields.includes('email') ? 'email_suggestion = o.email_suggestion,' : ''
  await tx.run(
    `update contacts k set ${verification('email')} ${verification('phone')} ${suggestion}
            verification_due_at = now(),
            profile_photo_url = coalesce(k.profile_photo_url, o.profile_photo_url),
            age = coalesce(k.age, o.age), birth_year = coalesce(k.birth_year, o.birth_year),
            enrichment_data = coalesce(k.enrichment_data, o.enrichment_data),
            place = place_of(coalesce(k.enrichment_data, o.enrichment_data), k.address, k.zip_code),
            risk_data = coalesce(k.risk_data, o.risk_data),
            enriched_at = coalesce(k.enriched_at, o.enriched_at), tenure = coalesce(k.tenure, o.tenure),
            do_not_contact = k.do_not_contact or o.do_not_contact,
            opted_out_channels = array(select distinct unnest(k.opted_out_channels || o.opted_out_channels) order by 1),
            relationship = coalesce(k.relationship, o.relationship),
            owner_id = coalesce(k.owner_id, o.owner_id), team_id = coalesce(k.team_id, o.team_id),
            pond_since = case when k.owner_id is null and o.owner_id is null then coalesce(k.pond_since, o.pond_since) end,
            snoozed_until = greatest(k.snoozed_until, o.snoozed_until),
            wrong_phone = coalesce(k.wrong_phone, o.wrong_phone),
            phone_before_wrong = coalesce(k.phone_before_wrong, o.phone_before_wrong), updated_at = now()
       from contacts o
      where k.organization_id = $1 and k.id = $2 and o.organization_id = $1 and o.id = $3`,
    [tx.organizationId, keptId, otherId],
  )
}

/** Deletes the merged contact. Unlike a deletion by a user, this records nothing about the person. */
export async function deleteMerged(tx: TenantTx, otherId: string): Promise<void> {
  // Assistant answers about the merged contact are outdated, and their links lead nowhere.
  await tx.run('delete from chat_messages where organization_id = $1 and contact_ids && $2', [
    tx.organizationId,
    [otherId],
  ])
  await tx.run('delete from contacts where organization_id = $1 and id = $2', [tx.organizationId, otherId])
  await addToCounter(tx, -1)
}

export async function addToCounter(tx: TenantTx, change: 1 | -1): Promise<void> {
  await tx.run('update organization_counters set contacts = contacts + $2 where organization_id = $1', [
    tx.organizationId,
    change,
  ])
}

/**
 * Applies the latest consent per channel since the merge: an opt-out applies to both contacts, since it may be about
 * either. An opt-in applies to the kept contact only, since the other one may have opted out on their own.
 */
export async function carryOverConsent(tx: TenantTx, keptId: string, otherId: string, since: string) {
  await tx.run(
    `with latest as (
       select distinct on (channel) channel, allowed from contact_consents
        where organization_id = $1 and contact_id = $2 and created_at > $4
        order by channel, created_at desc, id desc),
     opted_out as (select channel from latest where not allowed)
     update contacts set
            do_not_contact = 'all' in (select channel from opted_out)
              or do_not_contact and not exists (select from latest where allowed and channel = 'all' and id = $2),
            opted_out_channels = array(select unnest(opted_out_channels)
              except select channel from latest where allowed and id = $2
              union select channel from opted_out where channel <> 'all' order by 1)
      where organization_id = $1 and id = any($3) and exists (select from latest)`,
    [tx.organizationId, keptId, [keptId, otherId], since],
  )
}

/** Deletes snapshots of merges that can't be undone anymore; in all organizations. */
export async function eraseExpired(db: Query): Promise<void> {
  await db.run('select erase_expired_merge_snapshots()')
}
