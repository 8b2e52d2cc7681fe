import type { TenantTx } from '#server/platform/db/database.ts'

export type Consent = {
  contactId: string
  allowed: boolean
  reason: string | null
  recordedBy: string | null
}

/** Adds what a person is said to want; nothing here is ever changed. */
export async function insertConsent(tx: TenantTx, consent: Consent): Promise<void> {
  await tx.run(
    `insert into contact_consents (organization_id, contact_id, allowed, reason, recorded_by)
     values ($1, $2, $3, $4, $5)`,
    [tx.organizationId, consent.contactId, consent.allowed, consent.reason, consent.recordedBy],
  )
}

export async function setDoNotContact(tx: TenantTx, contactId: string, doNotContact: boolean): Promise<void> {
  await tx.run(
    `update contacts set do_not_contact = $3, updated_at = now() where organization_id = $1 and id = $2`,
    [tx.organizationId, contactId, doNotContact],
  )
}
