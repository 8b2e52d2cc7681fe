import type { LiveEvent } from '#contract/events.ts'
import { ofShownOrganization, withQuery } from './api.ts'

/** Pages older than this refetch everything. */
const MAX_PAGE_AGE_MS = 3_600_000

/** Age of the page's data: changes before the stream opened may have been missed. */
const pageAgeMs = () => Math.min(Math.ceil(performance.now()), MAX_PAGE_AGE_MS)

const RETRY_MS = 5_000
const MAX_RETRY_MS = 60_000

/**
 * Subscribes to the organization's changes; returns a function to unsubscribe. The browser reconnects after a lost connection;
 * after an error response, this function reconnects with backoff.
 *
 * @param onReconnect called after each reconnect, since changes may have been missed
 * @param onErrorResponse called on each error response, since the user may be signed out
 */
export function subscribeToEvents(
  onEvent: (event: LiveEvent) => void,
  onReconnect: () => void,
  onErrorResponse: () => void = () => {},
): () => void {
  let source: EventSource
  let hasOpened = false
  let failureCount = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const connect = () => {
    source = new EventSource(ofShownOrganization(withQuery('/api/events', { missed: pageAgeMs() })), {
      withCredentials: true,
    })
    source.onopen = () => {
      if (hasOpened) onReconnect()
      hasOpened = true
      failureCount = 0
    }
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return
      timer = setTimeout(connect, Math.min(RETRY_MS * 2 ** failureCount, MAX_RETRY_MS))
      failureCount += 1
      onErrorResponse()
    }
    source.onmessage = ({ data }) => {
      // Validated by the server. Event types of a newer server are ignored by the code that reads the type.
      onEvent(JSON.parse(String(data)) as LiveEvent)
    }
  }
  connect()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}
