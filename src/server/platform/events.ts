import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type LiveEvent, liveEvent } from '#contract/events.ts'
import type { Query } from './db/database.ts'
import type { OrganizationId } from './db/organization-id.ts'
import type { Log } from './log.ts'

type Listener = (event: LiveEvent) => void

/** Live changes, carried by the database's NOTIFY so that every process hears of them. */
export type Events = {
  /** Part of the transaction: heard only if and when it commits. */
  publish(tx: Query, organizationId: OrganizationId, event: LiveEvent): Promise<void>
  /** @returns a function that ends the subscription */
  subscribe(organizationId: OrganizationId, listener: Listener): () => void
  start(): Promise<void>
  stop(): Promise<void>
}

const CHANNEL = 'ninefold_events'
const RECONNECT_MS = 500

export function openEvents(url: string, log: Log): Events {
  const listeners = new Map<string, Set<Listener>>()
  let client: pg.Client | null = null
  let stopped = false

  function deliver(payload: string | undefined): void {
    const { organizationId, event } = JSON.parse(payload ?? '{}') as {
      organizationId?: string
      event?: unknown
    }
    const parsed = liveEvent.safeParse(event)
    if (!parsed.success) return
    for (const listener of listeners.get(organizationId ?? '') ?? []) listener(parsed.data)
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'ninefold-events',
      keepAlive: true,
      connectionTimeoutMillis: 3000,
    })
    next.on('notification', ({ payload }) => deliver(payload))
    next.on('error', (error) => log.warn({ err: error.message }, 'The connection for live changes was lost'))
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
    // Only for a connection that stood: a failed attempt is tried again by the loop it belongs to.
    next.on('end', () => void reconnect())
    client = next
  }

  async function reconnect(): Promise<void> {
    while (!stopped) {
      await wait(RECONNECT_MS)
      try {
        await connect()
      } catch {
        continue // the database is still away
      }
      // What was told in between is lost: whoever waits for a change looks again.
      for (const own of listeners.values()) for (const listener of own) listener({ type: 'contacts.changed' })
      return
    }
  }

  return {
    async publish(tx, organizationId, event) {
      await tx.row('select pg_notify($1, $2)', [CHANNEL, JSON.stringify({ organizationId, event })])
    },
    subscribe(organizationId, listener) {
      const own = listeners.get(organizationId) ?? new Set()
      listeners.set(organizationId, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0) listeners.delete(organizationId)
      }
    },
    start: connect,
    async stop() {
      stopped = true
      await client?.end()
    },
  }
}
