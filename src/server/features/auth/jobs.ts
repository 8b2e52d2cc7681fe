import type { Queue } from '#server/platform/queue/queue.ts'
import { type AuthService, SIGN_IN_MAIL_JOB, type SignInMail } from './service.ts'

export function authJobs(queue: Queue, service: AuthService): void {
  queue.work<SignInMail>(SIGN_IN_MAIL_JOB, { concurrency: 4, retries: 6 }, (job) => service.sendLink(job))
  queue.work('remove-expired-sign-ins', { cron: '17 * * * *' }, () => service.removeExpired())
}
