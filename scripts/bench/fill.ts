// One organization with any number of contacts: the people of a demo workspace with everything known about them, and
// generated ones as an import and its enrichments leave them. Written with COPY, since filling is not what is measured.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { newContactOf } from '#server/features/contacts/service/new-contact.ts'
import { samplePeople } from '#server/platform/providers/sample/sample-people.ts'

const INVARIANTS = path.resolve(import.meta.dirname, '../../test/invariants.sql')
const NAMES = 5000
/** How many contacts have the rarest of the nine signals. */
export const WITH_DISASTER = 7
/** The best-ranked contacts have something to do. */
const WITH_TASKS = 300

const COLUMNS = `organization_id, id, first_name, last_name, email, phone, address, city, state, zip_code, search,
  last_name_key, nine_d_score, move_chance, move_lift, scored_at, enriched_at`

/** Brings the organization to `contacts` contacts. @throws {AssertionError} when an invariant of the product is broken */
export async function fillOrganization(
  owner: pg.Client,
  organizationId: string,
  contacts: number,
): Promise<void> {
  const counted = await owner.query<{ n: number }>('select count(*)::int as n from contacts')
  const missing = contacts - (counted.rows[0]?.n ?? 0)
  // Indexes are made at the end, and foreign keys hold by construction.
  await owner.query('set session_replication_role = replica')
  const indexes = await dropIndexes(owner)
  await copyPeople(owner, organizationId, missing)
  await addSignals(owner, organizationId)
  await owner.query(`set maintenance_work_mem = '256MB'`)
  for (const definition of indexes) await owner.query(definition)
  await owner.query('reset session_replication_role; reset maintenance_work_mem')
  await owner.query(
    `update organization_counters set contacts = (select count(*) from contacts where organization_id = $1)
      where organization_id = $1`,
    [organizationId],
  )
  await addTasks(owner)
  await owner.query('vacuum analyze')
  const broken = await owner.query(await readFile(INVARIANTS, 'utf8'))
  assert.deepEqual(broken.rows, [], 'The filled database breaks an invariant')
}

/** Drops what is no constraint. @returns how to make it again */
async function dropIndexes(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select i.indexname as name, i.indexdef as definition from pg_indexes i
      where i.tablename in ('contacts', 'contact_keys', 'signals') and i.schemaname = 'public'
        and not exists (select from pg_constraint c where c.conname = i.indexname)`,
  )
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

async function copyPeople(owner: pg.Client, organizationId: string, amount: number): Promise<void> {
  const people = samplePeople(Math.min(NAMES, Math.max(amount, 1)), 'bench')
  const keys: string[] = []
  const lines = function* () {
    for (let n = 0; n < amount; n++) {
      const person = people[n % people.length]
      if (!person) return
      const email = `${person.firstName}.${person.lastName}.${n}@example.com`
      const phone = n % 2 ? `+1${2_012_000_000 + ((n * 7919) % 6_000_000_000)}` : null
      const contact = newContactOf({
        ...person,
        ...{ email: email.toLowerCase().replace(/[^\w.@]/g, ''), phone },
      })
      for (const key of contact.keys) keys.push(`${organizationId}\t\\\\x${key}\t${contact.id}\n`)
      const { firstName, lastName, address, city, state, zipCode, search, lastNameKey } = contact
      yield line([
        ...[organizationId, contact.id, firstName, lastName, contact.email, phone, address, city, state],
        ...[zipCode, search, lastNameKey, ...scoreOf((n * 2_654_435_761) % 4_294_967_296)],
      ])
    }
  }
  await pipeline(Readable.from(lines()), owner.query(copyFrom(`copy contacts (${COLUMNS}) from stdin`)))
  await pipeline(
    Readable.from(keys),
    owner.query(copyFrom('copy contact_keys (organization_id, key, contact_id) from stdin')),
  )
}

/** Score, chance, lift, and times of score and enrichment; two of three contacts are not enriched. */
function scoreOf(spread: number): (string | number | null)[] {
  if (spread % 3 > 0) return [null, null, null, null, null]
  const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString()
  return [spread % 100, (spread % 9973) / 9973, 1, at(0), at(spread % 9001)]
}

/** A line of COPY's text format. */
function line(values: readonly (string | number | null)[]): string {
  const cells = values.map((value) =>
    value === null ? '\\N' : String(value).replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? ''),
  )
  return `${cells.join('\t')}\n`
}
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Signals of scored people, in no order; one category only a few have. */
async function addSignals(owner: pg.Client, organizationId: string): Promise<void> {
  await owner.query(
    `create temp table chosen as
       select id, case when n <= ${WITH_DISASTER} then 'disaster'::nine_d_category
                       else (enum_range(null::nine_d_category))[1 + h / 5 % 8] end as category, h
         from (select id, abs(hashtext(id::text)) as h, row_number() over (order by hashtext(id::text)) as n
                 from contacts where organization_id = '${organizationId}' and scored_at is not null
                  and enrichment_data is null) scored
        where n <= ${WITH_DISASTER} or h % 5 < 3`,
  )
  await owner.query(
    `insert into signals (organization_id, contact_id, category, score, confidence_score, confidence, source,
                          description, event_date, evidence_key)
     select '${organizationId}', id, category, h % 100, 0.9, 'high', 'Sample county records', 'A record of the benchmark',
            current_date - h % 90, 'bench'
       from chosen`,
  )
  await owner.query(
    `update contacts c set signals_detected = 1, top_signal = category from chosen where chosen.id = c.id`,
  )
  // The demo's own disasters would make the rarest filter another one on each day.
  await owner.query(
    `update contacts set top_signal = 'debt' where top_signal = 'disaster' and id not in (select id from chosen)`,
  )
  await owner.query('drop table chosen')
}

async function addTasks(owner: pg.Client): Promise<void> {
  await owner.query(
    `insert into tasks (organization_id, contact_id, title, due_date)
     select organization_id, id, 'Task ' || n, now() + n * interval '1 day'
       from (select organization_id, id from contacts order by sort_rank, last_name_key, id limit ${WITH_TASKS}) best,
            generate_series(1, 3) n`,
  )
  await owner.query(
    `update contacts c set next_task_at = t.due
       from (select contact_id, min(due_date) as due from tasks where status <> 'completed' and due_date is not null
              group by 1) t
      where t.contact_id = c.id`,
  )
}
