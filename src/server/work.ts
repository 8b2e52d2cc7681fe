import { setTimeout as wait } from 'node:timers/promises'
import type { Services } from './compose.ts'
import { authJobs } from './features/auth/jobs.ts'
import { contactFormJobs } from './features/contact-form/jobs.ts'
import { creditsJobs } from './features/credits/jobs.ts'
import { enrichmentJobs } from './features/enrichment/jobs.ts'
import { importsJobs } from './features/imports/jobs.ts'
import { newsletterJobs } from './features/newsletter/jobs.ts'
import { notificationsJobs } from './features/notifications/jobs.ts'
import { outcomesJobs } from './features/outcomes/jobs.ts'
import { scoresJobs } from './features/scores/jobs.ts'
import { screeningJobs } from './features/screening/jobs.ts'
import { verificationJobs } from './features/verification/jobs.ts'
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
  verificationJobs(queue, services.verification)
  importsJobs(queue, services.imports)
  creditsJobs(queue, services.credits, services.enrichment.resumeWaiting)
  scoresJobs(queue, services.scores, services.organizations)
  notificationsJobs(queue, services.notifications)
  screeningJobs(queue, services.screening, services.organizations)
  outcomesJobs(queue, services.outcomes)
  contactFormJobs(queue, services.contactForm)
  newsletterJobs(queue, services.newsletter, platform.clock)
  await Promise.all([queue.start(), events.start()])

  if (!runsWorkers) return () => Promise.all([queue.stop(), events.stop()]).then(() => {})
  await services.blog.addShipped()
  const { imports, enrichment, verification, testPayments, merges, outcomes, contactForm, newsletter } =
    services
  const stopSweeping = keepSweeping(
    [imports, enrichment, verification, testPayments, merges, outcomes, contactForm, newsletter],
    log,
  )
  return async () => {
    await stopSweeping()
    await queue.stop()
    await events.stop()
  }
}

/** One sweep after the other, beginning now; what one part meets does not keep the others from theirs. */
function keepSweeping(
  parts: readonly { sweep(): Promise<unknown> }[],
  log: Platform['log'],
): () => Promise<void> {
  const stop = new AbortController()
  const swept = (async () => {
    while (!stop.signal.aborted) {
      for (const part of parts) {
        await part.sweep().catch((error: Error) => {
          log.warn({ err: error.message }, 'A sweep failed; the next one tries again')
        })
      }
      await wait(SWEEP_MS, undefined, { signal: stop.signal }).catch(() => {}) // stopped
    }
  })()
  return () => {
    stop.abort()
    return swept
  }
}
