import type { ActivityFact } from '#domain/activities/activity.ts'
import { BINDING_STATUSES, type Relationship } from '#domain/activities/relationship.ts'
import type { Exemption, NumberCheck } from '#domain/compliance/call-permission.ts'
import type { Channel } from '#domain/compliance/outreach.ts'
import type { LastTouch } from '#domain/outreach/script-facts.ts'
import { categoryBits } from '#domain/signals/categories.ts'
import { PERSONAL_ONLY_CATEGORIES } from '#domain/signals/tasks.ts'
import { ANNIVERSARY_DAYS } from '#domain/today/rank.ts'
import { DAY_MS } from '#server/platform/clock.ts'
import {
  americanDaySql,
  availableSql,
  HAS_EMAIL,
  HAS_OPEN_PHONE,
  IS_WRONG_PHONE,
  otherBrokerSql,
  restedSql,
} from '#server/platform/db/contact-availability.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import * as limits from '../limits.ts'

/** A contact that may come on Today's list, with what ranks it. */
export type CandidateRow = {
  id: string
  firstName: string
  chance: number | null
  isPersonalOnly: boolean
  phone: string | null
  phoneIsWrong: boolean
  hasEmail: boolean
  address: string | null
  city: string | null
  state: string | null
  zipCode: string | null
  optedOutChannels: Channel[]
  registry: NumberCheck | null
  exemptions: Exemption[]
  relationship: Relationship | null
  isOwnClient: boolean
  lastConversationAt: string | null
  importedContactOn: string | null
  lastActivityAt: string | null
  closedOn: string | null
  taskId: string | null
}

/** Any live signal that calls for personal contact, not only the strongest one. */
const IS_PERSONAL_ONLY = `(c.live_signals & ${categoryBits(PERSONAL_ONLY_CATEGORIES)} <> 0)`

/** `$2` is now, `$5` the statuses of agreements that bind. */
const SQL_PARAMETERS = { now: '$2', bindingStatuses: '$5' }

/**
 * Hides the parts of a condition from the planner, which would multiply guesses of their shares and then read and sort
 * all contacts rather than the likeliest movers by their index.
 */
const hideFromPlanner = (condition: string) => `case when ${condition} then true else false end`

const IS_AVAILABLE = availableSql(SQL_PARAMETERS)

/** Due by `$3`, and unassigned or assigned to the member `$6`. */
const IS_DUE_TASK = `t.organization_id = $1 and t.contact_id = c.id and t.status <> 'completed' and t.due_date <= $3
  and (t.assigned_to = $6 or t.assigned_to is null)`

const IS_RESTED = restedSql('$2')

const CAN_PHONE = `(${HAS_OPEN_PHONE} and not c.opted_out_channels @> '{call,text}')`

const CAN_WRITE = `(${HAS_EMAIL} and not 'email' = any(c.opted_out_channels)
  or c.address is not null and not 'letter' = any(c.opted_out_channels))`

/**
 * The ids that the ranking chooses from: the likeliest movers, people with a relationship, due tasks and anniversaries.
 * People who can't be phoned have a separate limit, so that they don't crowd out others.
 */
const candidateIdsSql = (scope: string, available: string) => `
  (select c.id from contacts c where ${scope} and ${hideFromPlanner(`${CAN_PHONE} and ${IS_RESTED} and ${available}`)}
    order by c.chance_key desc, c.id desc limit ${limits.MAX_PHONE_CANDIDATES})
  union (select c.id from contacts c where ${scope} and ${hideFromPlanner(`${CAN_WRITE} and ${IS_RESTED} and ${available}`)}
    order by c.chance_key desc, c.id desc limit ${limits.MAX_WRITE_CANDIDATES})
  union (select c.id from contacts c where ${scope} and c.relationship is not null
      and ${hideFromPlanner(`(${CAN_WRITE} or ${CAN_PHONE}) and ${IS_RESTED} and ${available}`)}
    order by c.chance_key desc, c.id desc limit ${limits.MAX_RELATIONSHIP_CANDIDATES})
  union (select c.id from contacts c where ${scope} and c.next_task_at <= $3
      and ${hideFromPlanner(`exists (select from tasks t where ${IS_DUE_TASK}) and ${available}`)}
    order by c.next_task_at, c.id limit ${limits.MAX_DUE_CANDIDATES})
  union (select c.id from contacts c where ${scope} and c.closing_day = any($4)
      and ${hideFromPlanner(`(${CAN_WRITE} or ${CAN_PHONE}) and ${IS_RESTED} and ${available}`)}
    order by c.id limit ${limits.MAX_DUE_CANDIDATES})`

/**
 * Tasks due by `dueUntil`, the end of the member's day, count if they are unassigned or assigned to `userId`. With
 * `importId`, only people of that import count.
 */
type ListScope = { now: Date; dueUntil: Date; userId: string | null; importId?: string | undefined }

/** With `personalOnly`, lists people who call for personal contact, otherwise all others. */
export function listCandidates(
  tx: TenantTx,
  { now, dueUntil, userId, importId, personalOnly }: ListScope & { personalOnly: boolean },
): Promise<CandidateRow[]> {
  // Separate SQL texts for imports, so that each has its own query plan.
  const scope = `c.organization_id = $1${importId ? ' and c.import_id = $7' : ''}`
  const available = `${personalOnly ? '' : 'not '}${IS_PERSONAL_ONLY} and ${IS_AVAILABLE}`
  return tx.rows<CandidateRow>(
    `select c.id, c.first_name, c.move_chance as chance, ${IS_PERSONAL_ONLY} as is_personal_only, c.phone,
            ${IS_WRONG_PHONE} as phone_is_wrong,
            ${HAS_EMAIL} as has_email, c.address, c.city, c.state, c.zip_code,
            c.opted_out_channels,
            case when exists (select from do_not_call_numbers where organization_id = $1) then do_not_call_check(c.phone) end as registry,
            (select coalesce(jsonb_agg(jsonb_build_object('kind', e.kind, 'on', ${americanDaySql('e.at')})), '[]') from call_exemptions e
              where e.organization_id = $1 and e.contact_id = c.id and e.withdrawn_at is null) as exemptions,
            c.relationship,
            exists (select from broker_agreements b where b.organization_id = $1 and b.contact_id = c.id
              and b.broker = 'own' and b.status = any($5)) as is_own_client,
            c.last_conversation_at, c.imported_contact_on, c.last_activity_at, c.closed_on,
            (select t.id from tasks t where ${IS_DUE_TASK} order by t.due_date, t.id limit 1) as task_id
       from contacts c
      where c.organization_id = $1 and c.id in (${candidateIdsSql(scope, available)})`,
    [
      ...[tx.organizationId, now, dueUntil, anniversaryDays(now), BINDING_STATUSES, userId],
      ...(importId ? [importId] : []),
    ],
    `today-candidates${importId ? '-of-import' : ''}${personalOnly ? '-personal' : ''}`,
  )
}

/** Facts that reasons and scripts name, for the people on the list. */
export type ReasonFacts = {
  id: string
  /** The year of the last sale, `YYYY`. */
  ownedSince: string | null
  recordOn: string | null
  hasRecord: boolean
  /** Activities logged at the time of the last conversation, without notes. */
  conversationActivities: { type: LastTouch['type']; outcome: ActivityFact['outcome'] }[]
}

export function listReasonFacts(tx: TenantTx, ids: readonly string[]): Promise<ReasonFacts[]> {
  return tx.rows<ReasonFacts>(
    `select c.id,
            case when c.tenure is distinct from 'renter' then
              (select to_char(max(p.last_sale_date), 'YYYY') from properties p
                where p.organization_id = $1 and p.contact_id = c.id) end as owned_since,
            s.event_date as record_on, s.id is not null as has_record,
            (select coalesce(jsonb_agg(jsonb_build_object('type', a.type, 'outcome', a.outcome)), '[]') from activities a
              where a.organization_id = $1 and a.contact_id = c.id and a.at = c.last_conversation_at
                and a.type <> 'note') as conversation_activities
       from contacts c
       left join lateral (select s.id, s.event_date from signals s
         where s.organization_id = $1 and s.contact_id = c.id and s.category = c.top_signal
         order by s.event_date desc nulls last, s.detected_at desc limit 1) s on true
      where c.organization_id = $1 and c.id = any($2)`,
    [tx.organizationId, ids],
    'today-reason-facts',
  )
}

/** The days around today as `MM-DD`, to cover every time zone. */
function anniversaryDays(now: Date): string[] {
  const days = ANNIVERSARY_DAYS + 1
  return Array.from({ length: 2 * days + 1 }, (_, index) =>
    new Date(now.getTime() + (index - days) * DAY_MS).toISOString().slice(5, 10),
  )
}

export type CommitmentRow = {
  kind: 'inquiry' | 'task' | 'appointment'
  contactId: string
  taskId: string | null
  isPersonalOnly: boolean
  /** Where the contact lives. */
  address: string | null
  city: string | null
  state: string | null
  zipCode: string | null
  dueAt: string
}

/**
 * Unanswered inquiries, due tasks and today's appointments, whatever else is known, except of people who must not be
 * contacted. A member sees their own and unassigned tasks. The tasks of a snoozed person wait for the end of the snooze.
 */
export function listCommitments(
  tx: TenantTx,
  { now, dueUntil, userId, inquiriesSince }: ListScope & { inquiriesSince: Date },
): Promise<CommitmentRow[]> {
  return tx.rows<CommitmentRow>(
    `with commitments as (
       select 'inquiry' as kind, e.contact_id, null::uuid as task_id, max(e.at) as due_at
         from call_exemptions e
        where e.organization_id = $1 and e.kind = 'inquiry' and e.withdrawn_at is null and e.at > $6 and e.at <= $2
          and not exists (select from activities a where a.organization_id = $1 and a.contact_id = e.contact_id
            and a.type <> 'note' and a.at >= e.at)
        group by e.contact_id
       union all
       select case when t.metadata ->> 'kind' = 'appointment' then 'appointment' else 'task' end, t.contact_id, t.id, t.due_date
         from tasks t
        where t.organization_id = $1 and t.status <> 'completed' and t.due_date <= $3
          and (t.assigned_to = $4 or t.assigned_to is null))
     select p.kind, p.contact_id, p.task_id, p.due_at, ${IS_PERSONAL_ONLY} as is_personal_only, c.address, c.city, c.state, c.zip_code
       from commitments p join contacts c on c.organization_id = $1 and c.id = p.contact_id
      where c.can_contact and not ${otherBrokerSql(SQL_PARAMETERS)}
        and (p.kind <> 'task' or c.snoozed_until is null or c.snoozed_until <= $2)
      order by case p.kind when 'inquiry' then 1 when 'appointment' then 2 else 3 end,
               case when p.kind = 'inquiry' then p.due_at end desc, p.due_at, p.contact_id
      limit ${limits.MAX_COMMITMENTS}`,
    [tx.organizationId, now, dueUntil, userId, BINDING_STATUSES, inquiriesSince],
    'today-commitments',
  )
}

/** Names in scripts: the member's and the organization's. */
export function findSender(
  tx: TenantTx,
  userId: string | null,
): Promise<{ agent: string | null; company: string; postalAddress: string | null }> {
  return tx.one(
    `select (select nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '') from users u where u.id = $2) as agent,
            o.name as company, o.postal_address
       from organizations o where o.id = $1`,
    [tx.organizationId, userId],
    'today-sender',
  )
}
