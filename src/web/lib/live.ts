import type * as contract from '#contract/events.ts'
import type { LiveEvent } from '#contract/events.ts'
import { withQuery } from './api.ts'
import { route } from './route.ts'

const liveEvents = route<typeof contract.liveEvents>('GET', '/api/events')

/** Older pages are told to read everything again. */
const MAX_SHOWN_MS = 3_600_000

/** For how long this page can have shown what it read: before the stream is open, nobody told it of changes. */
const shownForMs = () => Math.min(Math.ceil(performance.now()), MAX_SHOWN_MS)

const RETRY_MS = 5_000
const MAX_RETRY_MS = 60_000

/**
 * Listens to the organization's changes until the returned function is called. A lost connection is taken up again by
 * the browser itself, one that was answered with an error by us, more slowly each time. `onReconnect` runs once it is
 * back, since changes may have been missed; `onRefused` at each error: perhaps nobody is signed in any more.
 */
export function subscribeToEvents(
  onEvent: (event: LiveEvent) => void,
  onReconnect: () => void,
  onRefused: () => void = () => {},
): () => void {
  let source: EventSource
  let opened = false
  let failureCount = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const connect = () => {
    source = new EventSource(withQuery(liveEvents.path, { missed: shownForMs() }), { withCredentials: true })
    source.onopen = () => {
      if (opened) onReconnect()
      opened = true
      failureCount = 0
    }
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return
      timer = setTimeout(connect, Math.min(RETRY_MS * 2 ** failureCount, MAX_RETRY_MS))
      failureCount += 1
      onRefused()
    }
    source.onmessage = ({ data }) => {
      // Checked by the server against the contract. Kinds of event that a newer server knows are passed over by those
      // who read the type.
      onEvent(JSON.parse(String(data)) as LiveEvent)
    }
  }
  connect()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}
