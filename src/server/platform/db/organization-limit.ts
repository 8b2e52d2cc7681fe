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

type WaitingTurn = { begin(): void; cancel: NodeJS.Timeout }

/** Wraps a database so that no organization uses more than its share of connections at a time. */
export function limitPerOrganization(
  db: Database,
  { atOnce: maxConcurrent = MAX_CONNECTIONS_PER_ORGANIZATION } = {},
): Database {
  const open = new Map<OrganizationId, { running: number; waiting: WaitingTurn[] }>()

  function enter(organizationId: OrganizationId): Promise<void> | undefined {
    const own = open.get(organizationId) ?? { running: 0, waiting: [] }
    open.set(organizationId, own)
    if (own.running < maxConcurrent) {
      own.running += 1
      return undefined
    }
    if (own.waiting.length >= MAX_WAITING) throw tooBusy()
    return new Promise((begin, reject) => {
      const turn: WaitingTurn = {
        begin,
        cancel: setTimeout(() => {
          own.waiting.splice(own.waiting.indexOf(turn), 1)
          reject(tooBusy())
        }, MAX_WAIT_MS),
      }
      own.waiting.push(turn)
    })
  }

  function leave(organizationId: OrganizationId): void {
    const own = open.get(organizationId)
    if (!own) return
    const next = own.waiting.shift()
    if (next) {
      clearTimeout(next.cancel)
      next.begin()
      return
    }
    own.running -= 1
    if (own.running === 0) open.delete(organizationId)
  }

  async function withSlot<T>(organizationId: OrganizationId, work: () => Promise<T>): Promise<T> {
    const turn = enter(organizationId)
    if (turn) await turn
    try {
      return await work()
    } finally {
      leave(organizationId)
    }
  }

  // Lists every method instead of spreading, so that a new tenant method can't bypass the limit.
  return {
    ...queryWith(db),
    transaction: db.transaction,
    tenant: (organizationId, work, options) =>
      withSlot(organizationId, () => db.tenant(organizationId, work, options)),
    read: (organizationId, work) => withSlot(organizationId, () => db.read(organizationId, work)),
    poolStats: db.poolStats,
    close: db.close,
  }
}

function tooBusy(): AppError {
  return new AppError('unavailable', OVERLOADED_TEXT, {
    retryAfterSeconds: 1,
  })
}
