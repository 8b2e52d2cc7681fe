import type { Queue } from '#server/platform/queue/queue.ts'
import { CONTACT_EMAIL_JOB, type ContactFormService } from './service.ts'

/** The queue never retries emails: the table stores the time of the next attempt, and the sweep starts it. */
export function contactFormJobs(queue: Queue, service: ContactFormService): void {
  queue.work<{ id: string }>(
    CONTACT_EMAIL_JOB,
    { concurrency: 2, expireInSeconds: 300, retries: 0 },
    ({ id }) => service.sendEmails(id),
  )
  queue.work('contact-form.remove-old', { cron: '50 3 * * *', expireInSeconds: 1800 }, (_, signal) =>
    service.removeOld(signal),
  )
}
