import type { ActivityOutcome } from '#domain/activities/activity.ts'
import type { Channel } from '#domain/compliance/outreach.ts'
import type { LastTouch } from '#domain/outreach/script-facts.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

/** A contact as outreach sees it, without any signal, score or record, and the sender. */
export type Recipient = {
  firstName: string
  /** Lets the guard recognize the name. */
  lastName: string
  address: string | null
  /** The last activity other than a note; null without one. */
  lastActivity: { type: LastTouch['type']; outcome: ActivityOutcome | null; at: string } | null
  city: string | null
  zipCode: string | null
  state: string | null
  phone: string | null
  hasEmail: boolean
  hasPhone: boolean
  hasAddress: boolean
  /** State of the contact's home, or else of a property. */
  homeState: string | null
  /** A conversation or a sent message is on record. */
  wasContacted: boolean
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
  lock?: 'lock',
): Promise<Recipient | undefined> {
  return tx.row<Recipient>(
    `select c.first_name, c.last_name, c.city, c.zip_code, c.state, c.phone, c.email is not null as has_email, c.phone is not null as has_phone,
            c.address is not null as has_address, c.address,
            coalesce(c.state, (select p.state from properties p where p.organization_id = $1 and p.contact_id = c.id
                                  and p.state is not null order by p.created_at, p.id limit 1)) as home_state,
            c.last_conversation_at is not null or exists (select from activities a
              where a.organization_id = $1 and a.contact_id = c.id and a.type in ('text', 'email', 'letter')
                and a.outcome is distinct from 'wrong_number') as was_contacted,
            (select jsonb_build_object('type', a.type, 'outcome', a.outcome, 'at', a.at) from activities a
              where a.organization_id = $1 and a.contact_id = c.id and a.type <> 'note' 
                and a.outcome is distinct from 'wrong_number'
              order by a.at desc, a.id desc limit 1) as last_activity,
            c.do_not_contact, c.opted_out_channels,
            (select nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '') from users u where u.id = $3) as agent,
            o.name as company, o.postal_address
       from contacts c join organizations o on o.id = c.organization_id
      where c.organization_id = $1 and c.id = $2 ${lock ? 'for update of c' : ''}`,
    [tx.organizationId, contactId, userId],
  )
}

export async function findPostalAddress(tx: TenantTx): Promise<string | null> {
  const sql = 'select postal_address from organizations where id = $1'
  return (await tx.find<string>(sql, [tx.organizationId])) ?? null
}

/** @returns false if the address is unchanged */
export function updatePostalAddress(tx: TenantTx, address: string | null): Promise<boolean> {
  return tx.changed(
    `update organizations set postal_address = $2, updated_at = now()
      where id = $1 and postal_address is distinct from $2`,
    [tx.organizationId, address],
  )
}
