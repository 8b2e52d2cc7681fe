import type { FastifyInstance } from 'fastify'
import type { Query } from './platform/db/database.ts'
import { migrationNames } from './platform/db/migrate.ts'
import { createAppShell } from './platform/http/app-shell.ts'
import { createRateLimiter, type RateLimiter } from './platform/http/limits.ts'
import { operatingRoutes } from './platform/http/operating.ts'
import { createMetricsCollector } from './platform/metrics-collector.ts'
import type { Platform } from './platform/platform.ts'
import { productVersion } from './platform/product-version.ts'
import { NO_TRACING } from './platform/tracing.ts'

/** Builds the small app of a worker: health, readiness and metrics, nothing else. */
export async function createOperatingApp(
  platform: Platform,
  options: { logLevel: string; trustedProxies: string[]; metricsToken: string | null },
) {
  const { logLevel, trustedProxies, metricsToken } = options
  const app = await createAppShell({
    ...{ appUrl: platform.appUrl, name: platform.site.brand.name, logLevel, trustedProxies },
    ...{ bodyLimit: 1024, logRequests: false, tracing: NO_TRACING },
  })
  serveOperating(app, platform, { metricsToken, take: createRateLimiter() })
  await app.ready()
  return app
}

/** Serves health, readiness and metrics of this process. */
export function serveOperating(
  app: FastifyInstance,
  platform: Platform,
  { metricsToken, take }: { metricsToken: string | null; take: RateLimiter },
): void {
  const { appUrl, db, queue, providerStatuses, modelStatus } = platform
  operatingRoutes(app, {
    isReady: () => isSchemaCurrent(db),
    measure: createMetricsCollector({
      ...{ door: app.door, db, waitingJobs: queue.statsOfDue, providerStatuses, modelStatus },
      version: productVersion(),
    }),
    ...{ metricsToken, appUrl, take },
  })
}

let migrations: string[] | null = null

/** True if the database has every migration of this build; it may have newer ones during a rolling upgrade. */
async function isSchemaCurrent(db: Query): Promise<boolean> {
  migrations ??= migrationNames()
  const applied = 'select count(*)::int from schema_migrations where name = any($1)'
  return (await db.value<number>(applied, [migrations])) === migrations.length
}
