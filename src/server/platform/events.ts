import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type LiveEvent, liveEvent } from '#contract/events.ts'
import type { Tx } from './db/database.ts'
import type { OrganizationId } from './db/organization-id.ts'
import type { Log } from './log.ts'

type Listener = (event: LiveEvent) => void

/** Event for every process, unrelated to an organization. `missed`: events may have been lost with the connection. */
export type InstanceEvent =
  | { type: 'site.changed' }
  | { type: 'generation.changed'; id: string }
  | { type: 'domains.changed' }
  | { type: 'missed' }
export type InstanceListener = (event: InstanceEvent) => void

/** Live changes, sent through the database's NOTIFY so that every process receives them. */
export type Events = {
  /** Publishes after the transaction commits; does nothing if it rolls back. */
  publish(tx: Tx, organizationId: OrganizationId, ...events: LiveEvent[]): void
  /** Events of the last `milliseconds`; null if some may be missing. */
  recent(organizationId: OrganizationId, milliseconds: number): LiveEvent[] | null
  /** @returns a function that ends the subscription */
  subscribe(organizationId: OrganizationId, listener: Listener): () => void
  /** Publishes an instance event after the transaction commits. */
  publishInstance(tx: Tx, event: InstanceEvent): void
  /** @returns a function that ends the subscription */
  subscribeInstance(listener: InstanceListener): () => void
  start(): Promise<void>
  stop(): Promise<void>
}

const CHANNEL = 'ninefold_events'
const INSTANCE_CHANNEL = 'ninefold_instance'
const RECONNECT_MS = 500
/** Delay between a change and its event here, plus the inaccuracy of the browser's clock. */
const CLOCK_SLACK_MS = 1000

export function openEvents(url: string, log: Log): Events {
  const listeners = new Map<string, Set<Listener>>()
  const instanceListeners = new Set<InstanceListener>()
  const memory = createEventBuffer()
  let client: pg.Client | null = null
  let isStopped = false
  /** Committed events that still have to be sent; equal events are sent once. */
  const pending = new Map<string, { channel: string; payload: string }>()
  let isPublishing = false
  let publishing = Promise.resolve()

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

  function broadcast(payload: string | undefined): void {
    // Only this product writes to its database.
    const event = JSON.parse(payload ?? '{"type":"missed"}') as InstanceEvent
    for (const listener of instanceListeners) listener(event)
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'ninefold-events',
      keepAlive: true,
      connectionTimeoutMillis: 3000,
    })
    next.on('notification', ({ channel, payload }) =>
      channel === INSTANCE_CHANNEL ? broadcast(payload) : deliver(payload),
    )
    next.on('error', (error) =>
      log.warn({ err: error }, 'Lost the database connection for live changes; reconnecting'),
    )
    try {
      await next.connect()
      // Events aren't stored, so waiting for the disk would be wasted.
      await next.query(`set synchronous_commit = off; listen ${CHANNEL}; listen ${INSTANCE_CHANNEL}`)
      memory.start()
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
    // Registered only after a successful connection; the reconnect loop retries failed attempts.
    next.on('end', () => void reconnect())
    client = next
    publishPending()
  }

  async function reconnect(): Promise<void> {
    client = null
    while (!isStopped) {
      await wait(RECONNECT_MS)
      try {
        await connect()
      } catch {
        continue // the database is still unavailable
      }
      // Events sent in between are lost, so subscribers must read their data again.
      for (const group of listeners.values()) for (const listener of group) listener({ type: 'resync' })
      for (const listener of instanceListeners) listener({ type: 'missed' })
      return
    }
  }

  /**
   * Sends pending events in batches. This happens outside the transactions they describe, because NOTIFY inside them would
   * serialize their commits, each with its own wait for the disk (decision 0020).
   */
  function publishPending(): void {
    if (!isPublishing) publishing = publishAllPending()
  }

  async function publishAllPending(): Promise<void> {
    isPublishing = true
    try {
      while (client && pending.size > 0) await publishBatch(client)
    } catch (error) {
      log.warn({ err: error }, 'Live changes could not be sent; they will be sent after reconnecting')
    }
    isPublishing = false
  }

  async function publishBatch(connection: pg.Client): Promise<void> {
    const batch = [...pending.values()]
    pending.clear()
    const values = [batch.map(({ channel }) => channel), batch.map(({ payload }) => payload)]
    try {
      const text = 'select pg_notify(c, p) from unnest($1::text[], $2::text[]) as t(c, p)'
      await connection.query({ name: 'publish', text, values })
    } catch (error) {
      for (const { channel, payload } of batch) addPending(channel, payload)
      throw error
    }
  }

  function addPending(channel: string, payload: string): void {
    pending.set(`${channel} ${payload}`, { channel, payload })
  }

  function publishAfterCommit(tx: Tx, channel: string, payloads: readonly object[]): void {
    tx.afterCommit(() => {
      for (const payload of payloads) addPending(channel, JSON.stringify(payload))
      publishPending()
    })
  }

  return {
    publish(tx, organizationId, ...events) {
      publishAfterCommit(
        tx,
        CHANNEL,
        events.map((event) => ({ organizationId, event })),
      )
    },
    recent: (organizationId, milliseconds) => memory.since(organizationId, milliseconds + CLOCK_SLACK_MS),
    subscribe(organizationId, listener) {
      const group = listeners.get(organizationId) ?? new Set()
      listeners.set(organizationId, group.add(listener))
      return () => {
        group.delete(listener)
        if (group.size === 0) listeners.delete(organizationId)
      }
    },
    publishInstance(tx, event) {
      publishAfterCommit(tx, INSTANCE_CHANNEL, [event])
    },
    subscribeInstance(listener) {
      instanceListeners.add(listener)
      return () => instanceListeners.delete(listener)
    },
    start: connect,
    async stop() {
      isStopped = true
      await publishing
      await client?.end()
    },
  }
}

const BUFFER_MS = 60_000
const MAX_BUFFERED_EVENTS = 5000

/** Creates a bounded buffer of the events this process received recently, for all organizations. */
export function createEventBuffer(now: () => number = () => performance.now()) {
  let buffer: { at: number; organizationId: string; event: LiveEvent }[] = []
  /** Time since which no event was missed; Infinity before the first connection. */
  let completeSince = Number.POSITIVE_INFINITY
  return {
    /** Starts over with a new connection, since earlier events may have been missed. */
    start(): void {
      buffer = []
      completeSince = now()
    },
    add(organizationId: string, event: LiveEvent): void {
      buffer.push({ at: now(), organizationId, event })
      // Trimmed in one step, so that not every new event moves all others.
      if (buffer.length < MAX_BUFFERED_EVENTS * 2) return
      buffer = buffer.slice(-MAX_BUFFERED_EVENTS)
      completeSince = buffer[0]?.at ?? now()
    },
    /** Distinct events of the last `milliseconds`; null if some may be missing. */
    since(organizationId: string, milliseconds: number): LiveEvent[] | null {
      const from = now() - milliseconds
      if (milliseconds > BUFFER_MS || from < completeSince) return null
      const recent = buffer.filter((each) => each.at >= from && each.organizationId === organizationId)
      return [...new Map(recent.map(({ event }) => [JSON.stringify(event), event])).values()]
    },
  }
}
