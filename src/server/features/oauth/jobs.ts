import type { Queue } from '#server/platform/queue/queue.ts'
import type { OauthService } from './service.ts'

export function oauthJobs(queue: Queue, service: Pick<OauthService, 'deleteOutdated'>): void {
  queue.work('oauth.clean', { cron: '25 * * * *', retries: 2 }, () => service.deleteOutdated())
}
