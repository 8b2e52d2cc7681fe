import type { Channel } from '#domain/compliance/outreach.ts'
import type { ContactDetails } from '#domain/identity/contact-details.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { HASHES, type KeptOptOut } from './suppressions.ts'

/** A contact with blocked channels, and the keys that recognize the person. */
export type OptedOutContact = {
  id: string
  email: string | null
  phone: string | null
  details: ContactDetails | null
  refusedChannels: Channel[]
  keys: string[]
}

/** Which of the contacts have blocked channels. */
export function listOptedOut(tx: TenantTx, ids: readonly string[]): Promise<OptedOutContact[]> {
  return tx.rows<OptedOutContact>(
    `select id, email, phone, details, refused_channels, array(
       select encode(k.key, 'hex') from contact_keys k
        where k.organization_id = c.organization_id and k.contact_id = c.id) as keys
       from contacts c where organization_id = $1 and id = any($2) and refused_channels <> '{}'`,
    [tx.organizationId, ids],
  )
}

/** Keeps blocked channels by hashes, also for a restored backup. What is kept already stays as it is. */
export async function insertOptOuts(
  tx: TenantTx,
  kept: readonly { contactId: string; key: string; channel: Channel }[],
): Promise<void> {
  await tx.run(
    `with added as (
       insert into channel_opt_outs (organization_id, key, channel, entry_id, source, created_at)
       select $1, decode(o.key, 'hex'), o.channel, o.contact_id, coalesce(said.source, 'member'),
              coalesce(said.created_at, now())
         from unnest($2::text[], $3::text[], $4::uuid[]) as o(key, channel, contact_id)
         left join lateral (
           select source, created_at from contact_consents
            where organization_id = $1 and contact_id = o.contact_id and channel = o.channel and not allowed
            order by created_at desc, id desc limit 1) as said on true
       on conflict do nothing returning organization_id, key, channel, entry_id, source, created_at)
     insert into erasure_journal (kind, organization, subject, details)
     select 'suppression', organization_id, encode(key, 'hex'), jsonb_build_object(
              'keyed', true, 'channel', channel, 'entry', entry_id, 'source', source, 'since', created_at) from added`,
    [
      tx.organizationId,
      kept.map(({ key }) => key),
      kept.map(({ channel }) => channel),
      kept.map(({ contactId }) => contactId),
    ],
  )
}

/** Notes for new contacts why channels are blocked from the start. */
export async function insertConsents(
  tx: TenantTx,
  contacts: readonly { id: string; optOuts: readonly KeptOptOut[] }[],
  { importId, reasonOf }: { importId: string | null; reasonOf: (optOut: KeptOptOut) => string },
): Promise<void> {
  const rows = contacts.flatMap(({ id, optOuts }) =>
    optOuts.map((optOut) => ({ contact_id: id, channel: optOut.channel, reason: reasonOf(optOut) })),
  )
  await tx.run(
    `insert into contact_consents (organization_id, contact_id, channel, allowed, reason, source, import_id)
     select $1, o.contact_id, o.channel, false, o.reason, 'import', $2
       from json_to_recordset($3) as o(contact_id uuid, channel text, reason text)`,
    [tx.organizationId, importId, JSON.stringify(rows)],
  )
}

/** Forgets what is kept of a channel of whoever one of the keys belongs to. */
export async function deleteOptOuts(
  tx: TenantTx,
  contactId: string,
  { keys, channel }: { keys: readonly string[]; channel: Channel },
): Promise<void> {
  await tx.run(
    `delete from channel_opt_outs where organization_id = $1 and channel = $3 and entry_id in (
       select entry_id from channel_opt_outs where organization_id = $1 and channel = $3
          and (key = ${HASHES} or key in (
            select key from contact_keys where organization_id = $1 and contact_id = $4)))`,
    [tx.organizationId, keys, channel, contactId],
  )
}
