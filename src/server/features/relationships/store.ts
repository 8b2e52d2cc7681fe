import type { Agreement, AgreementSide, Relationship } from '#domain/activities/relationship.ts'
import { markContactFacts, refreshMilestones } from '#server/platform/analytics-facts.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

export async function setRelationship(
  tx: TenantTx,
  contactId: string,
  relationship: Relationship | null,
): Promise<void> {
  await tx.run(
    'update contacts set relationship = $3, updated_at = now() where organization_id = $1 and id = $2',
    [tx.organizationId, contactId, relationship],
  )
  await markContactFacts(tx, [contactId], 'relationship')
}

export async function upsertAgreement(
  tx: TenantTx,
  contactId: string,
  { side, broker, status, endsOn, recordedBy, now }: Agreement & { recordedBy: string | null; now: Date },
): Promise<void> {
  await tx.run(
    `insert into broker_agreements (organization_id, contact_id, side, broker, status, ends_on, recorded_by, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (organization_id, contact_id, side) do update set broker = excluded.broker, status = excluded.status,
       ends_on = excluded.ends_on, recorded_by = excluded.recorded_by, updated_at = excluded.updated_at`,
    [tx.organizationId, contactId, side, broker, status, endsOn, recordedBy, now],
  )
  await tx.run(
    `insert into agreement_stages (organization_id, contact_id, side, broker, status, at, recorded_by)
     select $1, $2, $3, $4, $5, $6, $7
      where not exists (select from (
        select broker, status from agreement_stages
         where organization_id = $1 and contact_id = $2 and side = $3 order by at desc, id desc limit 1) latest
        where latest.broker = $4 and latest.status = $5)`,
    [tx.organizationId, contactId, side, broker, status, now, recordedBy],
  )
  await refreshMilestones(tx, [contactId])
}

export async function deleteAgreement(tx: TenantTx, contactId: string, side: AgreementSide): Promise<void> {
  await tx.run('delete from broker_agreements where organization_id = $1 and contact_id = $2 and side = $3', [
    tx.organizationId,
    contactId,
    side,
  ])
  // Removing an agreement takes back that there was one.
  await tx.run('delete from agreement_stages where organization_id = $1 and contact_id = $2 and side = $3', [
    tx.organizationId,
    contactId,
    side,
  ])
  await refreshMilestones(tx, [contactId])
}
