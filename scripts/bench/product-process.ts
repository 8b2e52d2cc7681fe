// The product's application as it serves requests in production, with its real queue, live events, sessions and
// row-level security. The one difference: its rate limits count each call as another user's, so that one machine can
// send more than they let a person send.
import { createApp } from '#server/app.ts'
import { composeServices } from '#server/compose.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openEvents } from '#server/platform/events.ts'
import { createRateLimiter, type RateLimiter } from '#server/platform/http/limits.ts'
import { createLog } from '#server/platform/log.ts'
import { openQueue } from '#server/platform/queue/queue.ts'
import { releaseMemory } from '#server/platform/release-memory.ts'
import { startWork } from '#server/work.ts'
import { platformOn, testPaymentsOn } from './workspace.ts'

const CALLERS = 40_000

const ownerUrl = process.env.DATABASE_URL ?? ''
const log = createLog('error')
const { appUrl } = await migrate(ownerUrl)
const db = openDatabase(appUrl, { log })
const platform = {
  ...platformOn(db),
  log,
  events: openEvents(appUrl, log),
  queue: openQueue(ownerUrl, { log, runsWorkers: false }),
}
const services = composeServices(platform, testPaymentsOn(db))
await startWork({ platform, services, runsWorkers: false })
const app = await createApp({
  platform,
  services,
  sampleData: false,
  logLevel: 'error',
  pages: null,
  limiter: spread(createRateLimiter()),
})
console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
releaseMemory(app.door.lastRequestAt)
process.on('SIGTERM', () => process.exit(0))

/** The limiters run as usual but are never reached. */
function spread(take: RateLimiter): RateLimiter {
  let calls = 0
  return (rate, caller) => take(rate, `${caller} ${calls++ % CALLERS}`)
}
