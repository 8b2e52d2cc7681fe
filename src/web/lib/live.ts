import type * as contract from '#contract/events.ts'
import type { LiveEvent } from '#contract/events.ts'
import { route } from './route.ts'

const liveEvents = route<typeof contract.liveEvents>('GET', '/api/events')

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
    // Checked by the server against the contract. Kinds of event that a newer server knows are passed over by those
    // who read the type.
    onEvent(JSON.parse(String(data)) as LiveEvent)
  }
  return () => source.close()
}
