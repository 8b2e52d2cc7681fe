import type { Queue } from '#server/platform/queue/queue.ts'
import { BUILD_EXPORT_JOB, type DataExportService, type ExportRef, REMOVE_OLD_JOB } from './service.ts'

/** Jobs aren't retried by the queue: the exports table decides when an attempt is due. */
export function dataExportJobs(queue: Queue, service: DataExportService): void {
  queue.work<ExportRef>(BUILD_EXPORT_JOB, { expireInSeconds: 6 * 3600, retries: 0 }, (named) =>
    service.build(named),
  )
  queue.work(REMOVE_OLD_JOB, { cron: '35 * * * *', expireInSeconds: 1800 }, (_, signal) =>
    service.removeOld(signal),
  )
}
