import type { AppResource } from '#contract/connected-apps.ts'
import type { Scope } from '#contract/endpoint.ts'

/** Descriptions of the permissions, for people. */
export const PERMISSION_TEXTS: Record<Scope, string> = {
  'contacts:read': 'See your contacts and their notes',
  'contacts:write': 'Add and change contacts, and record opt-outs',
  'contacts:delete': 'Delete contacts',
  'signals:read': 'See life events and scores',
  'tasks:read': 'See tasks',
  'tasks:write': 'Add and change tasks',
  'enrichment:run': 'Enrich contacts, using credits',
  'outreach:draft': 'Check and draft messages (nothing is sent)',
  'analytics:read': 'See analytics',
  'events:read': 'See what changed',
  'webhooks:manage': 'Manage webhooks',
}

export const RESOURCE_TEXTS: Record<AppResource, string> = {
  mcp: 'AI assistant',
  'mcp-readonly': 'AI assistant, read only',
  api: 'API',
}
