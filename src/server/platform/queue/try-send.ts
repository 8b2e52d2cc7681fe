import type { Platform } from '../platform.ts'

/** Wakes a worker for stored work: if sending the job fails, the sweep finds the work later. */
export async function trySend(
  { queue, log }: Pick<Platform, 'queue' | 'log'>,
  job: string,
  data: object,
  key?: string,
  delaySeconds = 0,
): Promise<void> {
  await queue
    .send(job, data, { delaySeconds, ...(key !== undefined && { key }) })
    .catch((error: Error) => log.warn({ err: error, job }, 'Could not queue a job; the sweep will retry it'))
}
