import type { Queue } from '#server/platform/queue/queue.ts'
import { INVITATION_MAIL_JOB, type InvitationsService } from './service.ts'

const REMOVE_OLD = 'remove-old-invitations'

export function invitationsJobs(queue: Queue, service: InvitationsService): void {
  queue.work<{ organizationId: string; invitationId: string }>(
    INVITATION_MAIL_JOB,
    { concurrency: 2, retries: 6 },
    (job) => service.sendMail(job),
  )
  queue.work(REMOVE_OLD, { concurrency: 1, expireInSeconds: 600 }, () => service.removeOld())
  queue.schedule(REMOVE_OLD, '35 3 * * *')
}
