// One organization with any number of contacts: the people of a demo workspace with everything known about them, and
// generated ones as an import and its enrichments store them. Written with COPY, since filling isn't measured.
import type pg from 'pg'
import { RELATIONSHIPS } from '#domain/activities/relationship.ts'
import { historyOf, NO_DETAILS } from '#domain/identity/contact-details.ts'
import { CATEGORIES } from '#domain/signals/categories.ts'
import { type CopyValue, contactsOf, copyContacts, copyLines, lineOf } from './copy-contacts.ts'

/** How many contacts have the rarest of the nine signals. */
export const DISASTER_CONTACT_COUNT = 7
/** The best-ranked contacts have tasks. */
const CONTACTS_WITH_TASKS = 300

/** Fills the organization up to `contacts` contacts. */
export async function fillOrganization(owner: pg.Client, organizationId: string, contacts: number) {
  const existing = await owner.query<{ n: number }>('select count(*)::int as n from contacts')
  const missingCount = contacts - (existing.rows[0]?.n ?? 0)
  // Indexes are made at the end, and foreign keys hold by construction.
  await owner.query('set session_replication_role = replica')
  const indexes = await dropIndexes(owner, ['contacts', 'contact_keys', 'signals'])
  await copyPeople(owner, organizationId, missingCount)
  await addKnowledge(owner, organizationId)
  await owner.query(`set maintenance_work_mem = '256MB'`)
  for (const definition of indexes) await owner.query(definition)
  await owner.query('reset session_replication_role; reset maintenance_work_mem')
  await owner.query(
    `update organization_counters set contacts = (select count(*) from contacts where organization_id = $1)
      where organization_id = $1`,
    [organizationId],
  )
  await owner.query('vacuum analyze')
}

/** Drops the indexes of tables that have no constraint. @returns the statements that create them again */
export async function dropIndexes(owner: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select i.indexname as name, i.indexdef as definition from pg_indexes i
      where i.tablename = any($1) and i.schemaname = 'public'
        and not exists (select from pg_constraint c where c.conname = i.indexname)`,
    [tables],
  )
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

async function copyPeople(owner: pg.Client, organizationId: string, count: number): Promise<void> {
  const contacts = contactsOf(count)
  const { rows: enrichedRows } = await owner.query<{ data: string }>(
    `select enrichment_data::text as data from contacts where enrichment_data is not null order by id`,
  )
  let rareCount = 0
  await copyContacts(owner, 'contacts', contacts, {
    columns: `organization_id, created_at, phone_verified, relationship, details, last_conversation_at, do_not_contact, listed_for_sale,
      nine_d_score, move_chance, move_lift, scored_at, enriched_at, tenure, enrichment_data,
      signals_detected, top_signal, live_signals`,
    valuesOf: (n) => {
      const hash = (n * 2_654_435_761) % 4_294_967_296
      const data = enrichedRows[n % enrichedRows.length]?.data ?? null
      const isRare = isScored(hash) && rareCount++ < DISASTER_CONTACT_COUNT
      return [
        organizationId,
        timeBefore(hash % 1_000_000),
        ...factsOf(hash),
        ...scoreOf(hash, data),
        ...signalOf(hash, isRare),
      ]
    },
  })
  const keys = contacts.flatMap((contact) =>
    contact.keys.map((key) => lineOf([organizationId, `\\x${key}`, contact.id])),
  )
  await copyLines(owner, 'contact_keys (organization_id, key, contact_id)', keys)
}

const timeBefore = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString()
const isScored = (hash: number) => hash % 3 === 0

/** Facts of an agent's own list: whether the number works, relationship, source, last conversation and flags. */
function factsOf(hash: number): CopyValue[] {
  const divide = (by: number) => Math.floor(hash / by)
  const dayBefore = (days: number) => timeBefore(days * 1440).slice(0, 10)
  const lastClosingOn = hash % 4 ? null : dayBefore(hash % 5000)
  const facts = { source: `Source ${divide(7) % 25}`, lastContactOn: dayBefore(hash % 900), lastClosingOn }
  const history = historyOf((key) => facts[key as keyof typeof facts])
  return [
    hash % 11 === 0 ? 'failed' : 'unverified',
    RELATIONSHIPS[divide(5) % 12] ?? null,
    divide(13) % 2 ? JSON.stringify({ ...NO_DETAILS, history }) : null,
    divide(17) % 3 ? null : timeBefore((hash % 700) * 1440),
    hash % 61 === 0 ? 'true' : 'false',
    hash % 97 === 0 ? 'true' : 'false',
  ]
}

/** Score, times, tenure and record; two of three contacts are not enriched. */
function scoreOf(hash: number, data: string | null): CopyValue[] {
  if (!isScored(hash)) return Array(7).fill(null)
  const tenure = [null, 'owner', 'owner', 'renter'][hash % 4] ?? null
  return [hash % 100, (hash % 9973) / 9973, 1, timeBefore(0), timeBefore(hash % 9001), tenure, data]
}

/** Three of five scored contacts have a signal; the last category only a few. */
function signalOf(hash: number, isRare: boolean): CopyValue[] {
  if (!isRare && (!isScored(hash) || hash % 5 > 2)) return [0, null, 0]
  const lastIndex = CATEGORIES.length - 1
  const index = isRare ? lastIndex : Math.floor(hash / 15) % lastIndex
  return [1, CATEGORIES[index] ?? null, 1 << index]
}

/** Rows about the people, of which each `contacts` row already says what it repeats. */
async function addKnowledge(owner: pg.Client, organizationId: string): Promise<void> {
  const generatedContacts = `from contacts c where organization_id = $1 and not exists (
    select from signals s where s.organization_id = $1 and s.contact_id = c.id)`
  const statements = [
    // The demo's own disasters would make the rarest filter a different one each day.
    `update contacts c set top_signal = 'debt' where organization_id = $1 and top_signal = 'disaster'
        and exists (select from signals s where s.organization_id = $1 and s.contact_id = c.id)`,
    `insert into properties (organization_id, contact_id, address, city, state, zip_code, last_sale_date)
     select $1, id, address, city, state, zip_code, current_date - abs(hashtext(id::text)) % 14000 ${generatedContacts}
        and scored_at is not null and address is not null`,
    `insert into signals (organization_id, contact_id, category, score, confidence_score, confidence, source,
                          description, event_date, evidence_key, metadata)
     select $1, id, top_signal, nine_d_score, 0.9, 'high', 'Sample county records', 'A record of the benchmark',
            current_date - abs(hashtext(id::text)) % 90, 'bench', '{"live": true}' ${generatedContacts} and top_signal is not null`,
    `insert into tags (organization_id, name, name_key) select $1, 'Bench ' || n, 'bench ' || n from generate_series(1, 12) n`,
    // The first tag is on a third of the contacts, the last on few.
    `insert into contact_tags (organization_id, contact_id, tag_id)
     select $1, c.id, t.id from contacts c join tags t on t.organization_id = $1 and t.name_key like 'bench %'
      where c.organization_id = $1
        and abs(hashtext(c.id::text || t.name)) % (3 * substr(t.name, 7)::int * substr(t.name, 7)::int) = 0`,
    `insert into tasks (organization_id, contact_id, title, due_date)
     select $1, id, 'Task ' || n, now() + n * interval '1 day'
       from (select id from contacts where organization_id = $1 order by sort_rank, last_name_key, id limit ${CONTACTS_WITH_TASKS}) best,
            generate_series(1, 3) n`,
    `insert into tasks (organization_id, contact_id, title, due_date)
     select $1, id, 'Call', now() + abs(hashtext(id::text)) % 90 * interval '1 day' from contacts c
      where organization_id = $1 and abs(hashtext(id::text)) % 12 = 0`,
    `update contacts c set next_task_at = t.due
       from (select contact_id, min(due_date) as due from tasks where organization_id = $1 and status <> 'completed'
                and due_date is not null group by 1) t
      where c.organization_id = $1 and t.contact_id = c.id`,
    `insert into outcomes (organization_id, contact_id, kind, moved_on, source)
     select $1, id, 'moved', current_date - abs(hashtext(id::text)) % 900, 'person' from contacts c
      where organization_id = $1 and abs(hashtext(id::text)) % 500 = 0`,
  ]
  for (const statement of statements) await owner.query(statement, [organizationId])
}
