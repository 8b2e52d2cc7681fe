/** Ids per call. */
const MAX_BATCH = 200

/**
 * Calls `send` at once and batches ids that arrive in the meantime into the next call, after a pause if more keep coming.
 * Many changes become a few calls, and a single one doesn't wait.
 */
export function createBatcher(
  send: (key: string, ids: string[]) => Promise<void>,
  pause: () => Promise<void> = async () => {},
) {
  const waiting = new Map<string, { ids: string[]; sent: Promise<void> }>()
  const last = new Map<string, Promise<void>>()

  function next(key: string, ids: string[], before: Promise<void>): Promise<void> {
    const sent = before.then(() => {
      if (waiting.get(key)?.ids === ids) waiting.delete(key)
      return send(key, ids)
    })
    const over = sent.catch(() => {}).then(() => (waiting.has(key) ? pause() : undefined))
    last.set(key, over)
    void over.then(() => {
      if (last.get(key) === over) last.delete(key)
    })
    return sent
  }

  /** @returns a promise for the end of the call with these ids */
  return (key: string, ids: readonly string[]): Promise<void> => {
    const running = last.get(key)
    if (!running) return next(key, [...ids], Promise.resolve())
    const open = waiting.get(key)
    if (open && open.ids.length < MAX_BATCH) {
      open.ids.push(...ids)
      return open.sent
    }
    const own = [...ids]
    const sent = next(key, own, running)
    waiting.set(key, { ids: own, sent })
    return sent
  }
}
