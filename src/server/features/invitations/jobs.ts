import type { Queue } from '#server/platform/queue/queue.ts'
import { INVITATION_EMAIL_JOB, type InvitationEmail, type InvitationsService } from './service.ts'

export function invitationsJobs(queue: Queue, service: InvitationsService): void {
  queue.work<InvitationEmail>(INVITATION_EMAIL_JOB, { concurrency: 2, retries: 6 }, service.sendEmail)
  queue.work('remove-old-invitations', { cron: '35 3 * * *', expireInSeconds: 600 }, () =>
    service.removeOld(),
  )
}
