import type { ServerResponse } from 'node:http'
import type { LiveEvent } from '#contract/events.ts'
import { type ActingMember, actAs } from '#server/platform/acting-member.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

const HEARTBEAT_MS = 25_000
/** Bytes after which a slow reader is disconnected; its browser reconnects and reloads. */
const MAX_UNREAD_BYTES = 64 * 1024
/** Reconnect delay, spread because a stopping process ends all of its streams together. */
const RECONNECT_MS = 1000
const RECONNECT_SPREAD_MS = 3000
const RESYNC: LiveEvent = { type: 'resync' }

function lineOf(event: LiveEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`
}

/** Streams an organization's live changes to its signed-in browsers. */
export function liveService({ events, db }: Pick<Platform, 'events' | 'db'>) {
  const closers = new Set<() => void>()

  /** Whether a reader with own or team records may learn of a change, which names a contact or an import. */
  async function isVisible(reader: ActingMember, event: LiveEvent): Promise<boolean> {
    if (event.type !== 'contact.changed' && event.type !== 'import.changed') return true
    return actAs(reader, () =>
      db.read(reader.organizationId, (tx) =>
        event.type === 'contact.changed'
          ? store.isContactVisible(tx, event.contactId)
          : store.isImportVisible(tx, event.importId),
      ),
    )
  }

  return {
    /**
     * Writes events until the browser disconnects, the session ends or the server stops. Starts with the events of
     * the last `missed` milliseconds, or `resync` if they are not all known. After a team change, nothing is written
     * until the reader's membership is confirmed.
     */
    stream(
      reader: ActingMember,
      response: ServerResponse,
      { isStillMember, missed }: { isStillMember: () => Promise<boolean>; missed?: number | undefined },
    ): void {
      let isClosed = false
      const write = (text: string) => {
        if (isClosed) return
        response.write(text)
        if (response.writableLength > MAX_UNREAD_BYTES) close()
      }
      const continueIfSignedIn = (text: string) =>
        isStillMember().then(
          (isMember) => (isMember ? write(text) : close()),
          () => close(),
        )
      const writeIfVisible = (event: LiveEvent, text: string) =>
        isVisible(reader, event).then(
          (isShown) => (isShown ? write(text) : undefined),
          // The browser reconnects and reads everything again.
          () => close(),
        )
      let lastWrite = Promise.resolve()
      let pendingCount = 0
      const waitingTexts = new Set<string>()
      const send = (event: LiveEvent) => {
        const isTeam = event.type === 'organization.changed' && event.team === true
        const isChecked = isTeam || (('contactId' in event || 'importId' in event) && reader.access !== 'all')
        const text = lineOf(event)
        if (!isChecked && pendingCount === 0) return write(text)
        // Many changes of one contact wait as one.
        if (waitingTexts.has(text)) return
        waitingTexts.add(text)
        pendingCount += 1
        lastWrite = lastWrite
          .then(() => {
            waitingTexts.delete(text)
            if (isTeam) return continueIfSignedIn(text)
            return isChecked ? writeIfVisible(event, text) : write(text)
          })
          .finally(() => {
            pendingCount -= 1
          })
      }
      const unsubscribe = events.subscribe(reader.organizationId, send)
      // The heartbeat keeps proxies from closing the stream, and ends it after a sign-out.
      const heartbeat = setInterval(() => void continueIfSignedIn(': still here\n\n'), HEARTBEAT_MS)
      const close = () => {
        if (isClosed) return
        isClosed = true
        clearInterval(heartbeat)
        unsubscribe()
        closers.delete(close)
        response.end()
      }
      closers.add(close)
      response.on('close', close)
      write(`retry: ${RECONNECT_MS + Math.floor(Math.random() * RECONNECT_SPREAD_MS)}\n\n`)
      if (missed === undefined) return
      for (const event of events.recent(reader.organizationId, missed) ?? [RESYNC]) send(event)
    },

    /** Ends all streams so that the server can stop. */
    closeAll(): void {
      for (const close of closers) close()
    },
  }
}
export type LiveService = ReturnType<typeof liveService>
