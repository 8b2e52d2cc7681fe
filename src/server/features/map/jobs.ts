import type { Queue } from '#server/platform/queue/queue.ts'
import { type MapService, PLACES_JOB } from './service.ts'

export function mapJobs(queue: Queue, service: MapService): void {
  queue.work(PLACES_JOB, { expireInSeconds: 3600, isResumable: true, retries: 2 }, () => service.loadPlaces())
}
