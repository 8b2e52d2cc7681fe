import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { silentLog } from '../log.ts'
import { type Database, openDatabase, type TenantTx } from './database.ts'
import { type OrganizationId, parseOrganizationId } from './organization-id.ts'
import { limitPerOrganization } from './organization-limit.ts'

const FLOODING_ORGANIZATION = parseOrganizationId('018f0000-0000-7000-8000-000000000001')
const OTHER_ORGANIZATION = parseOrganizationId('018f0000-0000-7000-8000-000000000002')
/** Every kind of transaction on the rows of one organization. */
const QUERIES = {
  tenant: (db: Database, id: OrganizationId, work: Work) => db.tenant(id, work),
  read: (db: Database, id: OrganizationId, work: Work) => db.read(id, work),
}
type Work = (tx: TenantTx) => Promise<void>

let database: TestDatabase
let pool: Database
beforeAll(async () => {
  database = await cloneDatabase()
  pool = openDatabase(database.appUrl, { log: silentLog })
})
afterAll(async () => {
  await pool.close()
  await database.drop()
})

/** Transactions that stay open until told to end. */
function slowWork() {
  const ends: (() => void)[] = []
  const work: Work = () => new Promise((resolve) => ends.push(resolve))
  return { ends, work }
}

describe('Trust 22 connections of the database', () => {
  test.each(Object.entries(QUERIES))(
    'slow transactions of one organization by %s leave connections for another and queue its own',
    async (_name, query) => {
      const db = limitPerOrganization(pool)
      const { ends, work } = slowWork()
      const floodQueries = Array.from({ length: 20 }, () => query(db, FLOODING_ORGANIZATION, work))
      await expect.poll(() => ends.length).toBe(7)
      const quietQuery = query(db, OTHER_ORGANIZATION, work)
      await expect.poll(() => ends.length).toBe(8)
      ends.pop()?.()
      await quietQuery
      let max = 0
      for (let endedCount = 0; endedCount < floodQueries.length; endedCount++) {
        await expect.poll(() => ends.length).toBeGreaterThan(0)
        max = Math.max(max, ends.length)
        ends.shift()?.()
      }
      await Promise.all(floodQueries)
      expect(max).toBe(7)
    },
  )

  test('all methods of an organization share one limit', async () => {
    const db = limitPerOrganization(pool, { maxConcurrent: 3 })
    const { ends, work } = slowWork()
    const queries = [1, 2].flatMap(() =>
      Object.values(QUERIES).map((query) => query(db, FLOODING_ORGANIZATION, work)),
    )
    await expect.poll(() => ends.length).toBe(3)
    for (let endedCount = 0; endedCount < queries.length; endedCount++) {
      await expect.poll(() => ends.length).toBeGreaterThan(0)
      ends.shift()?.()
    }
    await Promise.all(queries)
  })
})
