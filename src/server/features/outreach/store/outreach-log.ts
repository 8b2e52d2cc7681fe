import type { Channel, MessageKind } from '#domain/compliance/outreach.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { userNameSql } from '#server/platform/db/user-name.ts'
import type { TimedRow, TimeRange } from '#server/platform/page.ts'

export type SentOutreach = {
  contactId: string
  activityId: string
  sentBy: string | null
  channel: Channel
  kind: MessageKind
  at: Date
  /** The text as sent; null for a call without a script. */
  script: string | null
  licenseState: string | null
  licenseLine: string | null
}

export async function insertSentOutreach(tx: TenantTx, sent: SentOutreach): Promise<void> {
  const { contactId, activityId, sentBy, channel, kind, at, script, licenseState, licenseLine } = sent
  await tx.run(
    `with entry as (
       insert into outreach_log (organization_id, activity_id, sent_by, channel, kind, at, is_checked, license_state,
                                 license_line)
       values ($1, $3, $4, $5, $6, $7, $8::text is not null, $9, $10) returning id)
     insert into outreach_texts (organization_id, id, contact_id, script) select $1, id, $2, $8 from entry`,
    [
      tx.organizationId,
      ...[contactId, activityId, sentBy, channel, kind, at, script, licenseState, licenseLine],
    ],
  )
}

export type LoggedOutreach = {
  id: string
  at: string
  channel: Channel
  /** Null for what was logged by hand. */
  kind: MessageKind | null
  memberName: string | null
  contactId: string | null
  contactName: string | null
  script: string | null
  /** Null for what was logged by hand. */
  isChecked: boolean | null
  note: string | null
  licenseState: string | null
  licenseLine: string | null
}

/** Outreach since a time, newest first: what the product sent, and calls and messages logged by hand. */
export function listOutreach(
  tx: TenantTx,
  since: Date,
  { after, limit }: TimeRange,
): Promise<TimedRow<LoggedOutreach>[]> {
  const condition = `organization_id = $1 and at >= $2 and ($3::timestamptz is null or (at, id) < ($3, $4::uuid))`
  const byTime = 'order by at desc, id desc limit $5'
  return tx.rows<TimedRow<LoggedOutreach>>(
    `with sent as (
       select id, activity_id, sent_by, channel, kind, at, is_checked, license_state, license_line
         from outreach_log where ${condition} ${byTime}),
     by_hand as (
       select id, id as activity_id, recorded_by, type, null::text, at, null::boolean, null::text, null::text
         from activities a
        where ${condition} and type in ('call', 'text', 'email', 'letter')
          and not exists (select from outreach_log l where l.organization_id = $1 and l.activity_id = a.id) ${byTime}),
     entries as (select * from sent union all select * from by_hand)
     select e.id, e.at, e.at::text as exact_at, e.channel, e.kind, c.id as contact_id, t.script, e.is_checked,
            e.license_state, e.license_line, a.note,
            nullif(trim(concat_ws(' ', c.first_name, c.last_name)), '') as contact_name,
            ${userNameSql('u')} as member_name
       from entries e
       left join outreach_texts t on t.organization_id = $1 and t.id = e.id
       left join activities a on a.organization_id = $1 and a.id = e.activity_id
       left join contacts c on c.organization_id = $1 and c.id = coalesce(t.contact_id, a.contact_id)
       left join users u on u.id = e.sent_by
      order by e.at desc, e.id desc limit $5`,
    [tx.organizationId, since, after?.at ?? null, after?.id ?? null, limit],
  )
}
