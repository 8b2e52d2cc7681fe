import type { ConsentChannel, ConsentEntry } from '#contract/consents.ts'
import type { ContactRestrictions } from '#domain/compliance/outreach.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { userNameSql } from '#server/platform/db/user-name.ts'
import type { TimeRange } from '#server/platform/page.ts'

export type Consent = {
  contactId: string
  channel: ConsentChannel
  allowed: boolean
  reason: string | null
  source: string
  shown: string | null
  recordedBy: string | null
}

/** Adds a consent or opt-out; entries never change. */
export async function insertConsent(tx: TenantTx, consent: Consent): Promise<void> {
  const { contactId, channel, allowed, reason, source, shown, recordedBy } = consent
  await tx.run(
    `insert into contact_consents (organization_id, contact_id, channel, allowed, reason, source, shown, recorded_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tx.organizationId, contactId, channel, allowed, reason, source, shown, recordedBy],
  )
}

export async function setRestrictions(
  tx: TenantTx,
  contactId: string,
  { doNotContact, optedOutChannels }: ContactRestrictions,
): Promise<void> {
  await tx.run(
    `update contacts set do_not_contact = $3, opted_out_channels = $4, updated_at = now()
      where organization_id = $1 and id = $2`,
    [tx.organizationId, contactId, doNotContact, optedOutChannels],
  )
}

/** The newest consent for a channel; undefined if none is on record. */
export function findLastConsent(
  tx: TenantTx,
  contactId: string,
  channel: ConsentChannel,
): Promise<boolean | undefined> {
  return tx.find<boolean>(
    `select allowed from contact_consents where organization_id = $1 and contact_id = $2 and channel = $3
      order by created_at desc, id desc limit 1`,
    [tx.organizationId, contactId, channel],
  )
}

export type ConsentRow = ConsentEntry & { exactAt: string }

/** A contact's consents and opt-outs, newest first. */
export function listConsents(
  tx: TenantTx,
  contactId: string,
  { after, limit }: TimeRange,
): Promise<ConsentRow[]> {
  return tx.rows<ConsentRow>(
    `select c.id, c.channel, c.allowed, c.reason, c.source, c.shown, c.created_at, c.created_at::text as exact_at,
            c.revoked_at, ${userNameSql('u')} as recorded_by
       from (select *, lead(created_at) over (partition by channel order by created_at, id) as revoked_at
               from contact_consents where organization_id = $1 and contact_id = $2) c
       left join users u on u.id = c.recorded_by
      where $3::timestamptz is null or (c.created_at, c.id) < ($3, $4::uuid)
      order by c.created_at desc, c.id desc limit $5`,
    [tx.organizationId, contactId, after?.at ?? null, after?.id ?? null, limit],
  )
}

/** True if the organization's brokerage applies opt-outs to all of its offices. */
export function sharesOptOuts(tx: TenantTx): Promise<boolean> {
  return tx.exists(
    `select 1 from organizations o join brokerages b on b.id = o.brokerage_id
      where o.id = $1 and b.shares_do_not_contact`,
    [tx.organizationId],
  )
}
