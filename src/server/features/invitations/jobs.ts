import type { Queue } from '#server/platform/queue/queue.ts'
import { INVITATION_MAIL_JOB, type InvitationMail, type InvitationsService } from './service.ts'

export function invitationsJobs(queue: Queue, service: InvitationsService): void {
  queue.work<InvitationMail>(INVITATION_MAIL_JOB, { concurrency: 2, retries: 6 }, service.sendMail)
  queue.work('remove-old-invitations', { cron: '35 3 * * *', expireInSeconds: 600 }, () =>
    service.removeOld(),
  )
}
