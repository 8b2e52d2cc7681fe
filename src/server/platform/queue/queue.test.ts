import { setImmediate } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { silentLog } from '#server/platform/log.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { openQueue, type Queue } from './queue.ts'

let database: TestDatabase
let owner: Database
const openQueues = new Set<Queue>()
beforeAll(async () => {
  database = await cloneDatabase()
  owner = openDatabase(database.ownerUrl, { log: silentLog, max: 1 })
})
afterEach(async () => {
  await Promise.all([...openQueues].map((queue) => queue.stop()))
  openQueues.clear()
})
afterAll(async () => {
  await owner.close()
  await database.drop()
})

function openOne(): Queue {
  const queue = openQueue(database.ownerUrl, { log: silentLog, runsWorkers: true })
  openQueues.add(queue)
  return queue
}

test('updates the limits of an existing queue', async () => {
  const older = openOne()
  older.work('paint', { cron: '5 * * * *', expireInSeconds: 60, retries: 8 }, async () => {})
  await older.start()
  await older.stop()
  const newer = openOne()
  newer.work('paint', { cron: '7 * * * *', expireInSeconds: 900, retries: 2 }, async () => {})
  await newer.start()
  expect(
    await owner.row(
      `select retry_limit, expire_seconds, cron from pgboss.queue q join pgboss.schedule s using (name) where name = 'paint'`,
    ),
  ).toEqual({ retryLimit: 2, expireSeconds: 900, cron: '7 * * * *' })
})

test('Trust 21 24 a stopping worker ends its job at once, and another one resumes it', async () => {
  const steps: string[] = []
  const firstStart = Promise.withResolvers<void>()
  const secondRun = Promise.withResolvers<void>()
  const first = openOne()
  first.work('long', { concurrency: 1, expireInSeconds: 900, isResumable: true }, async (_, signal) => {
    firstStart.resolve()
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    steps.push('left off')
  })
  await first.start()
  await first.send('long', {})
  await firstStart.promise
  const secondQueue = openOne()
  secondQueue.work('long', { concurrency: 1, expireInSeconds: 900, isResumable: true }, async (_, signal) => {
    steps.push(signal.aborted ? 'aborted' : 'done')
    secondRun.resolve()
  })
  const stopping = first.stop()
  await setImmediate()
  expect(steps).toEqual(['left off'])
  await secondQueue.start()
  await secondRun.promise
  await stopping
  expect(steps).toEqual(['left off', 'done'])
})

test('Trust 24 several processes prepare the same queues at the same moment', async () => {
  const queues = [openOne(), openOne(), openOne()]
  for (const queue of queues) {
    for (const job of ['one', 'two', 'three'])
      queue.work(job, job === 'one' ? { cron: '5 * * * *' } : {}, async () => {})
  }
  await Promise.all(queues.map((queue) => queue.start()))
  expect(await owner.row(`select count(*)::int as n from pgboss.schedule where name = 'one'`)).toEqual({
    n: 1,
  })
})
