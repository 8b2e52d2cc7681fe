import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type LiveEvent, liveEvent } from '#contract/events.ts'
import type { Tx } from './db/database.ts'
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
  /** Told once the transaction stands, and never where it does not. */
  publish(tx: Tx, organizationId: OrganizationId, ...events: LiveEvent[]): void
  /** What was heard in the last `milliseconds`; null where something of it may have been missed. */
  recent(organizationId: OrganizationId, milliseconds: number): LiveEvent[] | null
  /** @returns a function that ends the subscription */
  subscribe(organizationId: OrganizationId, listener: Listener): () => void
  /** The same for the whole instance. */
  publishInstance(tx: Tx, event: InstanceEvent): void
  /** @returns a function that ends the subscription */
  subscribeInstance(listener: InstanceListener): () => void
  start(): Promise<void>
  stop(): Promise<void>
}

const CHANNEL = 'ninefold_events'
const INSTANCE_CHANNEL = 'ninefold_instance'
const RECONNECT_MS = 500
/** Between a change and the word of it here; a browser's own sense of time is that exact as well. */
const CLOCK_SLACK_MS = 1000

export function openEvents(url: string, log: Log): Events {
  const listeners = new Map<string, Set<Listener>>()
  const instanceListeners = new Set<InstanceListener>()
  const memory = createEventBuffer()
  let client: pg.Client | null = null
  let stopped = false
  /** What committed and was not told yet; the same twice is told once. */
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
    next.on('error', (error) => log.warn({ err: error }, 'The connection for live changes was lost'))
    try {
      await next.connect()
      // Nobody waits for the disk to keep what is only told.
      await next.query(`set synchronous_commit = off; listen ${CHANNEL}; listen ${INSTANCE_CHANNEL}`)
      memory.begin()
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
    // Only for a connection that stood: a failed attempt is tried again by the loop it belongs to.
    next.on('end', () => void reconnect())
    client = next
    publishPending()
  }

  async function reconnect(): Promise<void> {
    client = null
    while (!stopped) {
      await wait(RECONNECT_MS)
      try {
        await connect()
      } catch {
        continue // the database is still away
      }
      // What was told in between is lost: whoever waits for a change looks again.
      for (const own of listeners.values()) for (const listener of own) listener({ type: 'resync' })
      for (const listener of instanceListeners) listener({ type: 'missed' })
      return
    }
  }

  /**
   * Tells what is untold, all that comes meanwhile together. Not a part of the transactions that it tells of: NOTIFY
   * lets one of them commit after the other, each with a wait for the disk of its own (decision 0020).
   */
  function publishPending(): void {
    if (!isPublishing) publishing = publishAllPending()
  }

  async function publishAllPending(): Promise<void> {
    isPublishing = true
    try {
      while (client && pending.size > 0) await publishBatch(client)
    } catch (error) {
      log.warn({ err: error }, 'Changes could not be told; they are once the connection stands again')
    }
    isPublishing = false
  }

  async function publishBatch(connection: pg.Client): Promise<void> {
    const some = [...pending.values()]
    pending.clear()
    const values = [some.map(({ channel }) => channel), some.map(({ payload }) => payload)]
    try {
      const text = 'select pg_notify(c, p) from unnest($1::text[], $2::text[]) as t(c, p)'
      await connection.query({ name: 'tell', text, values })
    } catch (error) {
      for (const { channel, payload } of some) addPending(channel, payload)
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
      const own = listeners.get(organizationId) ?? new Set()
      listeners.set(organizationId, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0) listeners.delete(organizationId)
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
      stopped = true
      await publishing
      await client?.end()
    },
  }
}

const BUFFER_MS = 60_000
const MAX_BUFFERED_EVENTS = 5000

/** What this process has heard lately, of all organizations, in bounds. */
export function createEventBuffer(now: () => number = () => performance.now()) {
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
      if (heard.length < MAX_BUFFERED_EVENTS * 2) return
      heard = heard.slice(-MAX_BUFFERED_EVENTS)
      completeSince = heard[0]?.at ?? now()
    },
    /** Each event of the last `milliseconds` once; null where something of them may be missing. */
    since(organizationId: string, milliseconds: number): LiveEvent[] | null {
      const from = now() - milliseconds
      if (milliseconds > BUFFER_MS || from < completeSince) return null
      const own = heard.filter((one) => one.at >= from && one.organizationId === organizationId)
      return [...new Map(own.map(({ event }) => [JSON.stringify(event), event])).values()]
    },
  }
}
