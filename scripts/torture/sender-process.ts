// A process that only sends calls, so that response times don't include delays of a busy scenario.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sendAtRate } from '#test/product/load.ts'
import type { SenderResult, SenderTask } from './overload.ts'

/** Resolution of its own delay measurement. */
const RESOLUTION_MS = 5

process.once('message', async ({ url, calls, ...rate }: SenderTask) => {
  let callCount = 0
  const next = () => calls[callCount++ % calls.length] ?? { path: '/', headers: {} }
  const loopLag = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  loopLag.enable()
  const startedAt = performance.now()
  const responses = await sendAtRate(url, { ...rate, next })
  const result: SenderResult = {
    responses: responses.map(({ status, retryAfter, at, ms }) => ({
      status,
      retryAfter,
      at: at - startedAt,
      ms,
    })),
    lateP99Ms: Math.max(0, loopLag.percentile(99) / 1e6 - RESOLUTION_MS),
  }
  process.send?.(result, () => process.disconnect())
})
