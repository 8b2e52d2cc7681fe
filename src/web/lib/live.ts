import { type LiveEvent, liveEvent, liveEvents } from '#contract/events.ts'

/**
 * Listens to the organization's changes until the returned function is called. The browser reconnects by itself;
 * `onReconnect` runs then, since changes may have been missed.
 */
export function listen(onEvent: (event: LiveEvent) => void, onReconnect: () => void): () => void {
  const source = new EventSource(liveEvents.path, { withCredentials: true })
  let opened = false
  source.onopen = () => {
    if (opened) onReconnect()
    opened = true
  }
  source.onmessage = ({ data }) => {
    const event = liveEvent.safeParse(JSON.parse(String(data)))
    if (event.success) onEvent(event.data)
  }
  return () => source.close()
}
