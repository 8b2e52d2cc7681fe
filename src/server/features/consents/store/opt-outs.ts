import type { ConsentChannel, OptOutItem } from '#contract/consents.ts'
import type { Channel } from '#domain/compliance/outreach.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { userNameSql } from '#server/platform/db/user-name.ts'
import type { TimeRange } from '#server/platform/page.ts'

type Restrictions = { id: string; doNotContact: boolean; optedOutChannels: Channel[] }

/** Blocked channels of contacts, locked until the transaction ends. */
export function lockRestrictions(tx: TenantTx, ids: readonly string[]): Promise<Restrictions[]> {
  return tx.rows<Restrictions>(
    `select id, do_not_contact, opted_out_channels from contacts
      where organization_id = $1 and id = any($2) order by id for update`,
    [tx.organizationId, ids],
  )
}

export type OptOutRow = OptOutItem & { exactAt: string }

const IS_FROM_FILE = `o.organization_id = $1 and o.source = 'import' and not o.allowed`
const OPT_OUT_COLUMNS = `o.id, o.contact_id, k.first_name, k.last_name, o.channel, o.reason, o.import_id, i.file_name,
  o.created_at, o.created_at::text as exact_at, o.reviewed_at,
  ${userNameSql('u')} as reviewed_by,
  case when o.channel = 'all' then k.do_not_contact else o.channel = any(k.opted_out_channels) end as is_blocked`
const OPT_OUT_TABLES = `contact_consents o
  join contacts k on k.organization_id = o.organization_id and k.id = o.contact_id
  left join imports i on i.organization_id = o.organization_id and i.id = o.import_id
  left join users u on u.id = o.reviewed_by`

export type OptOutQuery = TimeRange & { importId: string | null; isOpen: boolean }

/** Opt-outs from files, newest first. */
export function listOptOuts(
  tx: TenantTx,
  { importId, isOpen, after, limit }: OptOutQuery,
): Promise<OptOutRow[]> {
  return tx.rows<OptOutRow>(
    `select ${OPT_OUT_COLUMNS} from ${OPT_OUT_TABLES}
      where ${IS_FROM_FILE} and ($2::uuid is null or o.import_id = $2) and (not $3 or o.reviewed_at is null)
        and ($4::timestamptz is null or (o.created_at, o.id) < ($4, $5::uuid))
      order by o.created_at desc, o.id desc limit $6`,
    [tx.organizationId, importId, isOpen, after?.at ?? null, after?.id ?? null, limit],
  )
}

export function findOptOut(tx: TenantTx, id: string): Promise<OptOutRow | undefined> {
  return tx.row<OptOutRow>(
    `select ${OPT_OUT_COLUMNS} from ${OPT_OUT_TABLES} where ${IS_FROM_FILE} and o.id = $2`,
    [tx.organizationId, id],
  )
}

/** Number of opt-outs that await review, counted up to `max`. */
export function countOpenOptOuts(tx: TenantTx, max: number): Promise<number> {
  return tx.value<number>(
    `select count(*)::int as count from (select from contact_consents o
       where ${IS_FROM_FILE} and o.reviewed_at is null limit $2) waiting`,
    [tx.organizationId, max],
  )
}

/** Number of people that an import opted out, and of those that await review. */
export function countByImport(tx: TenantTx, importId: string): Promise<{ people: number; open: number }> {
  return tx.one<{ people: number; open: number }>(
    `select count(distinct o.contact_id)::int as people,
            count(distinct o.contact_id) filter (where o.reviewed_at is null)::int as open
       from contact_consents o where ${IS_FROM_FILE} and o.import_id = $2`,
    [tx.organizationId, importId],
  )
}

/** Marks an opt-out as reviewed. @returns false if it already was */
export function setReviewed(tx: TenantTx, id: string, userId: string | null): Promise<boolean> {
  return tx.changed(
    `update contact_consents o set reviewed_at = clock_timestamp(), reviewed_by = $3
      where ${IS_FROM_FILE} and o.id = $2 and o.reviewed_at is null`,
    [tx.organizationId, id, userId],
  )
}

/** Marks all opt-outs of a contact's channel as reviewed, because a person decided about it. */
export async function setChannelReviewed(
  tx: TenantTx,
  contactId: string,
  channel: ConsentChannel,
  userId: string | null,
): Promise<void> {
  await tx.run(
    `update contact_consents o set reviewed_at = clock_timestamp(), reviewed_by = $4
      where ${IS_FROM_FILE} and o.contact_id = $2 and o.channel = $3 and o.reviewed_at is null`,
    [tx.organizationId, contactId, channel, userId],
  )
}
