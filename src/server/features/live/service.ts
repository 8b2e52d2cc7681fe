import type { ServerResponse } from 'node:http'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import type { Platform } from '#server/platform/platform.ts'

const HEARTBEAT_MS = 25_000

/** Streams an organization's live changes to its signed-in browsers. */
export function liveService({ events }: Pick<Platform, 'events'>) {
  const open = new Set<() => void>()
  return {
    /** Writes events until the browser leaves, the session ends or the server stops. */
    stream(
      organizationId: OrganizationId,
      response: ServerResponse,
      isSignedIn: () => Promise<boolean>,
    ): void {
      const unsubscribe = events.subscribe(organizationId, (event) => {
        response.write(`data: ${JSON.stringify(event)}\n\n`)
      })
      // The heartbeat keeps proxies from closing the stream, and ends it for somebody who was signed out.
      const heartbeat = setInterval(() => {
        isSignedIn().then(
          (yes) => (yes ? response.write(': still here\n\n') : close()),
          () => close(),
        )
      }, HEARTBEAT_MS)
      const close = () => {
        clearInterval(heartbeat)
        unsubscribe()
        open.delete(close)
        response.end()
      }
      open.add(close)
      response.on('close', close)
      response.write('retry: 2000\n\n')
    },

    /** Ends all streams, so that the server can stop. */
    closeAll(): void {
      for (const close of open) close()
    },
  }
}
export type LiveService = ReturnType<typeof liveService>
