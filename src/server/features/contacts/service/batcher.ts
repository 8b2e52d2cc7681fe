/** How many ids one call takes along. */
const MAX_BATCH = 200

/**
 * Calls `send` at once; what comes for the same key while that is under way goes along with the next call, which in a
 * burst has a pause before it. So many changes become a few jobs, and a single one waits for nothing.
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

  /** @returns when the call that took these ids along has ended */
  return (key: string, ids: readonly string[]): Promise<void> => {
    const under = last.get(key)
    if (!under) return next(key, [...ids], Promise.resolve())
    const open = waiting.get(key)
    if (open && open.ids.length < MAX_BATCH) {
      open.ids.push(...ids)
      return open.sent
    }
    const own = [...ids]
    const sent = next(key, own, under)
    waiting.set(key, { ids: own, sent })
    return sent
  }
}
