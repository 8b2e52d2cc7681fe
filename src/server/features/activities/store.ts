import type { Activity, LoggedActivity } from '#contract/activities.ts'
import type { ActivityFact, ActivityOutcome, ActivityType } from '#domain/activities/activity.ts'
import type { ContactRest } from '#domain/activities/rest.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { userNameSql } from '#server/platform/db/user-name.ts'
import type { TimedRow, TimeRange } from '#server/platform/page.ts'

const COLUMNS = 'id, contact_id, type, outcome, note, at, recorded_by, created_at, updated_at'

export type NewActivity = {
  contactId: string
  type: ActivityType
  outcome: ActivityOutcome | null
  note: string | null
  at: Date
  recordedBy: string | null
}

export function insertActivity(tx: TenantTx, activity: NewActivity): Promise<Activity> {
  const { contactId, type, outcome, note, at, recordedBy } = activity
  return tx.one(
    `insert into activities (organization_id, contact_id, type, outcome, note, at, recorded_by)
     values ($1, $2, $3, $4, $5, $6, $7) returning ${COLUMNS}`,
    [tx.organizationId, contactId, type, outcome, note, at, recordedBy],
  )
}

/** An equal activity of the same member at nearly the same time, logged within the last `seconds`. */
export function findSameActivity(
  tx: TenantTx,
  { contactId, type, outcome, note, at, recordedBy }: NewActivity,
  seconds: number,
): Promise<Activity | undefined> {
  return tx.row(
    `select ${COLUMNS} from activities
      where organization_id = $1 and contact_id = $2 and type = $3 and outcome is not distinct from $4
        and note is not distinct from $5 and recorded_by = $6
        and created_at > clock_timestamp() - $7 * interval '1 second' and abs(extract(epoch from at - $8)) < $7
      order by created_at desc limit 1`,
    [tx.organizationId, contactId, type, outcome, note, recordedBy, seconds, at],
  )
}

/** Facts that outcomes replace. The contact must exist. */
export function findReplaceableFacts(tx: TenantTx, contactId: string): Promise<LoggedActivity['before']> {
  return tx.one(
    `select (select jsonb_build_object('broker', b.broker, 'status', b.status, 'endsOn', b.ends_on) from broker_agreements b
              where b.organization_id = $1 and b.contact_id = c.id and b.side = 'seller') as agreement,
            exists (select from outcomes o
              where o.organization_id = $1 and o.contact_id = c.id and o.undone_at is null) as has_moved,
            not c.can_contact as do_not_contact
       from contacts c where c.organization_id = $1 and c.id = $2`,
    [tx.organizationId, contactId],
  )
}

export function findActivity(tx: TenantTx, id: string): Promise<Activity | undefined> {
  return tx.row(`select ${COLUMNS} from activities where organization_id = $1 and id = $2`, [
    tx.organizationId,
    id,
  ])
}

/** True if the caller sees a contact with this id. */
export function hasContact(tx: TenantTx, contactId: string): Promise<boolean> {
  return tx.value<boolean>('select exists (select from contacts where organization_id = $1 and id = $2)', [
    tx.organizationId,
    contactId,
  ])
}

/** A page of a contact's activities, newest first. */
export function listActivities(
  tx: TenantTx,
  contactId: string,
  { after, limit }: TimeRange,
): Promise<TimedRow<Activity>[]> {
  return tx.rows(
    `select ${COLUMNS}, at::text as exact_at from activities
      where organization_id = $1 and contact_id = $2
        and ($3::timestamptz is null or (at, id) < ($3, $4::uuid))
      order by at desc, id desc limit $5`,
    [tx.organizationId, contactId, after?.at ?? null, after?.id ?? null, limit],
    'list-activities',
  )
}

/** An activity, locked until the transaction ends. */
export function lockActivity(tx: TenantTx, id: string): Promise<Activity | undefined> {
  return tx.row(`select ${COLUMNS} from activities where organization_id = $1 and id = $2 for update`, [
    tx.organizationId,
    id,
  ])
}

export function updateActivity(
  tx: TenantTx,
  { id, type, outcome, note, at }: Pick<Activity, 'id' | 'type' | 'outcome' | 'note' | 'at'>,
): Promise<Activity> {
  return tx.one(
    `update activities set type = $3, outcome = $4, note = $5, at = $6, updated_at = clock_timestamp()
      where organization_id = $1 and id = $2 returning ${COLUMNS}`,
    [tx.organizationId, id, type, outcome, note, at],
  )
}

export async function deleteActivity(tx: TenantTx, id: string): Promise<void> {
  await tx.run('delete from activities where organization_id = $1 and id = $2', [tx.organizationId, id])
}

/** True if an activity says that the contact's number is someone else's. */
export function hasWrongNumber(tx: TenantTx, contactId: string): Promise<boolean> {
  return tx.value<boolean>(
    `select exists (select from activities
      where organization_id = $1 and contact_id = $2 and outcome = 'wrong_number')`,
    [tx.organizationId, contactId],
  )
}

/** The latest activity of another member with a contact since a time. */
export function findLatestByOthers(
  tx: TenantTx,
  { contactId, userId, since }: { contactId: string; userId: string | null; since: Date },
): Promise<{ name: string; at: string } | undefined> {
  return tx.row(
    `select ${userNameSql('u')} as name, a.at
       from activities a join users u on u.id = a.recorded_by
      where a.organization_id = $1 and a.contact_id = $2 and a.recorded_by <> $3 and a.type <> 'note' and a.at > $4
      order by a.at desc limit 1`,
    [tx.organizationId, contactId, userId, since],
  )
}

/** More than anyone logs in the time that matters for rest. */
const MAX_ACTIVITIES = 500

/** The newest activities of a contact. */
export async function listActivityFacts(tx: TenantTx, contactId: string): Promise<ActivityFact[]> {
  const rows = await tx.rows<Pick<Activity, 'type' | 'outcome' | 'at'>>(
    `select type, outcome, at from activities where organization_id = $1 and contact_id = $2
      order by at desc, id desc limit ${MAX_ACTIVITIES}`,
    [tx.organizationId, contactId],
    'activity-facts',
  )
  return rows.map(({ type, outcome, at }) => ({ type, outcome, at: new Date(at) }))
}

/** Stores the rest that follows from a contact's activities. */
export async function setRest(
  tx: TenantTx,
  contactId: string,
  { lastActivityAt, lastConversationAt, restsUntil }: ContactRest,
): Promise<void> {
  await tx.run(
    `update contacts set last_activity_at = $3, last_conversation_at = $4, rests_until = $5
      where organization_id = $1 and id = $2
        and (last_activity_at, last_conversation_at, rests_until) is distinct from ($3, $4, $5)`,
    [tx.organizationId, contactId, lastActivityAt, lastConversationAt, restsUntil],
    'set-rest',
  )
}

export async function setSnooze(tx: TenantTx, contactId: string, until: string | null): Promise<boolean> {
  const updatedRows = await tx.run(
    'update contacts set snoozed_until = $3 where organization_id = $1 and id = $2',
    [tx.organizationId, contactId, until],
  )
  return updatedRows === 1
}
