// Response times of lists with three filters, the counts of their choices, Today and the proof, for a single caller.
// Before lists are measured, their totals must match those of the same filters without SQL.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { contactSort, countContactChoices, listContacts, MAX_CHOICE_COUNT } from '#contract/contacts.ts'
import { getInsightsProof } from '#contract/outcomes.ts'
import { getToday } from '#contract/today.ts'
import { RELATIONSHIPS } from '#domain/activities/relationship.ts'
import type { Query } from '#server/platform/db/query.ts'
import { matchesFilter, queryOf, randomFilter, readKnownFacts } from '#test/builders/contact-filters.ts'
import type { BenchContext, Measurement } from './bench-part.ts'
import { measureSingleCaller, rotate } from './load.ts'
import { openStatements } from './statements.ts'
import { startUnlimited } from './unlimited-product.ts'

const CALL_COUNT = 400
const MAX_CHECKED_LISTS = 60
const TICK_MS = 10

export async function measureFilters(context: BenchContext): Promise<Measurement[]> {
  const { ownerUrl, organizationId, seconds } = context
  const { db, close } = openStatements(ownerUrl, organizationId)
  context.after(close)
  const product = await startUnlimited(context)
  const headers = { cookie: context.cookie }
  const values = await readFilterValues(db, organizationId)
  const filters = Array.from({ length: CALL_COUNT }, (_, n) => randomFilter(n * 7919, values, 3))
  const sorts = contactSort.options
  const lists = filters.map(
    (filter, n) => `${listContacts.path}?sort=${sorts[n % sorts.length]}&${queryOf(filter)}`,
  )
  const contacts = await readKnownFacts(db, organizationId)
  for (const [n, path] of lists.slice(0, MAX_CHECKED_LISTS).entries()) {
    const expected = contacts.filter((each) => matchesFilter(each, filters[n] ?? {})).length
    const response = await fetch(product.url + path, { headers })
    const total = expected > MAX_CHOICE_COUNT ? `${MAX_CHOICE_COUNT}+` : String(expected)
    assert.equal(response.headers.get('x-total-count'), total, path)
  }
  const countPaths = filters.map((filter, n) => {
    const firstFields = Object.fromEntries(Object.entries(filter).slice(0, n % 4))
    return `${countContactChoices.path}?${queryOf(firstFields)}`
  })
  const measure = async (operation: string, paths: readonly string[], calls: number, goal: number) => {
    const next = rotate(paths.map((path) => ({ path, headers })))
    const processorMsBefore = await readProcessorMs(product.pid())
    const times = await measureSingleCaller({ url: product.url, next }, calls, 0.95)
    const msPerCall = ((await readProcessorMs(product.pid())) - processorMsBefore) / (calls + 20)
    const note = `${msPerCall.toFixed(1)} ms of the process`
    return { operation: `${operation}, p95`, ...times, goal, note }
  }
  return [
    await measure('list, three filters', lists, CALL_COUNT, 60),
    await measure('counts on filters', countPaths, CALL_COUNT / 4, 250),
    await measure('Today', [getToday.path], 50 * seconds, 30),
    await measure('proof', [getInsightsProof.path], 3 * seconds, 500),
  ]
}

/** Values that filters of this organization can have. */
async function readFilterValues(db: Query, organizationId: string) {
  const listMostFrequent = (column: string) =>
    db.column<string>(
      `select ${column} from contacts where organization_id = $1 and ${column} is not null group by 1 order by count(*) desc limit 20`,
      [organizationId],
    )
  const listTags = 'select id from tags where organization_id = $1 order by name_key'
  return {
    tags: await db.column<string>(listTags, [organizationId]),
    city: await listMostFrequent('city'),
    zip: await listMostFrequent('left(zip_code, 5)'),
    source: await listMostFrequent('lead_source'),
    relationship: [...RELATIONSHIPS],
  }
}

/** Processor time of a process in milliseconds; NaN where the system doesn't report it. */
async function readProcessorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [user = Number.NaN, system = Number.NaN] = stat
    .replace(/^.*\)/s, '')
    .split(' ')
    .slice(12, 14)
    .map(Number)
  return TICK_MS * (user + system)
}
