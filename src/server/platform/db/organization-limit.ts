import { AppError, OVERLOADED_TEXT } from '../errors.ts'
import type { Database } from './database.ts'
import type { OrganizationId } from './organization-id.ts'
import { queryWith } from './query.ts'

/** Out of ten connections, so that one organization's slow queries leave three for sessions and everyone else. */
const MAX_CONNECTIONS_PER_ORGANIZATION = 7
/** More than the requests and jobs a process admits, so that only a bug can reach it. */
const MAX_WAITING = 500
/** Slightly longer than the pool's own timeout, so that the pool's error comes first. */
const MAX_WAIT_MS = 4000

type WaitingTurn = { start(): void; timer: NodeJS.Timeout }

/** Wraps a database so that no organization uses more than its share of connections at a time. */
export function limitPerOrganization(
  db: Database,
  { maxConcurrent = MAX_CONNECTIONS_PER_ORGANIZATION } = {},
): Database {
  const loads = new Map<OrganizationId, { running: number; waiting: WaitingTurn[] }>()

  function takeSlot(organizationId: OrganizationId): Promise<void> | undefined {
    const load = loads.get(organizationId) ?? { running: 0, waiting: [] }
    loads.set(organizationId, load)
    if (load.running < maxConcurrent) {
      load.running += 1
      return undefined
    }
    if (load.waiting.length >= MAX_WAITING) throw tooBusyError()
    return new Promise((start, reject) => {
      const turn: WaitingTurn = {
        start,
        timer: setTimeout(() => {
          load.waiting.splice(load.waiting.indexOf(turn), 1)
          reject(tooBusyError())
        }, MAX_WAIT_MS),
      }
      load.waiting.push(turn)
    })
  }

  function releaseSlot(organizationId: OrganizationId): void {
    const load = loads.get(organizationId)
    if (!load) return
    const next = load.waiting.shift()
    if (next) {
      clearTimeout(next.timer)
      next.start()
      return
    }
    load.running -= 1
    if (load.running === 0) loads.delete(organizationId)
  }

  async function withSlot<T>(organizationId: OrganizationId, work: () => Promise<T>): Promise<T> {
    const turn = takeSlot(organizationId)
    if (turn) await turn
    try {
      return await work()
    } finally {
      releaseSlot(organizationId)
    }
  }

  // Lists every method instead of spreading, so that a new tenant method can't bypass the limit.
  return {
    ...queryWith(db),
    transaction: db.transaction,
    tenant: (organizationId, work, options) =>
      withSlot(organizationId, () => db.tenant(organizationId, work, options)),
    read: (organizationId, work) => withSlot(organizationId, () => db.read(organizationId, work)),
    onAnnounced: db.onAnnounced,
    poolStats: db.poolStats,
    close: db.close,
  }
}

function tooBusyError(): AppError {
  return new AppError('unavailable', OVERLOADED_TEXT, {
    retryAfterSeconds: 1,
  })
}
