import type { Channel } from '#domain/compliance/outreach.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

/** A contact as outreach sees it, without any signal, score or record, and the sender. */
export type Recipient = {
  firstName: string
  /** Lets the guard recognize the name. */
  lastName: string
  city: string | null
  zipCode: string | null
  hasEmail: boolean
  hasPhone: boolean
  hasAddress: boolean
  doNotContact: boolean
  optedOutChannels: Channel[]
  agent: string | null
  company: string
  postalAddress: string | null
}

/** Finds a recipient; `lock` keeps its contact restrictions unchanged until the transaction ends. */
export function findRecipient(
  tx: TenantTx,
  contactId: string,
  userId: string | null,
  lock: 'lock' | null = null,
): Promise<Recipient | undefined> {
  return tx.row<Recipient>(
    `select c.first_name, c.last_name, c.city, c.zip_code, c.email is not null as has_email, c.phone is not null as has_phone,
            c.address is not null as has_address, c.do_not_contact, c.opted_out_channels,
            (select nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '') from users u where u.id = $3) as agent,
            o.name as company, o.postal_address
       from contacts c join organizations o on o.id = c.organization_id
      where c.organization_id = $1 and c.id = $2 ${lock ? 'for share of c' : ''}`,
    [tx.organizationId, contactId, userId],
  )
}

export function insertOutreach(
  tx: TenantTx,
  entry: { contactId: string; channel: Channel; recordedBy: string | null; at: Date },
): Promise<{ id: string; channel: Channel; createdAt: string } | undefined> {
  return tx.row(
    `insert into outreach (organization_id, contact_id, channel, recorded_by, created_at)
     values ($1, $2, $3, $4, $5) returning id, channel, created_at`,
    [tx.organizationId, entry.contactId, entry.channel, entry.recordedBy, entry.at],
  )
}

export async function findPostalAddress(tx: TenantTx): Promise<string | null> {
  const row = await tx.row<{ postalAddress: string | null }>(
    'select postal_address from organizations where id = $1',
    [tx.organizationId],
  )
  return row?.postalAddress ?? null
}

/** @returns false when the address is unchanged */
export async function updatePostalAddress(tx: TenantTx, address: string | null): Promise<boolean> {
  const changed = await tx.run(
    `update organizations set postal_address = $2, updated_at = now()
      where id = $1 and postal_address is distinct from $2`,
    [tx.organizationId, address],
  )
  return changed > 0
}
