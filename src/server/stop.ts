import { setTimeout as wait } from 'node:timers/promises'
import type { AdmissionControl } from './platform/http/admission-control.ts'

/**
 * How a process ends within ten seconds. First it says that it is not ready and lets every answer close its connection,
 * while it still takes what arrives: callers and balancers leave on their own, and nobody's request is lost. That takes
 * no time where nobody calls.
 */
const DRAIN_MS = 1000
/** So long without a request, nobody is on the way here. */
const IDLE_MS = 100
/** Then requests under way come to their end; what takes longer is an upload that will be sent again. */
const FINISH_REQUESTS_MS = 5000
/** Workers finish or put back what they have. */
const FINISH_JOBS_MS = 3200
const CLOSE_MS = 500
/** Whatever hangs after that does not keep the process. */
export const HARD_STOP_MS = 9800

export type Stoppable = {
  app: { door: AdmissionControl; server: { closeAllConnections(): void }; close(): Promise<void> }
  /** Ends what waits for something else, so that nobody's answer waits for it. */
  stopLoading(): Promise<void>
  stopWork(): Promise<void>
  closeDatabase(): Promise<void>
  /** Sends what is still to be told of this process. */
  flush(): Promise<void>
  stopDatabase(): Promise<void>
}

/** Stops in good order: callers first, then work, then the database. */
export async function stopInOrder(parts: Stoppable): Promise<void> {
  const { app } = parts
  await waitForDrain(app.door)
  const { ended } = await app.door.stopListening()
  // Ends event streams; whoever else is still being answered gets a while.
  await withTimeout(FINISH_REQUESTS_MS, Promise.all([app.close(), ended]))
  app.server.closeAllConnections()
  await withTimeout(CLOSE_MS, parts.stopLoading())
  await withTimeout(FINISH_JOBS_MS, parts.stopWork())
  await withTimeout(CLOSE_MS, parts.closeDatabase())
  await withTimeout(CLOSE_MS * 2, parts.flush())
  await parts.stopDatabase()
}

async function waitForDrain(door: AdmissionControl): Promise<void> {
  door.startClosing()
  const end = performance.now() + DRAIN_MS
  while (performance.now() < end && performance.now() - door.lastRequestAt() < IDLE_MS) await wait(10)
}

async function withTimeout(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const late = new AbortController()
  try {
    await Promise.race([work, wait(milliseconds, undefined, { signal: late.signal })])
  } finally {
    late.abort()
  }
}
