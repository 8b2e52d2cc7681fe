import type { Queue } from '#server/platform/queue/queue.ts'
import { type AuthService, SIGN_IN_EMAIL_JOB, type SignInEmail } from './service.ts'

export function authJobs(queue: Queue, service: AuthService): void {
  queue.work<SignInEmail>(SIGN_IN_EMAIL_JOB, { concurrency: 4, retries: 6 }, (job) => service.sendLink(job))
  queue.work('remove-expired-sign-ins', { cron: '17 * * * *' }, () => service.removeExpired())
}
