import type { ServerResponse } from 'node:http'
import type { LiveEvent } from '#contract/events.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import type { Platform } from '#server/platform/platform.ts'

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
export function liveService({ events }: Pick<Platform, 'events'>) {
  const closers = new Set<() => void>()

  return {
    /**
     * Writes events until the browser disconnects, the session ends or the server stops. Starts with the events of
     * the last `missed` milliseconds, or `resync` if they are not all known. After a team change, nothing is written
     * until the reader's membership is confirmed.
     */
    stream(
      reader: { organizationId: OrganizationId; userId: string },
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
      let lastWrite = Promise.resolve()
      let pendingCount = 0
      const unsubscribe = events.subscribe(reader.organizationId, (event) => {
        const isTeam = event.type === 'organization.changed' && event.team === true
        const text = lineOf(event)
        if (!isTeam && pendingCount === 0) return write(text)
        pendingCount += 1
        lastWrite = lastWrite
          .then(() => (isTeam ? continueIfSignedIn(text) : write(text)))
          .finally(() => {
            pendingCount -= 1
          })
      })
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
      for (const event of events.recent(reader.organizationId, missed) ?? [RESYNC]) write(lineOf(event))
    },

    /** Ends all streams so that the server can stop. */
    closeAll(): void {
      for (const close of closers) close()
    },
  }
}
export type LiveService = ReturnType<typeof liveService>
