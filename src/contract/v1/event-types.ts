/** Types of events, each with a sentence for people. */
export const EVENT_TEXTS = {
  'contact.created': 'Contacts were added',
  'contact.updated': 'Fields of a contact changed',
  'contact.deleted': 'Contacts were deleted',
  'contact.merged': 'A contact was merged into another one',
  'contact.enriched': 'Contacts got new data from enrichment',
  'contact.score_changed': 'Scores moved by 5 points or more',
  'signal.detected': 'New life events of contacts were found',
  'task.created': 'Tasks were added',
  'task.updated': 'Tasks changed',
  'task.completed': 'A task was completed',
  'consent.changed': 'Whether and how contacts may be contacted changed',
  'outreach.logged': 'An outreach message was logged',
  'import.finished': 'An import ended',
  'credits.low': 'Few credits are left',
  'webhook_endpoint.disabled': 'A webhook endpoint was turned off after failures',
  ping: 'A test event',
} as const

export type EventType = keyof typeof EVENT_TEXTS
export const EVENT_TYPES = Object.keys(EVENT_TEXTS) as [EventType, ...EventType[]]
/** Types to choose from; a test event reaches every endpoint. */
export const CHOSEN_EVENT_TYPES = EVENT_TYPES.filter((type) => type !== 'ping') as [EventType, ...EventType[]]
