import type { ContactDetail } from '#contract/contacts.ts'
import type { Provenance } from '#domain/enrichment/person-record.ts'
import type { EmployerFacts } from '#domain/identity/employer-verification.ts'
import { setVerdict, VERDICT_TYPES, type Verdict, verdictRow } from '#server/features/contacts/service.ts'
import { ctidsOf, selectByKeys } from '#server/platform/db/by-key.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { NOT_SUSPENDED } from '#server/platform/db/suspension.ts'
import { RECHECK_AFTER_HOURS } from './limits.ts'

type PostalAddress = Pick<ContactDetail, 'address' | 'city' | 'state' | 'zipCode'>
type Home = PostalAddress & { address: string }
type VerifiedPart = 'emailVerified' | 'phoneVerified' | 'addressVerified' | 'employerVerified'

/** A contact as verification needs it. */
export type Subject = Pick<ContactDetail, 'id' | 'email' | 'phone' | keyof PostalAddress | VerifiedPart> & {
  /** Attempts without a response. */
  attempts: number
  /** True if the stored verdict is recent, so that no provider is asked again. */
  emailIsFresh: boolean
  phoneIsFresh: boolean
  /** Time of the last enrichment, as the version of its data. */
  enrichedAt: string | null
  homes: Home[]
  /** Provider of the property records. */
  homesFrom: Provenance | null
  /** Employer data; null before the first match. */
  person: EmployerFacts | null
}

function isFresh(part: 'email' | 'phone'): string {
  return `(c.${part}_verified <> 'pending'
    and coalesce(c.${part}_verified_at > now() - interval '${RECHECK_AFTER_HOURS} hours', false))`
}

const SUBJECT_COLUMNS = `c.id, c.email, c.phone, c.address, c.city, c.state, c.zip_code, c.email_verified, c.phone_verified,
  c.address_verified, c.employer_verified, c.verification_attempts as attempts,
  ${isFresh('email')} as email_is_fresh, ${isFresh('phone')} as phone_is_fresh,
  coalesce((select jsonb_agg(jsonb_build_object('address', p.address, 'city', p.city, 'state', p.state,
                                                'zipCode', p.zip_code))
     from properties p where p.organization_id = c.organization_id and p.contact_id = c.id), '[]') as homes,
  c.enriched_at::text as enriched_at, c.enrichment_data->'sources'->'property' as homes_from,
  case when c.enrichment_data is not null then jsonb_build_object('employment', c.enrichment_data->'employment',
    'birthYear', c.enrichment_data->'demographics'->'birthYear',
    'source', c.enrichment_data->'sources'->'person') end as person`

/** Due contacts of an organization, longest due first. */
export function listDue(tx: TenantTx, limit: number): Promise<Subject[]> {
  return tx.rows<Subject>(
    `select ${SUBJECT_COLUMNS} from contacts c where c.organization_id = $1 and c.verification_due_at <= now() and ${NOT_SUSPENDED}
      order by c.verification_due_at, c.id limit $2`,
    [tx.organizationId, limit],
    'due-verifications',
  )
}

/** Due contacts among the given ones. */
export function listDueAmong(tx: TenantTx, ids: readonly string[]): Promise<Subject[]> {
  return tx.rows<Subject>(
    `select ${SUBJECT_COLUMNS} from contacts c
      where c.organization_id = $1 and c.id = any($2) and c.verification_due_at <= now() and ${NOT_SUSPENDED}`,
    [tx.organizationId, ids],
  )
}

export function listSubjects(tx: TenantTx, ids: readonly string[]): Promise<Subject[]> {
  return tx.rows<Subject>(
    `select ${SUBJECT_COLUMNS} from ${selectByKeys({ table: 'contacts', keys: '$2', as: 'c' }, '*')}`,
    [tx.organizationId, ids],
    'verification-subjects',
  )
}

/**
 * Stores verdicts, except for contacts changed or enriched in the meantime: they are due again or already judged.
 *
 * @returns ids of the contacts with a stored verdict
 */
export async function storeVerdicts(
  tx: TenantTx,
  verdicts: readonly { subject: Subject; verdict: Verdict }[],
): Promise<Set<string>> {
  const ids = verdicts.map(({ subject }) => subject.id).sort()
  // Every transaction locks contacts in order of id, which prevents deadlocks.
  await tx.run(
    `select 1 from ${selectByKeys({ table: 'contacts', keys: '$2', lock: 'for no key update' }, 'id')}`,
    [tx.organizationId, ids],
    'lock-verified',
  )
  const rows = await tx.rows<{ id: string }>(
    `update contacts c set ${setVerdict('v')}
       from jsonb_to_recordset($2) as v(id uuid, typed jsonb, enriched_at text, ${VERDICT_TYPES})
      where c.ctid = any(${ctidsOf({ table: 'contacts', keys: '$3' })}) and c.organization_id = $1 and c.id = v.id
        and jsonb_build_array(c.email, c.phone, c.address, c.city, c.state, c.zip_code) = v.typed
        and c.enriched_at::text is not distinct from v.enriched_at
     returning c.id`,
    [tx.organizationId, JSON.stringify(verdicts.map(rowOf)), ids],
    'keep-verifications',
  )
  return new Set(rows.map(({ id }) => id))
}

function rowOf({ subject, verdict }: { subject: Subject; verdict: Verdict }) {
  const { id, email, phone, address, city, state, zipCode, enrichedAt } = subject
  return {
    id,
    typed: [email, phone, address, city, state, zipCode],
    enriched_at: enrichedAt,
    ...verdictRow(verdict),
  }
}

/** Takes the verification lease of an organization; false if another worker has it. */
export function claimLease(tx: TenantTx, seconds: number): Promise<boolean> {
  return tx.changed(
    `update organization_counters set verifying_until = now() + make_interval(secs => $2)
      where organization_id = $1 and (verifying_until is null or verifying_until < now())`,
    [tx.organizationId, seconds],
  )
}

/** Renews the caller's lease, or ends it with 0 seconds. */
export async function renewLease(tx: TenantTx, seconds: number): Promise<void> {
  await tx.run(
    `update organization_counters set verifying_until = case when $2 > 0 then now() + make_interval(secs => $2) end
      where organization_id = $1`,
    [tx.organizationId, seconds],
  )
}

export function dismissSuggestion(tx: TenantTx, id: string): Promise<boolean> {
  return tx.changed('update contacts set email_suggestion = null where organization_id = $1 and id = $2', [
    tx.organizationId,
    id,
  ])
}

/** Organizations with due contacts; across organizations, ids only. */
export function listDueOrganizations(db: Query): Promise<string[]> {
  return db.column('select id from organizations_with_due_verifications() as id')
}

/** Columns that a report of a wrong number overwrites. */
const PHONE_COLUMNS = [
  ['phone_verified', 'verification_status'],
  ['phone_verification_reason', 'text'],
  ['phone_verified_at', 'timestamptz'],
] as const

/** Marks the primary number of a contact as wrong, and stores its verification until then. */
export async function rejectPhone(
  tx: TenantTx,
  contactId: string,
  { reason, at: rejectedAt }: { reason: string; at: Date },
): Promise<void> {
  const previousColumns = PHONE_COLUMNS.map(([column]) => `'${column}', ${column}`).join(', ')
  await tx.run(
    `update contacts set wrong_phone = phone, phone_verified = 'failed', phone_verification_reason = $3,
            phone_verified_at = $4, updated_at = now(),
            phone_before_wrong = case when phone = wrong_phone then phone_before_wrong
                                      else jsonb_build_object(${previousColumns}) end
      where organization_id = $1 and id = $2 and phone is not null`,
    [tx.organizationId, contactId, reason, rejectedAt],
  )
}

/** Undoes the report of a wrong number and restores its earlier verification, unless the number was changed. */
export async function restorePhone(tx: TenantTx, contactId: string): Promise<void> {
  const assignments = PHONE_COLUMNS.map(
    ([column, type]) =>
      `${column} = case when phone = wrong_phone then (phone_before_wrong ->> '${column}')::${type} else ${column} end`,
  )
  await tx.run(
    `update contacts set wrong_phone = null, phone_before_wrong = null, updated_at = now(), ${assignments.join(', ')}
      where organization_id = $1 and id = $2 and phone_before_wrong is not null`,
    [tx.organizationId, contactId],
  )
}
