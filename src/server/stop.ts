import { setTimeout as wait } from 'node:timers/promises'
import type { AdmissionControl } from './platform/http/admission-control.ts'

/**
 * A process stops within ten seconds. First it reports not ready and closes each connection with its response, while it
 * still serves new requests: clients and load balancers move away, and no request is lost. An idle process skips this.
 */
const DRAIN_MS = 1000
/** After this long without a request, none is on its way. */
const IDLE_MS = 100
/** Time for running requests to finish; anything longer is an upload that the client will retry. */
const FINISH_REQUESTS_MS = 5000
/** Time for workers to finish their jobs or return them to the queue. */
const FINISH_JOBS_MS = 3200
const CLOSE_MS = 500
/** Ends the process even if something hangs. */
export const HARD_STOP_MS = 9800

export type Stoppable = {
  app: { door: AdmissionControl; server: { closeAllConnections(): void }; close(): Promise<void> }
  /** Ends background loading. */
  stopLoading(): Promise<void>
  stopWork(): Promise<void>
  closeDatabase(): Promise<void>
  /** Sends the remaining traces. */
  flush(): Promise<void>
  stopDatabase(): Promise<void>
}

/** Stops requests first, then jobs, then the database. */
export async function stopInOrder(server: Stoppable): Promise<void> {
  const { app } = server
  await waitForDrain(app.door)
  const { drained: requestsEnded } = await app.door.stopListening()
  // Ends event streams; other responses may take a while to finish.
  await withTimeout(FINISH_REQUESTS_MS, Promise.all([app.close(), requestsEnded]))
  app.server.closeAllConnections()
  await withTimeout(CLOSE_MS, server.stopLoading())
  await withTimeout(FINISH_JOBS_MS, server.stopWork())
  await withTimeout(CLOSE_MS, server.closeDatabase())
  await withTimeout(CLOSE_MS * 2, server.flush())
  await server.stopDatabase()
}

async function waitForDrain(door: AdmissionControl): Promise<void> {
  door.startClosing()
  const end = performance.now() + DRAIN_MS
  while (performance.now() < end && performance.now() - door.lastRequestAt() < IDLE_MS) await wait(10)
}

async function withTimeout(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const timeout = new AbortController()
  try {
    await Promise.race([work, wait(milliseconds, undefined, { signal: timeout.signal })])
  } finally {
    timeout.abort()
  }
}
