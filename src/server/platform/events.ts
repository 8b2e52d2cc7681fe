import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type LiveEvent, liveEvent } from '#contract/events.ts'
import type { Query } from './db/database.ts'
import type { OrganizationId } from './db/organization-id.ts'
import type { Log } from './log.ts'

type Listener = (event: LiveEvent) => void

/** What concerns every process and no organization. `missed`: some may have been lost with the connection. */
export type InstanceEvent =
  | { type: 'site.changed' }
  | { type: 'generation.changed'; id: string }
  | { type: 'missed' }
export type InstanceListener = (event: InstanceEvent) => void

/** Live changes, carried by the database's NOTIFY so that every process hears of them. */
export type Events = {
  /** Part of the transaction: heard only if and when it commits. */
  publish(tx: Query, organizationId: OrganizationId, event: LiveEvent): Promise<void>
  /** What was heard in the last `milliseconds`; null where something of it may have been missed. */
  recent(organizationId: OrganizationId, milliseconds: number): LiveEvent[] | null
  /** @returns a function that ends the subscription */
  subscribe(organizationId: OrganizationId, listener: Listener): () => void
  /** The same for the whole instance. */
  announce(tx: Query, event: InstanceEvent): Promise<void>
  /** @returns a function that ends the subscription */
  hear(listener: InstanceListener): () => void
  start(): Promise<void>
  stop(): Promise<void>
}

const CHANNEL = 'ninefold_events'
const INSTANCE_CHANNEL = 'ninefold_instance'
const RECONNECT_MS = 500
/** Between a change and the word of it here; a browser's own sense of time is that exact as well. */
const SLACK_MS = 1000

export function openEvents(url: string, log: Log): Events {
  const listeners = new Map<string, Set<Listener>>()
  const hearers = new Set<InstanceListener>()
  const memory = eventMemory()
  let client: pg.Client | null = null
  let stopped = false

  function deliver(payload: string | undefined): void {
    const { organizationId, event } = JSON.parse(payload ?? '{}') as {
      organizationId?: string
      event?: unknown
    }
    const parsed = liveEvent.safeParse(event)
    if (!parsed.success) return
    memory.add(organizationId ?? '', parsed.data)
    for (const listener of listeners.get(organizationId ?? '') ?? []) listener(parsed.data)
  }

  function spread(payload: string | undefined): void {
    // Only this product writes to its database.
    const event = JSON.parse(payload ?? '{"type":"missed"}') as InstanceEvent
    for (const listener of hearers) listener(event)
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'ninefold-events',
      keepAlive: true,
      connectionTimeoutMillis: 3000,
    })
    next.on('notification', ({ channel, payload }) =>
      channel === INSTANCE_CHANNEL ? spread(payload) : deliver(payload),
    )
    next.on('error', (error) => log.warn({ err: error }, 'The connection for live changes was lost'))
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}; listen ${INSTANCE_CHANNEL}`)
      memory.begin()
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
      for (const own of listeners.values()) for (const listener of own) listener({ type: 'resync' })
      for (const listener of hearers) listener({ type: 'missed' })
      return
    }
  }

  return {
    async publish(tx, organizationId, event) {
      await tx.row('select pg_notify($1, $2)', [CHANNEL, JSON.stringify({ organizationId, event })], 'notify')
    },
    recent: (organizationId, milliseconds) => memory.since(organizationId, milliseconds + SLACK_MS),
    subscribe(organizationId, listener) {
      const own = listeners.get(organizationId) ?? new Set()
      listeners.set(organizationId, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0) listeners.delete(organizationId)
      }
    },
    async announce(tx, event) {
      await tx.row('select pg_notify($1, $2)', [INSTANCE_CHANNEL, JSON.stringify(event)])
    },
    hear(listener) {
      hearers.add(listener)
      return () => hearers.delete(listener)
    },
    start: connect,
    async stop() {
      stopped = true
      await client?.end()
    },
  }
}

const KEPT_MS = 60_000
const KEPT_EVENTS = 5000

/** What this process has heard lately, of all organizations, in bounds. */
export function eventMemory(now: () => number = () => performance.now()) {
  let heard: { at: number; organizationId: string; event: LiveEvent }[] = []
  /** From here on nothing was missed; Infinity before the first connection. */
  let completeSince = Number.POSITIVE_INFINITY
  return {
    /** The connection stands: what came before it is not known. */
    begin(): void {
      heard = []
      completeSince = now()
    },
    add(organizationId: string, event: LiveEvent): void {
      heard.push({ at: now(), organizationId, event })
      // Halved at once, so that not every event moves all the others.
      if (heard.length < KEPT_EVENTS * 2) return
      heard = heard.slice(-KEPT_EVENTS)
      completeSince = heard[0]?.at ?? now()
    },
    /** Each event of the last `milliseconds` once; null where something of them may be missing. */
    since(organizationId: string, milliseconds: number): LiveEvent[] | null {
      const from = now() - milliseconds
      if (milliseconds > KEPT_MS || from < completeSince) return null
      const own = heard.filter((one) => one.at >= from && one.organizationId === organizationId)
      return [...new Map(own.map(({ event }) => [JSON.stringify(event), event])).values()]
    },
  }
}
