import type { CallExemption, RegistryFile, RegistryFiles } from '#contract/call-permission.ts'
import type { Relationship } from '#domain/activities/relationship.ts'
import type { ExemptionKind } from '#domain/compliance/call-permission.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { userNameSql } from '#server/platform/db/user-name.ts'

/** Result of the uploaded registries for a number; null if none has its area code. */
export type RegistryCheck = { isListed: boolean; asOf: string; hasNational: boolean } | null

export type CallContact = {
  phone: string | null
  city: string | null
  zipCode: string | null
  state: string | null
  registry: RegistryCheck
  otherNumbers: { phone: string; registry: RegistryCheck }[]
  asksUnchecked: boolean
  relationship: Relationship | null
  /** Day of the last closing, `YYYY-MM-DD`. */
  closedOn: string | null
}

export function findCallContact(tx: TenantTx, contactId: string): Promise<CallContact | undefined> {
  return tx.row<CallContact>(
    `select c.phone, c.city, c.zip_code, c.state, do_not_call_check(c.phone) as registry, o.asks_unchecked,
            c.relationship, c.closed_on,
            (select coalesce(jsonb_agg(jsonb_build_object('phone', p ->> 'phone',
                      'registry', do_not_call_check(p ->> 'phone')) order by place), '[]')
               from jsonb_array_elements(c.details -> 'phones') with ordinality as other (p, place)) as other_numbers
       from contacts c join organizations o on o.id = c.organization_id
      where c.organization_id = $1 and c.id = $2`,
    [tx.organizationId, contactId],
  )
}

/** Number of calls that members logged since a time. */
export function countCalls(tx: TenantTx, contactId: string, since: Date): Promise<number> {
  return tx.value<number>(
    `select count(*)::int from activities
      where organization_id = $1 and contact_id = $2 and type = 'call' and at > $3`,
    [tx.organizationId, contactId, since],
  )
}

export type ExemptionRow = Omit<CallExemption, 'isInEffect'>

/** Exemptions that were not withdrawn, newest first. */
export function listExemptions(tx: TenantTx, contactId: string): Promise<ExemptionRow[]> {
  return tx.rows<ExemptionRow>(
    `select e.id, e.kind, e.at, e.note,
            ${userNameSql('u')} as recorded_by
       from call_exemptions e left join users u on u.id = e.recorded_by
      where e.organization_id = $1 and e.contact_id = $2 and e.withdrawn_at is null order by e.at desc, e.id`,
    [tx.organizationId, contactId],
  )
}

export async function insertExemption(
  tx: TenantTx,
  exemption: {
    contactId: string
    kind: ExemptionKind
    at: string | Date
    note: string | null
    recordedBy: string | null
  },
): Promise<void> {
  const { contactId, kind, at, note, recordedBy } = exemption
  await tx.run(
    `insert into call_exemptions (organization_id, contact_id, kind, at, note, recorded_by)
     values ($1, $2, $3, $4, $5, $6)`,
    [tx.organizationId, contactId, kind, at, note, recordedBy],
  )
}

export async function withdrawExemption(
  tx: TenantTx,
  contactId: string,
  id: string,
  at: Date,
): Promise<boolean> {
  const updatedRows = await tx.run(
    `update call_exemptions set withdrawn_at = $4
      where organization_id = $1 and contact_id = $2 and id = $3 and withdrawn_at is null`,
    [tx.organizationId, contactId, id, at],
  )
  return updatedRows === 1
}

/** The numbers of one area code as bits, and how many are set. */
export type RegistryNumbers = { areaCode: string; bits: Buffer; numbers: number }

export function listFiles(tx: TenantTx): Promise<Omit<RegistryFile, 'isCurrent'>[]> {
  return tx.rows(
    `select d.registry, d.area_code, d.numbers, d.as_of, d.uploaded_at,
            ${userNameSql('u')} as uploaded_by
       from do_not_call_numbers d left join users u on u.id = d.uploaded_by
      where d.organization_id = $1 order by d.registry = 'national' desc, d.registry, d.area_code`,
    [tx.organizationId],
  )
}

/** Area codes of contacts without a national file since `currentSince`, most contacts first. */
export function listMissingAreaCodes(
  tx: TenantTx,
  { currentSince, limit }: { currentSince: string; limit: number },
): Promise<{ areaCode: string; contacts: number }[]> {
  return tx.rows(
    `select substr(phone, 3, 3) as area_code, count(*)::int as contacts from contacts c
      where organization_id = $1 and phone like '+1__________'
        and not exists (select from do_not_call_numbers d where d.organization_id = $1 and d.registry = 'national'
          and d.area_code = substr(c.phone, 3, 3) and d.as_of >= $2)
      group by 1 order by 2 desc, 1 limit $3`,
    [tx.organizationId, currentSince, limit],
  )
}

/** Contacts with a phone number, counted by the result of `checkCall` with files since `currentSince`. */
export async function countChecks(tx: TenantTx, currentSince: string): Promise<RegistryFiles['checks']> {
  const row = await tx.row<RegistryFiles['checks']>(
    `with checked as (
       select c.id, coalesce(bool_or(d.registry = 'national') and min(d.as_of) >= $2, false) as is_current,
              coalesce(bool_or(case when d.bits is not null then get_bit(
                substring(d.bits from substr(c.phone, 6)::integer / 8 + 1 for 1), substr(c.phone, 6)::integer % 8) = 1
              end), false) as is_listed
         from contacts c left join do_not_call_numbers d on d.organization_id = $1
           and d.area_code = substr(c.phone, 3, 3) and c.phone ~ '^[+]1[2-9][0-9]{9}$'
        where c.organization_id = $1 and c.phone is not null group by c.id)
     select count(*) filter (where is_listed)::int as listed,
            count(*) filter (where is_current and not is_listed)::int as free,
            count(*) filter (where not is_current and not is_listed)::int as unchecked from checked`,
    [tx.organizationId, currentSince],
    'count-call-checks',
  )
  return row ?? { free: 0, listed: 0, unchecked: 0 }
}

/** The bits of an area code, locked until the transaction ends. */
export async function lockBits(tx: TenantTx, registry: string, areaCode: string): Promise<Buffer | null> {
  const row = await tx.row<{ bits: Buffer }>(
    `select bits from do_not_call_numbers where organization_id = $1 and registry = $2 and area_code = $3 for update`,
    [tx.organizationId, registry, areaCode],
  )
  return row?.bits ?? null
}

export async function storeBits(
  tx: TenantTx,
  {
    registry,
    areaCode,
    bits,
    numbers,
    asOf,
    uploadedBy,
    at,
  }: RegistryNumbers & {
    registry: string
    asOf: string
    uploadedBy: string | null
    at: Date
  },
): Promise<void> {
  await tx.run(
    `insert into do_not_call_numbers (organization_id, registry, area_code, bits, numbers, as_of, uploaded_by, uploaded_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (organization_id, registry, area_code) do update set bits = excluded.bits, numbers = excluded.numbers,
       as_of = excluded.as_of, uploaded_by = excluded.uploaded_by, uploaded_at = excluded.uploaded_at`,
    [tx.organizationId, registry, areaCode, bits, numbers, asOf, uploadedBy, at],
  )
}

export async function deleteFile(tx: TenantTx, registry: string, areaCode: string): Promise<boolean> {
  const deletedRows = await tx.run(
    'delete from do_not_call_numbers where organization_id = $1 and registry = $2 and area_code = $3',
    [tx.organizationId, registry, areaCode],
  )
  return deletedRows === 1
}

export async function countFiles(tx: TenantTx): Promise<number> {
  return tx.value<number>('select count(*)::int from do_not_call_numbers where organization_id = $1', [
    tx.organizationId,
  ])
}

export async function findAsksUnchecked(tx: TenantTx): Promise<boolean> {
  return tx.value<boolean>('select asks_unchecked from organizations where id = $1', [tx.organizationId])
}

export async function setAsksUnchecked(tx: TenantTx, asksUnchecked: boolean): Promise<void> {
  await tx.run('update organizations set asks_unchecked = $2, updated_at = now() where id = $1', [
    tx.organizationId,
    asksUnchecked,
  ])
}
