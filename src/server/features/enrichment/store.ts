import { ctidsOf } from '#server/platform/db/by-key.ts'
import { isDatabaseUnavailable, type Query, type TenantTx } from '#server/platform/db/database.ts'
import { NOT_SUSPENDED } from '#server/platform/db/suspension.ts'
import { newId } from '#server/platform/ids.ts'

export type EnrichmentStatus = 'waiting' | 'queued' | 'running' | 'matched' | 'no_match' | 'failed'

export type EnrichmentRow = {
  id: string
  contactId: string | null
  importId: string | null
  status: EnrichmentStatus
  charged: boolean
  attempts: number
  failure: string | null
  /** Null for enrichments of an import or a selection. */
  requestedBy: string | null
  /** The key or connected app that requested it. */
  keyId: string | null
  /** Seconds since it was queued. */
  ageSeconds: number
}

const FINAL_STATUSES: ReadonlySet<EnrichmentStatus> = new Set(['matched', 'no_match', 'failed'])

const ENRICHMENT_COLUMNS = `id, contact_id, import_id, status, charged, attempts, failure, requested_by, key_id,
  extract(epoch from now() - created_at)::float8 as age_seconds`

/**
 * Opens an enrichment of a contact, or takes over one that waits for credits.
 *
 * @returns its id; undefined when one is already queued or running
 */
export function openEnrichment(
  tx: TenantTx,
  {
    contactId,
    charged,
    requestedBy,
    keyId,
  }: { contactId: string; charged: boolean; requestedBy: string | null; keyId: string | null },
): Promise<string | undefined> {
  return tx.find<string>(
    `insert into enrichments (organization_id, id, contact_id, status, charged, requested_by, key_id)
     values ($1, $2, $3, 'queued', $4, $5, $6)
     on conflict (organization_id, contact_id) where status in ('waiting', 'queued', 'running')
       do update set status = 'queued', charged = excluded.charged, requested_by = excluded.requested_by,
                     key_id = excluded.key_id, created_at = excluded.created_at
       where enrichments.status = 'waiting'
     returning id`,
    [tx.organizationId, newId(), contactId, charged, requestedBy, keyId],
  )
}

/** Queues contacts of an import or a selection without reserving credits. @returns the number of enrichments */
export function insertWaiting(
  tx: TenantTx,
  importId: string | null,
  contactIds: readonly string[],
): Promise<number> {
  return tx.run(
    `insert into enrichments (organization_id, id, contact_id, status, import_id)
     select $1, e, c, 'waiting', $2 from unnest($3::uuid[], $4::uuid[]) as t(e, c) on conflict do nothing`,
    [tx.organizationId, importId, contactIds.map(() => newId()), contactIds],
  )
}

/** The next waiting enrichments, contacts with most details first: they are most likely to match. */
export function listWaiting(tx: TenantTx, limit: number): Promise<string[]> {
  return tx.column(
    `select e.id from enrichments e
       join contacts c on c.organization_id = e.organization_id and c.id = e.contact_id
      where e.organization_id = $1 and e.status = 'waiting'
        and ${NOT_SUSPENDED}
      order by (c.email is null)::int + (c.phone is null)::int + (c.address is null)::int, e.id limit $2`,
    [tx.organizationId, limit],
  )
}

/** Locks the given enrichments that still wait, in the given order. */
export function lockWaiting(
  tx: TenantTx,
  ids: readonly string[],
): Promise<{ id: string; contactId: string }[]> {
  return tx.rows(
    `select e.id, e.contact_id from unnest($2::uuid[]) with ordinality as requested(key, position) cross join lateral (
       select id, contact_id, status from enrichments
        where organization_id = $1 and id = requested.key offset 0 for update skip locked) e
      where e.status = 'waiting' and e.contact_id is not null
        and ${NOT_SUSPENDED}
      order by requested.position`,
    [tx.organizationId, ids],
    'lock-waiting',
  )
}

/** Takes the lease of locked waiting enrichments for `seconds`. */
export function startRunning(
  tx: TenantTx,
  ids: readonly string[],
  seconds: number,
): Promise<EnrichmentRow[]> {
  return tx.rows<EnrichmentRow>(
    `update enrichments set status = 'running', charged = true, created_at = now(), attempts = attempts + 1,
            lease_until = now() + make_interval(secs => $3)
      where ctid = any(${ctidsOf({ table: 'enrichments', keys: '$2' })}) and organization_id = $1 returning ${ENRICHMENT_COLUMNS}`,
    [tx.organizationId, ids, seconds],
    'start-enrichments',
  )
}

/** Takes the lease of an enrichment for `seconds`; undefined when another worker has it or it has ended. */
export function claimEnrichment(
  tx: TenantTx,
  id: string,
  seconds: number,
): Promise<EnrichmentRow | undefined> {
  return tx.row<EnrichmentRow>(
    `update enrichments set status = 'running', attempts = attempts + 1,
            lease_until = now() + make_interval(secs => $3)
      where organization_id = $1 and id = $2
        and (status = 'queued' or (status = 'running' and lease_until < now())) and ${NOT_SUSPENDED}
      returning ${ENRICHMENT_COLUMNS}`,
    [tx.organizationId, id, seconds],
  )
}

type Attempt = Pick<EnrichmentRow, 'id' | 'attempts'>

/** Locks the enrichments that these attempts still own. @returns their ids */
export async function lockOwned(tx: TenantTx, attempts: readonly Attempt[]): Promise<Set<string>> {
  const sorted = attempts.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const rows = await tx.rows<{ id: string }>(
    `select e.id from unnest($2::uuid[], $3::int[]) as a(id, attempts) cross join lateral (
       select id, status, attempts from enrichments where organization_id = $1 and id = a.id offset 0 for update) e
      where e.status = 'running' and e.attempts = a.attempts`,
    [tx.organizationId, sorted.map(({ id }) => id), sorted.map((row) => row.attempts)],
    'lock-owned-enrichments',
  )
  return new Set(rows.map(({ id }) => id))
}

export type EnrichmentEnd = {
  id: string
  status: 'matched' | 'no_match' | 'failed'
  failure: string | null
  /** Names of the providers that matched. */
  providers: readonly string[] | null
}

/** True if the database is unavailable, as opposed to one result that can't be stored. */
export const isUnavailable = isDatabaseUnavailable

export async function finishEnrichments(tx: TenantTx, ends: readonly EnrichmentEnd[]): Promise<void> {
  if (ends.length === 0) return
  await tx.run(
    `update enrichments e set status = f.status, failure = f.failure, providers = coalesce(f.providers, e.providers),
            finished_at = now(), lease_until = null
       from jsonb_to_recordset($2) as f(id uuid, status text, failure text, providers text[])
      where e.ctid = any(${ctidsOf({ table: 'enrichments', keys: '$3' })}) and e.organization_id = $1 and e.id = f.id`,
    [tx.organizationId, JSON.stringify(ends), ends.map(({ id }) => id)],
    'finish-enrichments',
  )
}

/** Postpones owned enrichments with their reserved credits; the sweep resumes each after its `seconds`. */
export async function postponeEnrichments(
  tx: TenantTx,
  pauses: readonly { id: string; seconds: number }[],
): Promise<void> {
  if (pauses.length === 0) return
  await tx.run(
    `update enrichments e set lease_until = now() + make_interval(secs => r.seconds), attempts = e.attempts - 1
       from unnest($2::uuid[], $3::float8[]) as r(id, seconds)
      where e.ctid = any(${ctidsOf({ table: 'enrichments', keys: '$2' })}) and e.organization_id = $1 and e.id = r.id`,
    [tx.organizationId, pauses.map(({ id }) => id), pauses.map(({ seconds }) => seconds)],
  )
}

export function findEnrichment(tx: TenantTx, id: string): Promise<EnrichmentRow | undefined> {
  return tx.row<EnrichmentRow>(
    `select ${ENRICHMENT_COLUMNS} from enrichments where organization_id = $1 and id = $2`,
    [tx.organizationId, id],
  )
}

/** An enrichment that has ended; null while it runs. */
export async function findEnded(tx: TenantTx, id: string): Promise<EnrichmentRow | null> {
  const enrichment = await findEnrichment(tx, id)
  return enrichment && FINAL_STATUSES.has(enrichment.status) ? enrichment : null
}

/** Contacts not matched within the last 24 hours: enriching the others again is free. */
export function listNotMatchedRecently(tx: TenantTx, contactIds: readonly string[]): Promise<string[]> {
  return tx.column(
    `select i.id from unnest($2::uuid[]) as i(id)
      where not exists (select from enrichments e where e.organization_id = $1 and e.contact_id = i.id
        and e.status = 'matched' and e.finished_at > now() - interval '24 hours')`,
    [tx.organizationId, contactIds],
  )
}

export type ImportEnrichment = { waiting: number; open: number; done: number }

export function countEnrichmentsOfImport(tx: TenantTx, importId: string): Promise<ImportEnrichment> {
  return tx.one<ImportEnrichment>(
    `select count(*) filter (where status = 'waiting') as waiting,
            count(*) filter (where status in ('queued', 'running')) as open,
            count(*) filter (where status in ('matched', 'no_match', 'failed')) as done
       from enrichments where organization_id = $1 and import_id = $2 and contact_id is not null`,
    [tx.organizationId, importId],
  )
}

/**
 * How many enrichments of an import ended, and how many of its people have signals. Rows fixed later don't count as ended,
 * since each would announce the import again.
 */
export function summarizeImport(
  tx: TenantTx,
  importId: string,
): Promise<{ userId: string | null; done: number; people: number } | undefined> {
  return tx.row(
    `select i.created_by as user_id,
            count(*) filter (where e.status in ('matched', 'no_match', 'failed')
              and c.created_at <= coalesce(i.finished_at, 'infinity'))::int as done,
            count(distinct c.id) filter (where e.status = 'matched' and c.signals_detected > 0)::int as people
       from imports i
       join enrichments e on e.organization_id = i.organization_id and e.import_id = i.id
       join contacts c on c.organization_id = e.organization_id and c.id = e.contact_id
      where i.organization_id = $1 and i.id = $2 group by i.created_by`,
    [tx.organizationId, importId],
  )
}

/** True values for `any` request ever and for all of them `settled`. */
export function readOverallStatus(tx: TenantTx): Promise<{ any: boolean; settled: boolean }> {
  return tx.one<{ any: boolean; settled: boolean }>(
    `select count(*) > 0 as any, count(*) > 0 and bool_and(status in ('matched', 'no_match', 'failed')) as settled
       from enrichments where organization_id = $1`,
    [tx.organizationId],
  )
}

/** Enrichments left queued or running by a stopped process; across organizations, ids only. */
export function listAbandoned(db: Query): Promise<{ organizationId: string; id: string }[]> {
  return db.rows('select organization_id, id from abandoned_enrichments()')
}

export function listWaitingOrganizations(db: Query): Promise<string[]> {
  return db.column('select id from organizations_with_waiting_enrichments() as id')
}
