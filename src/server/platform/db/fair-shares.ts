import { AppError } from '../errors.ts'
import type { Database } from './database.ts'
import type { OrganizationId } from './organization-id.ts'

/** Of ten connections: one organization's slow queries leave three to everybody else and to the reading of sessions. */
const AT_ONCE = 7
/** More than a process lets in of requests and jobs together, so that only a fault ever meets it. */
const MOST_WAITING = 500
/** As long as the pool itself lets somebody wait, and a little more: then the pool's own answer comes first. */
const PATIENCE_MS = 4000

type Turn = { begin(): void; cancel: NodeJS.Timeout }

/** The same database, of whose connections no organization holds more than its share at a time. */
export function shareFairly(db: Database, { atOnce = AT_ONCE } = {}): Database {
  const open = new Map<OrganizationId, { running: number; waiting: Turn[] }>()

  function enter(organizationId: OrganizationId): Promise<void> | undefined {
    const own = open.get(organizationId) ?? { running: 0, waiting: [] }
    open.set(organizationId, own)
    if (own.running < atOnce) {
      own.running += 1
      return undefined
    }
    if (own.waiting.length >= MOST_WAITING) throw tooBusy()
    return new Promise((begin, reject) => {
      const turn: Turn = {
        begin,
        cancel: setTimeout(() => {
          own.waiting.splice(own.waiting.indexOf(turn), 1)
          reject(tooBusy())
        }, PATIENCE_MS),
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

  async function inTurn<T>(organizationId: OrganizationId, work: () => Promise<T>): Promise<T> {
    const turn = enter(organizationId)
    if (turn) await turn
    try {
      return await work()
    } finally {
      leave(organizationId)
    }
  }

  // Every method by name, never a spread: a new way into an organization's rows doesn't compile until it stands here.
  return {
    rows: db.rows,
    row: db.row,
    run: db.run,
    transaction: db.transaction,
    tenant: (organizationId, work, how) => inTurn(organizationId, () => db.tenant(organizationId, work, how)),
    read: (organizationId, work) => inTurn(organizationId, () => db.read(organizationId, work)),
    glance: (organizationId, work) => inTurn(organizationId, () => db.glance(organizationId, work)),
    load: db.load,
    close: db.close,
  }
}

function tooBusy(): AppError {
  return new AppError('unavailable', 'There is too much to do right now. Please try again in a moment.', {
    retryAfterSeconds: 1,
  })
}
