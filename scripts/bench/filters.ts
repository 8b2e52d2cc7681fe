// Response times of lists with three filters, the counts of their choices, Today and the proof, for a single caller.
// Before lists are measured, their totals must match those of the same filters without SQL.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { contactSort, countContactChoices, listContacts, MAX_CHOICE_COUNT } from '#contract/contacts.ts'
import { getInsightsProof } from '#contract/outcomes.ts'
import { getToday } from '#contract/today.ts'
import { RELATIONSHIPS } from '#domain/activities/relationship.ts'
import { queryOn } from '#server/platform/db/database.ts'
import { passes, queryOf, randomFilter, readKnown } from '#test/builders/contact-filters.ts'
import { readOption } from '../shared/report.ts'
import type { BenchPart, Line } from './bench-part.ts'
import { oneByOne } from './load.ts'
import { openPool } from './statements.ts'
import { startUnlimited } from './unlimited-product.ts'

const CALLS = 400
const CHECKED = 60
const TICK_MS = 10

export const part: BenchPart = {
  name: 'filters',
  sizes: 'each',
  async run({ workspace: { ownerUrl, organizationId, cookie } }) {
    const pool = openPool(ownerUrl)
    const owner = queryOn(pool)
    const product = await startUnlimited(ownerUrl)
    const headers = { cookie }
    try {
      const values = await valuesIn(owner, organizationId)
      const filters = Array.from({ length: CALLS }, (_, n) => randomFilter(n * 7919, values, 3))
      const sorts = contactSort.options
      const lists = filters.map(
        (filter, n) => `${listContacts.path}?sort=${sorts[n % sorts.length]}&${queryOf(filter)}`,
      )
      const people = await readKnown(owner, organizationId)
      for (const [n, path] of lists.slice(0, CHECKED).entries()) {
        const found = people.filter((each) => passes(each, filters[n] ?? {})).length
        const answer = await fetch(product.url + path, { headers })
        const total = found > MAX_CHOICE_COUNT ? `${MAX_CHOICE_COUNT}+` : String(found)
        assert.equal(answer.headers.get('x-total-count'), total, path)
      }
      const counts = filters.map((filter, n) => {
        const some = Object.fromEntries(Object.entries(filter).slice(0, n % 4))
        return `${countContactChoices.path}?${queryOf(some)}`
      })
      const lines: Line[] = []
      const measure = async (operation: string, paths: readonly string[], calls: number, goal: number) => {
        let turn = 0
        const next = () => ({ path: paths[turn++ % paths.length] ?? '', headers })
        const before = await processorTime(product.pid())
        const taken = await oneByOne({ url: product.url, next }, calls, 0.95)
        const each = ((await processorTime(product.pid())) - before) / (calls + 20)
        lines.push({
          operation: `${operation}, p95`,
          ...taken,
          goal,
          note: `${each.toFixed(1)} ms of the process`,
        })
      }
      const seconds = Number(readOption('seconds') ?? 3)
      await measure('list, three filters', lists, CALLS, 60)
      await measure('counts on filters', counts, CALLS / 4, 250)
      await measure('Today', [getToday.path], 50 * seconds, 30)
      await measure('proof', [getInsightsProof.path], 3 * seconds, 500)
      return lines
    } finally {
      await product.end('SIGTERM')
      await pool.end()
    }
  },
}

/** Values that filters of this organization can have. */
async function valuesIn(owner: ReturnType<typeof queryOn>, organizationId: string) {
  const most = (column: string) =>
    owner.column<string>(
      `select ${column} from contacts where organization_id = $1 and ${column} is not null group by 1 order by count(*) desc limit 20`,
      [organizationId],
    )
  const tags = await owner.column<string>(
    'select id from tags where organization_id = $1 order by name_key',
    [organizationId],
  )
  const [city, zip, source] = [await most('city'), await most('left(zip_code, 5)'), await most('lead_source')]
  return { tags, city, zip, source, relationship: [...RELATIONSHIPS] }
}

/** Processor time of a process in milliseconds; NaN where the system doesn't report it. */
async function processorTime(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [user, system] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return TICK_MS * ((user ?? Number.NaN) + (system ?? Number.NaN))
}
