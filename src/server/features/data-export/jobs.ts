import type { Queue } from '#server/platform/queue/queue.ts'
import { BUILD_EXPORT_JOB, type DataExportService, type ExportRef, REMOVE_OLD_JOB } from './service.ts'

/** The queue never retries exports: the table stores the state of an attempt, and the sweep resumes it. */
export function dataExportJobs(queue: Queue, service: DataExportService): void {
  queue.work<ExportRef>(BUILD_EXPORT_JOB, { expireInSeconds: 6 * 3600, retries: 0 }, (ref) =>
    service.build(ref),
  )
  queue.work(REMOVE_OLD_JOB, { cron: '35 * * * *', expireInSeconds: 1800 }, (_, signal) =>
    service.removeOld(signal),
  )
}
