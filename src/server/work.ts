import type { Services } from './compose.ts'
import { authJobs } from './features/auth/jobs.ts'
import { creditsJobs } from './features/credits/jobs.ts'
import { enrichmentJobs } from './features/enrichment/jobs.ts'
import { importsJobs } from './features/imports/jobs.ts'
import { scoresJobs } from './features/scores/jobs.ts'
import type { Platform } from './platform/platform.ts'

const SWEEP_MS = 10_000

/** Registers every job, starts the queue, and keeps sweeping up what a stopped process left behind. */
export async function startWork(options: {
  platform: Platform
  services: Services
  runsWorkers: boolean
}): Promise<() => Promise<void>> {
  const { platform, services, runsWorkers } = options
  const { queue, events, log } = platform
  authJobs(queue, services.auth)
  enrichmentJobs(queue, services.enrichment)
  importsJobs(queue, services.imports)
  creditsJobs(queue, services.credits, services.enrichment.resumeWaiting)
  scoresJobs(queue, services.scores, services.organizations)
  await Promise.all([queue.start(), events.start()])

  const sweep = async () => {
    await services.imports.sweep()
    await services.enrichment.sweep()
    await services.testPayments.sweep()
  }
  const report = (error: Error) =>
    log.warn({ err: error.message }, 'The sweep failed; the next one tries again')
  if (!runsWorkers) return () => Promise.all([queue.stop(), events.stop()]).then(() => {})
  await sweep().catch(report)
  const timer = setInterval(() => void sweep().catch(report), SWEEP_MS)
  return async () => {
    clearInterval(timer)
    await queue.stop()
    await events.stop()
  }
}
