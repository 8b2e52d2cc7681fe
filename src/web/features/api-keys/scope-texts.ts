import type { Scope } from '#contract/endpoint.ts'

/** Descriptions of the permissions of keys. */
export const SCOPE_TEXTS: Readonly<Record<Scope, string>> = {
  'contacts:read': 'See contacts, activities, tags and consents',
  'contacts:write': 'Add and change contacts, log activities, set tags, record consents and import',
  'contacts:delete': 'Delete contacts for good',
  'signals:read':
    'See life events, scores with the record behind each point, and playbooks that fit a contact',
  'tasks:read': 'See tasks and playbooks',
  'tasks:write': 'Add, change, complete and delete tasks, and apply playbooks',
  'enrichment:run': 'Enrich contacts. Each match uses a credit.',
  'outreach:draft': 'Check and draft messages. Nothing is sent.',
  'analytics:read': 'See the numbers on the analytics pages',
  'events:read': 'See what changed in the last 30 days',
  'webhooks:manage': 'Add, change and delete webhooks',
}
