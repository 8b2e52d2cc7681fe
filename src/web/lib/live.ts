import type * as contract from '#contract/events.ts'
import type { LiveEvent } from '#contract/events.ts'
import { withQuery } from './api.ts'
import { route } from './route.ts'

const liveEvents = route<typeof contract.liveEvents>('GET', '/api/events')

/** Older pages are told to read everything again. */
const SHOWN_AT_MOST_MS = 3_600_000

/** For how long this page can have shown what it read: before the stream is open, nobody told it of changes. */
const shownSince = () => Math.min(Math.ceil(performance.now()), SHOWN_AT_MOST_MS)

const AGAIN_MS = 5_000
const AGAIN_AT_MOST_MS = 60_000

/**
 * Listens to the organization's changes until the returned function is called. A lost connection is taken up again by
 * the browser itself, one that was answered with an error by us, more slowly each time. `onReconnect` runs once it is
 * back, since changes may have been missed; `onRefused` at each error: perhaps nobody is signed in any more.
 */
export function listen(
  onEvent: (event: LiveEvent) => void,
  onReconnect: () => void,
  onRefused: () => void = () => {},
): () => void {
  let source: EventSource
  let opened = false
  let refusals = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const connect = () => {
    source = new EventSource(withQuery(liveEvents.path, { missed: shownSince() }), { withCredentials: true })
    source.onopen = () => {
      if (opened) onReconnect()
      opened = true
      refusals = 0
    }
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return
      timer = setTimeout(connect, Math.min(AGAIN_MS * 2 ** refusals, AGAIN_AT_MOST_MS))
      refusals += 1
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
