import type { ConsentChannel } from '#contract/consents.ts'
import type { Channel } from '#domain/compliance/outreach.ts'
import type { ContactDetails } from '#domain/identity/contact-details.ts'
import { columnRows } from '#server/platform/db/column-rows.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { IS_ANY_KEY_SQL, type StoredOptOut } from './suppressions.ts'

/** A contact with blocked channels, and the keys that identify the person. */
export type OptedOutContact = {
  id: string
  email: string | null
  phone: string | null
  details: ContactDetails | null
  optedOutChannels: Channel[]
  keys: string[]
  /** Time of the newest request. */
  since: string
}

const IS_RESTRICTED_SQL = `(opted_out_channels <> '{}' or do_not_contact)`
/** All channels of someone who asked for no contact at all. */
const BLOCKED_CHANNELS_SQL = `case when c.do_not_contact then array['call', 'text', 'email', 'letter']
  else c.opted_out_channels end`

/** The contacts that have blocked channels. */
export function listOptedOut(tx: TenantTx, ids: readonly string[]): Promise<OptedOutContact[]> {
  return tx.rows<OptedOutContact>(
    `select id, email, phone, details, ${BLOCKED_CHANNELS_SQL} as opted_out_channels, array(
       select encode(k.key, 'hex') from contact_keys k
        where k.organization_id = c.organization_id and k.contact_id = c.id) as keys,
       coalesce((select max(n.created_at) from contact_consents n
                  where n.organization_id = $1 and n.contact_id = c.id and not n.allowed), now()) as since
       from contacts c where organization_id = $1 and id = any($2) and ${IS_RESTRICTED_SQL}`,
    [tx.organizationId, ids],
  )
}

/** A blocked channel of an existing contact, with those of the given addresses and numbers it has. */
export type ContactOptOut = StoredOptOut & { contactId: string; points: string[] }

/**
 * Blocked channels of the contacts that have one of the addresses or numbers, also of those that the caller doesn't see:
 * opt-outs bind the whole organization.
 */
export async function listLiveOptOuts(tx: TenantTx, points: readonly string[]): Promise<ContactOptOut[]> {
  if (points.length === 0) return []
  const contactsWithSql = (column: 'email' | 'phone') =>
    `select c.id, wanted.point from wanted cross join lateral (
       select id from contacts where organization_id = $1 and ${column} = wanted.point
          and ${IS_RESTRICTED_SQL} limit 20) c`
  const rows = await tx.asOrganization(() =>
    tx.rows<ContactOptOut>(
      `with wanted as materialized (
       select unnest($2::text[]) as point where exists (
         select from contacts where organization_id = $1 and opted_out_channels <> '{}')
         or exists (select from contacts where organization_id = $1 and not can_contact)),
     having_point as (
       ${contactsWithSql('email')} union ${contactsWithSql('phone')}
       union select c.id, p.point from contacts c, unnest(alternate_points(c.details)) as p(point)
        where c.organization_id = $1 and ${IS_RESTRICTED_SQL} and p.point = any($2)
          and c.id = any(array(select contacts_with_alternate_points(array(select point from wanted)))))
     select c.id as contact_id, array_agg(h.point) as points, blocked.channel, coalesce(consent.source, 'member') as source,
            coalesce(consent.created_at, c.updated_at) as since
       from having_point h
       join contacts c on c.organization_id = $1 and c.id = h.id
      cross join unnest(${BLOCKED_CHANNELS_SQL}) as blocked(channel)
       left join lateral (
         select source, created_at from contact_consents
          where organization_id = $1 and contact_id = c.id and contact_consents.channel in (blocked.channel, 'all') and not allowed
          order by created_at desc, id desc limit 1) as consent on true
      group by 1, 3, 4, 5`,
      [tx.organizationId, points],
      'find-live-opt-outs',
    ),
  )
  return rows.map((row) => ({ ...row, since: new Date(row.since) }))
}

const LOG_CHANGES_SQL = `insert into erasure_log (kind, organization, subject, details)
  select 'suppression', organization_id, encode(key, 'hex'), jsonb_build_object('channel', channel,
           'entry', entry_id, 'source', source, 'since', created_at, 'lifted', lifted_at) from changed`
const COLUMNS = 'organization_id, key, channel, entry_id, source, created_at, lifted_at'

/**
 * Stores blocked channels by hashes, and logs them for a restored backup. A stored opt-out remains unchanged, unless it was
 * lifted before the person opted out again.
 */
export async function insertOptOuts(
  tx: TenantTx,
  optOuts: readonly { contactId: string; key: string; channel: Channel }[],
): Promise<void> {
  if (optOuts.length === 0) return
  await tx.run(
    `with changed as (
       insert into channel_opt_outs (organization_id, key, channel, entry_id, source, created_at)
       select distinct on (o.key, o.channel) $1, decode(o.key, 'hex'), o.channel, o.contact_id,
              coalesce(consent.source, 'member'), coalesce(consent.created_at, now()) as since
         from unnest($2::text[], $3::text[], $4::uuid[]) as o(key, channel, contact_id)
         left join lateral (
           select source, created_at from contact_consents
            where organization_id = $1 and contact_id = o.contact_id and channel in (o.channel, 'all') and not allowed
            order by created_at desc, id desc limit 1) as consent on true
        order by o.key, o.channel, since desc
       on conflict (organization_id, key, channel) do update
          set entry_id = excluded.entry_id, source = excluded.source, created_at = excluded.created_at, lifted_at = null
        where channel_opt_outs.lifted_at < excluded.created_at
       returning ${COLUMNS})
     ${LOG_CHANGES_SQL}`,
    [
      tx.organizationId,
      optOuts.map(({ key }) => key),
      optOuts.map(({ channel }) => channel),
      optOuts.map(({ contactId }) => contactId),
    ],
  )
}

/** An opt-out of an existing contact. */
export type NewOptOut = { contactId: string; channel: ConsentChannel; reason: string }

/** Records opt-outs; entries never change. */
export async function insertConsentOptOuts(
  tx: TenantTx,
  optOuts: readonly NewOptOut[],
  importId: string | null,
): Promise<void> {
  await tx.run(
    `insert into contact_consents (organization_id, contact_id, channel, allowed, reason, source, import_id)
     select $1, o.contact_id, o.channel, false, o.reason, 'import', $2
       from json_to_recordset($3) as o(contact_id uuid, channel text, reason text)`,
    [tx.organizationId, importId, columnRows(optOuts)],
  )
}

/** Blocks channels; never unblocks any. */
export async function blockChannels(tx: TenantTx, optOuts: readonly NewOptOut[]): Promise<void> {
  await tx.run(
    `update contacts c set do_not_contact = c.do_not_contact or 'all' = any(r.channels),
            opted_out_channels = array(select unnest(c.opted_out_channels)
              union select unnest(r.channels) except select 'all' order by 1),
            updated_at = now()
       from (select contact_id, array_agg(channel) as channels
               from json_to_recordset($2) as each(contact_id uuid, channel text) group by 1) r
      where c.organization_id = $1 and c.id = r.contact_id`,
    [tx.organizationId, columnRows(optOuts)],
  )
}

const DAY_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** Reason for a block that a request to a colleague caused: it doesn't say who asked, whom, or how. */
export const requestReason = (since: Date) => `Opt-out request received on ${DAY_FORMAT.format(since)}`

/** Opt-outs of a contact that come from the same person, address or number. */
export function newOptOutsOf(contactId: string, optOuts: readonly StoredOptOut[] = []): NewOptOut[] {
  return optOuts.map(({ channel, since }) => ({ contactId, channel, reason: requestReason(since) }))
}

/** Channels to block for an address or number. */
export type BlockedPoint = { point: string; channels: readonly Channel[] }

export type BlockedContact = {
  contactId: string
  /** Newly blocked. */
  channels: Channel[]
  doNotContact: boolean
  optedOutChannels: Channel[]
}

/** Blocks channels of all contacts with one of the addresses or numbers, except where they are blocked already. */
export function blockChannelsOfPoints(
  tx: TenantTx,
  points: readonly BlockedPoint[],
  reason: string,
): Promise<BlockedContact[]> {
  return tx.rows<BlockedContact>('select * from block_channels_of_points($1, $2)', [
    JSON.stringify(points),
    reason,
  ])
}

/** Contacts whose blocked channels aren't stored by hash yet, of all organizations. */
export function listWithoutHash(
  db: Query,
  limit: number,
): Promise<{ organizationId: string; contactId: string }[]> {
  return db.rows('select organization_id, contact_id from restricted_without_hash($1)', [limit])
}

/**
 * Lifts a channel for the keys of a contact and all stored keys of the same person. Also stores keys without an opt-out,
 * because another contact may be blocked by one of them.
 */
export async function liftOptOuts(
  tx: TenantTx,
  contactId: string,
  { keys, personKeys, channel }: { keys: readonly string[]; personKeys: readonly string[]; channel: Channel },
): Promise<void> {
  await tx.run(
    `insert into channel_opt_outs (organization_id, key, channel, entry_id, source)
     select $1, decode(k, 'hex'), $3, $4, 'member' from unnest($2::text[]) as k on conflict do nothing`,
    [tx.organizationId, keys, channel, contactId],
  )
  await tx.run(
    `with changed as (
       update channel_opt_outs set lifted_at = clock_timestamp()
        where organization_id = $1 and channel = $3 and (entry_id = $4 or key = ${IS_ANY_KEY_SQL} or entry_id in (
          -- Another person with the same number keeps the opt-outs of their own.
          select entry_id from channel_opt_outs where organization_id = $1 and channel = $3
             and (key = any(array(select decode(k, 'hex') from unnest($5::text[]) as k)) or key in (
               select key from contact_keys where organization_id = $1 and contact_id = $4))))
       returning ${COLUMNS})
     ${LOG_CHANGES_SQL}`,
    [tx.organizationId, keys, channel, contactId, personKeys],
  )
}
