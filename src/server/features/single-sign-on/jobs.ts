import type { Queue } from '#server/platform/queue/queue.ts'
import { BREAK_GLASS_EMAIL_JOB, type BreakGlassSignIn, type SingleSignOnService } from './service.ts'

/** Runs at each start, when a new key may have been configured, and every night. */
export const RESEAL_CLIENT_SECRETS_JOB = 'reseal-client-secrets'

export function singleSignOnJobs(queue: Queue, service: SingleSignOnService): void {
  queue.work<BreakGlassSignIn>(BREAK_GLASS_EMAIL_JOB, { retries: 6 }, service.sendBreakGlassEmails)
  queue.work('single-sign-on.remove-expired', { cron: '23 * * * *' }, service.removeExpired)
  queue.work(RESEAL_CLIENT_SECRETS_JOB, { cron: '43 3 * * *' }, async () => {
    await service.resealAll()
  })
}
