import type { EventType } from '#contract/v1/event-types.ts'
import type { EventData, WebhookBody } from '#contract/v1/events.ts'

/** An event as stored. */
export type StoredEvent = {
  id: string
  type: EventType
  ids: string[] | null
  contactIds: string[] | null
  changed: string[] | null
  createdAt: string
}

/** The body of an event for programs: ids and field names. */
export function eventBodyOf({ type, createdAt, changed, ...event }: StoredEvent): WebhookBody {
  return {
    type,
    timestamp: new Date(createdAt).toISOString(),
    data: { ...objectsOf(type, event), ...(changed && { changed }) },
  }
}

function objectsOf(type: EventType, { ids, contactIds }: Pick<StoredEvent, 'ids' | 'contactIds'>): EventData {
  const [id] = ids ?? []
  const [contactId] = contactIds ?? []
  if (type === 'contact.merged' && contactId && id) return { id: contactId, mergedId: id }
  const objects = ids ?? contactIds ?? []
  if (objects.length > 1) return { ids: objects, ...(ids && contactIds && { contactIds }) }
  return { ...(objects[0] && { id: objects[0] }), ...(ids && contactId && { contactId }) }
}
