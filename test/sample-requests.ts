import { randomUUID } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Query } from '#server/platform/db/query.ts'
import { addBlogObjects } from './builders/blog-posts.ts'
import type { Person, TestApp } from './test-app.ts'

export type SampleRequest = { url: string; body?: unknown; headers?: Record<string, string> }

/** Rows of one organization that requests may refer to. */
const KINDS = [
  'contact',
  'other',
  'merge',
  'suspectedPair',
  'task',
  'activity',
  'tag',
  'otherTag',
  'note',
  'exemption',
  'playbook',
  'view',
  'dashboard',
  'mark',
  'license',
  'import',
  'optOut',
  'organization',
  'brokerage',
  'originRequest',
  'checkout',
  'member',
  'invitation',
  'domain',
  'connection',
  'session',
  'export',
  'suppression',
  'privacyRequest',
  'post',
  'topic',
  'generation',
  'team',
  'rule',
  'apiKey',
  'calendarFeed',
  'connectedApp',
  'webhookEndpoint',
  'event',
  'delivery',
  'syncConflict',
] as const
export type SampleObjects = Record<(typeof KINDS)[number], string>

/** Sample objects that all have the given id. */
export const objectsWithIds = (id: string): SampleObjects =>
  Object.fromEntries(KINDS.map((kind) => [kind, id])) as SampleObjects // the list is the type

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const LICENSE = { licensedName: 'A B', licenseNumber: '1', brokerageName: 'C' }
const CSV = { 'content-type': 'text/csv' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const bodies: Record<string, (objects: SampleObjects) => Omit<SampleRequest, 'url'>> = {
  'POST /api/auth/request-magic-link': () => ({ body: { email: `${randomUUID()}@example.com` } }),
  'POST /api/auth/read-magic-link': () => ({ body: { token: randomUUID() } }),
  'POST /api/auth/verify-magic-link': () => ({ body: { token: randomUUID() } }),
  'POST /api/auth/organization': () => ({ body: { organizationId: randomUUID() } }),
  'POST /api/auth/organizations': () => ({ body: { companyName: 'New' } }),
  'POST /api/profile/complete': () => ({ body: { firstName: 'A', lastName: 'B', companyName: 'C' } }),
  'POST /api/contacts': () => ({ body: { firstName: 'New', lastName: randomUUID() } }),
  'PATCH /api/contacts/{id}': () => ({ body: { city: randomUUID() } }),
  'POST /api/notifications/read': () => ({ body: { all: true } }),
  'PATCH /api/contacts/{id}/do-not-contact': () => ({ body: { doNotContact: true, reason: randomUUID() } }),
  'POST /api/contacts/{id}/outreach': () => ({
    body: { channel: 'letter', tone: 'friendly', length: 'short', purpose: 'check-in' },
  }),
  'POST /api/contacts/{id}/outreach/log': () => ({ body: { channel: 'letter' } }),
  'POST /api/outreach/check': () => ({ body: { text: 'Hello', channel: 'call' } }),
  'POST /api/contacts/{id}/activities': () => ({
    body: { type: 'call', outcome: 'reached', note: randomUUID() },
  }),
  'PATCH /api/activities/{id}': () => ({ body: { note: randomUUID() } }),
  'POST /api/contacts/{id}/snooze': () => ({
    body: { until: new Date(Date.now() + 86_400_000).toISOString() },
  }),
  'PATCH /api/contacts/{id}/relationship': () => ({ body: { relationship: 'sphere' } }),
  'PATCH /api/contacts/{id}/agreement': () => ({
    body: { side: 'buyer', agreement: { broker: 'other', status: 'active' } },
  }),
  'POST /api/contacts/{id}/call-exemptions': () => ({ body: { kind: 'inquiry' } }),
  'POST /api/organizations/{id}/do-not-call': () => ({
    body: '512,5550142\n',
    headers: { 'content-type': 'text/plain' },
  }),
  'PATCH /api/organizations/{id}/do-not-call': () => ({ body: { asksUnchecked: true } }),
  'POST /api/tags': () => ({ body: { name: randomUUID() } }),
  'PATCH /api/tags/{id}': () => ({ body: { name: randomUUID() } }),
  'POST /api/tags/{id}/merge': ({ otherTag }) => ({ body: { into: otherTag } }),
  'PATCH /api/contacts/{id}/tags': ({ otherTag }) => ({ body: { add: [otherTag] } }),
  'POST /api/contacts/{id}/notes': () => ({ body: { text: randomUUID() } }),
  'PATCH /api/contacts/{id}/notes/{noteId}': () => ({ body: { isPinned: true } }),
  'PATCH /api/organizations/{id}/postal-address': () => ({ body: { postalAddress: randomUUID() } }),
  'POST /api/contacts/{id}/outcomes': () => ({ body: { movedOn: '2026-01-02', note: randomUUID() } }),
  'PATCH /api/organizations/{id}/brand': () => ({ body: { name: randomUUID() } }),
  'POST /api/organizations/{id}/brand/logo': () => ({
    body: ONE_PIXEL,
    headers: { 'content-type': 'image/png' },
  }),
  'POST /api/organizations/{id}/brand/favicon': () => ({
    body: ONE_PIXEL,
    headers: { 'content-type': 'image/png' },
  }),
  'POST /api/organizations/{id}/brand/sender': () => ({ body: { address: 'hello@example.com' } }),
  'PATCH /api/organizations/{id}/score-policy': () => ({ body: { excludeAge: true } }),
  'POST /api/score/recalibration/use': () => ({ body: { version: null } }),
  'POST /api/contacts/{id}/merge': ({ other }) => ({ body: { otherId: other } }),
  'PATCH /api/contacts/{id}/owner': () => ({ body: { to: 'none' } }),
  'POST /api/contacts/{id}/origin': () => ({ body: { to: 'team' } }),
  'POST /api/origin-requests/answer': ({ originRequest }) => ({
    body: { ids: [originRequest], accept: false },
  }),
  'POST /api/profile/contact-transfers': ({ organization }) => ({
    body: { from: organization, newOrganization: 'New' },
  }),
  'POST /api/organizations/{id}/teams': () => ({ body: { name: randomUUID() } }),
  'PATCH /api/organizations/{id}/teams/{teamId}': () => ({ body: { name: randomUUID() } }),
  'PATCH /api/organizations/{id}/member-settings/{userId}': () => ({ body: { maxContacts: 50 } }),
  'POST /api/organizations/{id}/assignment-rules': () => ({ body: { name: 'New', kind: 'pond' } }),
  'PATCH /api/organizations/{id}/assignment-rules/{ruleId}': () => ({ body: { name: randomUUID() } }),
  'POST /api/follow-up-boss': () => ({ body: { apiKey: 'fka_sample_key' } }),
  'PATCH /api/follow-up-boss': () => ({ body: { isPaused: true } }),
  'POST /api/v1/webhook-endpoints': () => ({ body: { url: 'https://hooks.example.com/in' } }),
  'PATCH /api/v1/webhook-endpoints/{id}': () => ({ body: { eventTypes: ['contact.created'] } }),
  'POST /api/v1/webhook-endpoints/{id}/resend': ({ delivery }) => ({ body: { deliveryIds: [delivery] } }),
  'POST /api/v1/webhook-endpoints/{id}/replay': ({ event }) => ({ body: { after: event } }),
  'POST /api/organizations/{id}/signal-rules': () => ({ body: SIGNAL_RULE }),
  'PATCH /api/organizations/{id}/signal-rules/{ruleId}': () => ({ body: { name: randomUUID() } }),
  'POST /api/organizations/{id}/signal-rules/check': () => ({
    body: { condition: SIGNAL_RULE.condition, subtype: SIGNAL_RULE.subtype },
  }),
  'POST /api/organizations/{id}/signal-rules/dry-run': () => ({ body: SIGNAL_RULE }),
  'POST /api/organizations/{id}/api-keys': () => ({ body: { name: 'New', scopes: ['contacts:read'] } }),
  'POST /api/oauth/requests/{requestId}': () => ({ body: { scopes: ['contacts:read'] } }),
  'POST /api/v1/contacts': () => ({ body: { firstName: 'New', lastName: randomUUID() } }),
  'PATCH /api/v1/contacts/{id}': () => ({ body: { city: randomUUID() } }),
  'PUT /api/v1/contacts/external/{source}/{externalId}': () => ({
    body: { firstName: 'New', lastName: randomUUID() },
  }),
  'POST /api/v1/contacts/batch': () => ({
    body: { items: [{ firstName: 'New', lastName: randomUUID() }] },
  }),
  'POST /api/v1/contacts/{id}/activities': () => ({
    body: { type: 'call', outcome: 'reached', note: randomUUID() },
  }),
  'PATCH /api/v1/activities/{id}': () => ({ body: { note: randomUUID() } }),
  'POST /api/v1/tags': () => ({ body: { name: randomUUID() } }),
  'PATCH /api/v1/tags/{id}': () => ({ body: { name: randomUUID() } }),
  'PATCH /api/v1/contacts/{id}/tags': ({ otherTag }) => ({ body: { add: [otherTag] } }),
  'POST /api/v1/contacts/{id}/consents': () => ({
    body: { channel: 'text', allowed: false, reason: randomUUID() },
  }),
  'POST /api/v1/tasks': ({ contact }) => ({ body: { contactId: contact, title: randomUUID() } }),
  'PATCH /api/v1/tasks/{id}': () => ({ body: { title: randomUUID() } }),
  'POST /api/v1/playbooks/{id}/apply': ({ contact }) => ({ body: { contactIds: [contact] } }),
  'POST /api/v1/imports': () => ({ body: { csv: `First Name,Last Name\nNew,${randomUUID()}\n` } }),
  'POST /api/v1/contacts/{id}/outreach/drafts': () => ({
    body: { channel: 'letter', tone: 'friendly', length: 'short', purpose: 'check-in' },
  }),
  'POST /api/v1/outreach/checks': () => ({ body: { text: 'Hello', channel: 'call' } }),
  'POST /api/map/selections': () => ({ body: { area: '', reason: randomUUID() } }),
  'POST /api/contacts/bulk': ({ contact }) => ({ body: { action: 'enrich', contactIds: [contact] } }),
  'POST /api/tasks/assign': ({ task }) => ({ body: { assignments: [{ taskId: task, assignedTo: null }] } }),
  'POST /api/organizations/{id}/billing/period': () => ({
    body: { period: 'yearly', at: new Date().toISOString() },
  }),
  'PATCH /api/organizations/{id}/members/{userId}': () => ({ body: { role: 'MEMBER' } }),
  'POST /api/organizations/{id}/transfer': ({ member }) => ({ body: { userId: member } }),
  'POST /api/organizations/{id}/invitations': () => ({
    body: { email: `${randomUUID()}@example.com`, role: 'MEMBER' },
  }),
  'PATCH /api/organizations/{id}/provisioning': () => ({ body: { defaultAccess: 'team' } }),
  'POST /api/organizations/{id}/domains': () => ({
    body: { domain: `${randomUUID()}.com`, use: 'email' },
  }),
  'POST /api/invitations/preview': () => ({ body: { token: randomUUID() } }),
  'POST /api/invitations/join': () => ({ body: { token: randomUUID() } }),
  'POST /api/invitations/read': () => ({ body: { token: randomUUID() } }),
  'POST /api/invitations/accept': () => ({ body: { token: randomUUID() } }),
  'PATCH /api/profile': () => ({ body: { firstName: 'A', lastName: 'B' } }),
  'POST /api/profile/licenses': () => ({ body: { ...LICENSE, state: 'TX' } }),
  'PATCH /api/profile/licenses/{id}': () => ({ body: { ...LICENSE, state: 'CA' } }),
  'POST /api/profile/calendar-feeds': () => ({ body: { name: 'Phone', timeZone: 'America/Chicago' } }),
  'PATCH /api/profile/morning-five': () => ({
    body: { isOn: true, sendAt: 420, timeZone: 'America/Chicago', days: [1, 2, 3, 4, 5] },
  }),
  'POST /api/profile/sessions/end': () => ({ body: { includeThis: false } }),
  'POST /api/profile/second-factor/confirm': () => ({ body: { code: '123456' } }),
  'POST /api/profile/second-factor/recovery-codes': () => ({ body: { code: '123456' } }),
  'POST /api/profile/second-factor/turn-off': () => ({ body: { code: '123456' } }),
  'POST /api/auth/second-factor': () => ({ body: { code: '123456' } }),
  'POST /api/organizations/{id}/single-sign-on': () => ({
    body: { kind: 'oidc', name: 'Okta', issuer: 'https://idp.example.com', clientId: 'client' },
  }),
  'PATCH /api/organizations/{id}/single-sign-on': () => ({ body: { breakGlass: [] } }),
  'PATCH /api/organizations/{id}/single-sign-on/{connectionId}': () => ({ body: { name: randomUUID() } }),
  'POST /api/auth/sso/find': () => ({ body: { domain: 'example.com' } }),
  'POST /api/auth/sso/{connectionId}/start': () => ({ body: {} }),
  'POST /api/auth/sso/{connectionId}/acs': () => ({ body: 'SAMLResponse=', headers: FORM }),
  'POST /api/auth/sso/{connectionId}/read': () => ({ body: { ticket: randomUUID() } }),
  'POST /api/auth/sso/{connectionId}/confirm': () => ({ body: { ticket: randomUUID() } }),
  'POST /api/admin/second-factors/reset': () => ({
    body: { email: `${randomUUID()}@example.com`, reason: 'Sample' },
  }),
  'POST /api/profile/delete': () => ({ body: { email: 'nobody@example.com' } }),
  'POST /api/admin/organizations': () => ({
    body: { name: 'New', ownerEmail: `${randomUUID()}@example.com` },
  }),
  'POST /api/admin/brokerages': () => ({
    body: { name: 'New', ownerEmail: `${randomUUID()}@example.com`, reason: 'Sample' },
  }),
  'PATCH /api/admin/brokerages/{id}': () => ({
    body: {
      ...{ hasUnlimitedCredits: true, seats: null, maxOffices: null, slaNotes: null },
      ...{ managerName: null, managerEmail: null, managerPhone: null, reason: 'Sample' },
    },
  }),
  'POST /api/admin/brokerages/{id}/plan': () => ({
    body: { until: '2027-01-31', reason: 'Sample', requestId: randomUUID() },
  }),
  'POST /api/admin/brokerages/{id}/plan/end': () => ({ body: { reason: 'Sample' } }),
  'POST /api/admin/brokerages/{id}/organizations': () => ({
    body: { name: 'New', ownerEmail: `${randomUUID()}@example.com`, reason: 'Sample' },
  }),
  'POST /api/admin/brokerages/{id}/owner': () => ({
    body: { ownerEmail: `${randomUUID()}@example.com`, reason: 'Sample' },
  }),
  'PATCH /api/brokerages/{id}': () => ({ body: { sharesDoNotContact: false } }),
  'POST /api/brokerages/{id}/credits': ({ organization }) => ({
    body: { from: organization, to: randomUUID(), amount: 1, requestId: randomUUID() },
  }),
  'POST /api/brokerages/{id}/seats': ({ organization }) => ({
    body: { from: null, to: organization, amount: 1, requestId: randomUUID() },
  }),
  'POST /api/brokerages/{id}/invitations': () => ({
    body: { kind: 'office', email: `${randomUUID()}@example.com` },
  }),
  'POST /api/brokerages/{id}/transfer': ({ member }) => ({ body: { userId: member } }),
  'POST /api/admin/organizations/{id}/credits': () => ({
    body: { amount: 1, reason: 'Sample', requestId: randomUUID() },
  }),
  'POST /api/admin/organizations/{id}/plan': () => ({
    body: { plan: 'enterprise', until: '2027-01-31', reason: 'Sample', requestId: randomUUID() },
  }),
  'POST /api/admin/organizations/{id}/erase': () => ({ body: { name: 'Sample', reason: 'Sample' } }),
  'POST /api/admin/organizations/{id}/plan/end': () => ({ body: { reason: 'Sample' } }),
  'POST /api/admin/organizations/{id}/suspend': () => ({ body: { reason: 'Sample' } }),
  'POST /api/admin/organizations/{id}/lift': () => ({ body: { reason: 'Sample' } }),
  'POST /api/organizations/{id}/erase': () => ({ body: { name: 'Another name' } }),
  'POST /api/organizations/{id}/suppressions': () => ({ body: { email: `${randomUUID()}@example.com` } }),
  'POST /api/organizations/{id}/suppressions/check': () => ({ body: { phone: '(630) 555-0142' } }),
  'POST /api/privacy/requests': () => ({
    body: { kind: 'erasure', name: 'A B', email: `${randomUUID()}@example.com` },
  }),
  'POST /api/privacy/confirm': () => ({ body: { token: randomUUID() } }),
  'POST /api/admin/suppressions/check': () => ({ body: { phone: '(630) 555-0142' } }),
  'POST /api/admin/suppressions/lift': () => ({
    body: { email: `${randomUUID()}@example.com`, reason: 'A mistake' },
  }),
  'POST /api/admin/privacy-requests/{id}/close': () => ({ body: { action: 'answer', text: 'Answered' } }),
  'PATCH /api/blog/posts/{id}': () => ({ body: { title: `Sample ${randomUUID()}` } }),
  'POST /api/blog/posts': () => ({ body: { title: randomUUID(), category: 'Lead Generation' } }),
  'POST /api/blog/convert': () => ({ body: { format: 'markdown', text: randomUUID() } }),
  'POST /api/blog/pictures': () => ({ body: ONE_PIXEL, headers: { 'content-type': 'image/png' } }),
  'POST /api/blog/topics': () => ({ body: { topic: randomUUID(), category: 'Lead Generation' } }),
  'PATCH /api/blog/topics/{id}': () => ({ body: { priority: 2 } }),
  'POST /api/blog/generate': () => ({ body: {} }),
  'PATCH /api/blog/generation': () => ({ body: { weekly: false } }),
  'POST /api/contacts/{id}/milestones': () => ({ body: { milestone: 'appointment_set' } }),
  'PATCH /api/contacts/{id}/pipeline-value': () => ({
    body: { side: 'seller', value: { feeCents: 900_000 } },
  }),
  'POST /api/analytics/dashboards': () => ({
    body: { name: randomUUID(), view: 'funnel', query: { signal: 'debt' } },
  }),
  'PATCH /api/analytics/dashboards/{id}': () => ({ body: { name: randomUUID() } }),
  'PATCH /api/analytics/dashboards/{id}/report': ({ member }) => ({
    body: {
      ...{ days: [1], monthDay: null, sendAt: 420, timeZone: 'America/Chicago' },
      recipients: [member],
    },
  }),
  'PATCH /api/analytics/dashboards/{id}/report/subscription': () => ({ body: { isSubscribed: false } }),
  'POST /api/analytics/dashboards/{id}/report/send': () => ({ body: { to: 'me' } }),
  'POST /api/views': () => ({ body: { name: randomUUID(), sort: 'name' } }),
  'POST /api/tasks': ({ contact }) => ({ body: { contactId: contact, title: randomUUID() } }),
  'POST /api/playbooks/{id}/apply': ({ contact }) => ({ body: { contactIds: [contact] } }),
  'PATCH /api/tasks/{id}': () => ({ body: { completed: true } }),
  'POST /api/contacts/import/csv': () => ({
    body: `First Name,Last Name\nNew,${randomUUID()}\n`,
    headers: CSV,
  }),
  'POST /api/contacts/import/vcf': () => ({
    body: `BEGIN:VCARD\nN:${randomUUID()};New\nEND:VCARD\n`,
    headers: { 'content-type': 'text/vcard' },
  }),
  'POST /api/imports/preview': () => ({ body: 'First Name,Last Name\nNew,Name\n', headers: CSV }),
  'POST /api/imports/{id}/rows/{row}/update-existing': () => ({
    body: { firstName: 'New', lastName: 'Row' },
  }),
  'POST /api/imports/{id}/rows/{row}': () => ({ body: { firstName: 'New', lastName: randomUUID() } }),
  'POST /api/contacts/import/bulk': () => ({ body: { contacts: [{ name: `New ${randomUUID()}` }] } }),
  'POST /api/stripe/create-checkout-session': ({ organization }) => ({
    body: { organizationId: organization, billingPeriod: 'monthly' },
  }),
  'POST /api/chat': () => ({ body: { message: 'What does a score of 75 mean?' } }),
  'POST /api/contact/submit': () => ({
    body: {
      firstName: 'A',
      lastName: 'B',
      email: `${randomUUID()}@example.com`,
      subject: 'C',
      message: randomUUID(),
    },
  }),
  'POST /api/newsletter/subscribe': () => ({ body: { email: `${randomUUID()}@example.com` } }),
  'POST /api/newsletter/confirm': () => ({ body: { token: randomUUID() } }),
  'POST /api/newsletter/unsubscribe': () => ({ body: { token: randomUUID() } }),
  'POST /api/analytics/unsubscribe': () => ({ body: { token: randomUUID() } }),
  'POST /api/morning-five/unsubscribe': () => ({ body: { token: randomUUID() } }),
  // The signature is invalid; valid ones have their own tests.
  'POST /api/stripe/webhook': () => ({ body: {}, headers: { 'stripe-signature': 't=1,v1=00' } }),
  'POST /api/follow-up-boss/hooks/{id}': () => ({ body: {}, headers: { 'fub-signature': '00' } }),
}

/** Query strings of calls that require one. */
const queries: Record<string, (objects: SampleObjects) => string> = {
  'GET /api/stripe/checkout-success': ({ checkout }) => `?session_id=${checkout}`,
  'DELETE /api/organizations/{id}/suppressions/{suppressionId}': () => '?reason=mistake',
  'GET /api/analytics/csv': () => '?view=overview',
  'GET /api/analytics/png': () => '?view=overview',
  'GET /api/analytics/people': () => '?metric=contact',
  'GET /api/map/people': () => '?area=none',
  'GET /api/domains/allowed': () => '?domain=localhost',
}

/** A rule about no protected trait. */
const SIGNAL_RULE = {
  ...{ name: 'Long owners', condition: 'property.yearsOwned >= 15', category: 'downsizing' },
  ...{ subtype: 'downsizing.state', dateFrom: 'first_match', confidence: 0.4 },
}

/** A published post. */
const POST = 'sample-post'

/** Kind of object behind `{id}`, by path prefix. */
const OBJECT_ROUTES: [string, keyof SampleObjects][] = [
  ['/api/contacts/', 'contact'],
  ['/api/v1/contacts/', 'contact'],
  ['/api/v1/webhook-endpoints/', 'webhookEndpoint'],
  ['/api/follow-up-boss/', 'syncConflict'],
  ['/api/v1/activities/', 'activity'],
  ['/api/v1/tags/', 'tag'],
  ['/api/v1/tasks/', 'task'],
  ['/api/v1/playbooks/', 'playbook'],
  ['/api/v1/imports/', 'import'],
  ['/api/pond/', 'contact'],
  ['/api/origin-requests/', 'originRequest'],
  ['/api/tasks/', 'task'],
  ['/api/activities/', 'activity'],
  ['/api/tags/', 'tag'],
  ['/api/merges/', 'merge'],
  ['/api/duplicates/', 'suspectedPair'],
  ['/api/views/', 'view'],
  ['/api/analytics/dashboards/', 'dashboard'],
  ['/api/playbooks/', 'playbook'],
  ['/api/imports/', 'import'],
  ['/api/opt-outs/', 'optOut'],
  ['/api/organizations/', 'organization'],
  ['/api/admin/organizations/', 'organization'],
  ['/api/brokerages/', 'brokerage'],
  ['/api/admin/brokerages/', 'brokerage'],
  ['/api/brokerage-invitations/', 'invitation'],
  ['/api/invitations/', 'invitation'],
  ['/api/profile/licenses/', 'license'],
  ['/api/profile/sessions/', 'session'],
  ['/api/profile/calendar-feeds/', 'calendarFeed'],
  ['/api/oauth/requests/', 'connectedApp'],
  ['/api/admin/privacy-requests/', 'privacyRequest'],
  ['/api/blog/admin/posts/', 'post'],
  ['/api/blog/posts/{id}', 'post'],
  ['/api/blog/topics/', 'topic'],
  ['/api/blog/generation/', 'generation'],
]

/** Builds a valid request about the given objects. */
export function sampleRequest(endpoint: Endpoint, objects: SampleObjects): SampleRequest {
  const kind = OBJECT_ROUTES.find(([start]) => endpoint.path.startsWith(start))?.[1]
  const query = queries[nameOf(endpoint)]?.(objects) ?? ''
  return {
    url:
      (kind
        ? endpoint.path
            .replace('{id}', objects[kind])
            .replace('{row}', '1')
            .replace('{noteId}', objects.note)
            .replace('{exemptionId}', objects.exemption)
            .replace('{markId}', objects.mark)
            .replace('{keyId}', objects.apiKey)
            .replace('{appId}', objects.connectedApp)
            .replace('{requestId}', objects.connectedApp)
            .replace('{source}', 'my-crm')
            .replace('{externalId}', endpoint.method === 'PUT' ? randomUUID() : objects.contact)
            .replace('{registry}', 'national')
            .replace('{areaCode}', '512')
            .replace('{userId}', objects.member)
            .replace('{officeId}', objects.organization)
            .replace('{teamId}', objects.team)
            .replace('{ruleId}', objects.rule)
            .replace('{invitationId}', objects.invitation)
            .replace('{domainId}', objects.domain)
            .replace('{exportId}', objects.export)
            .replace('{suppressionId}', objects.suppression)
            .replace('{connectionId}', objects.connection)
        : // Sign-in pages are public, so that a connection of any organization answers everyone.
          endpoint.path.replace('{slug}', POST).replace('{connectionId}', randomUUID())) + query,
    ...bodies[nameOf(endpoint)]?.(objects),
  }
}

/** Objects that never existed. */
export const unknownObjects = (): SampleObjects => ({
  ...(Object.fromEntries(KINDS.map((kind) => [kind, randomUUID()])) as SampleObjects), // the list is the type
  checkout: `cs_test_${randomUUID()}`,
})

/** Creates one of each object in an organization; every text contains `label`. */
export async function createObjects(
  { owner }: TestApp,
  person: Person,
  label = 'sample',
): Promise<SampleObjects> {
  const objects = { ...unknownObjects(), organization: person.organizationId }
  await owner.transaction((tx) => insertObjects(tx, objects, person, label))
  return objects
}

async function insertObjects(
  owner: Query,
  objects: SampleObjects,
  person: Person,
  label: string,
): Promise<void> {
  const { organizationId } = person
  const text = `${label} ${randomUUID()}`
  await owner.run(`insert into brokerages (id, name, owner_id) values ($1, 'Sample brokerage', $2)`, [
    objects.brokerage,
    person.userId,
  ])
  await owner.run('update organizations set brokerage_id = $2, joined_brokerage_at = now() where id = $1', [
    organizationId,
    objects.brokerage,
  ])
  await owner.run(
    `insert into contacts (organization_id, id, first_name, last_name, email, phone, address, city, state, zip_code,
       search, last_name_key, risk_data, top_signal, nine_d_score, email_verification_reason)
     values ($1, $2, $3, $3, $3, left($3, 32), $3, $3, $3, left($3, 16), lower($3), lower($3),
       jsonb_build_object('note', $3::text), 'debt', 99, $3)`,
    [organizationId, objects.contact, text],
  )
  await owner.run(
    `insert into contacts (organization_id, id, first_name, last_name, search, last_name_key)
     values ($1, $2, $3, $3, lower($3), lower($3))`,
    [organizationId, objects.other, `Other of ${text}`],
  )
  await owner.run(
    `insert into organization_counters (organization_id, contacts) values ($1, 2)
     on conflict (organization_id) do update set contacts = organization_counters.contacts + 2`,
    [organizationId],
  )
  await owner.run(
    `insert into contact_consents (organization_id, contact_id, id, allowed, reason, source)
     values ($1, $2, $3, false, $5, 'import'), ($1, $4, gen_random_uuid(), true, $5, 'member')`,
    [organizationId, objects.other, objects.optOut, objects.contact, text],
  )
  await owner.run(
    `insert into merges (organization_id, id, kept_id, other_id) values ($1, $2, $3, gen_random_uuid())`,
    [organizationId, objects.merge, objects.contact],
  )
  await owner.run(
    `insert into duplicate_suspicions (organization_id, id, contact_id, other_id, reason, points) values ($1, $2, least($3::uuid, $4::uuid), greatest($3::uuid, $4::uuid), $5, 20)`,
    [organizationId, objects.suspectedPair, objects.contact, objects.other, text],
  )
  await owner.run(
    `insert into playbooks (organization_id, id, name, description, steps)
     values ($1, $2, $3, $3, jsonb_build_array(jsonb_build_object('title', $3::text, 'description', $3::text, 'offsetDays', 1)))`,
    [organizationId, objects.playbook, text],
  )
  await owner.run(
    `insert into tasks (organization_id, contact_id, id, title, description) values ($1, $2, $3, $4, $4)`,
    [organizationId, objects.contact, objects.task, text],
  )
  await owner.run(
    `insert into activities (organization_id, contact_id, id, type, note, at, recorded_by)
     values ($1, $2, $3, 'call', $4, now() - interval '1 hour', $5)`,
    [organizationId, objects.contact, objects.activity, text, person.userId],
  )
  await owner.run(
    `insert into domains (organization_id, id, domain, use, token) values ($1, $2, $3, 'email', left($4, 64))`,
    [organizationId, objects.domain, `${objects.domain}.example`, text],
  )
  await owner.run(
    `insert into call_exemptions (organization_id, contact_id, id, kind, at, note) values ($1, $2, $3, 'deal', now(), $4)`,
    [organizationId, objects.contact, objects.exemption, text],
  )
  // The series keeps PostgreSQL from building the megabyte before it knows whether it is needed.
  await owner.run(
    `insert into do_not_call_numbers (organization_id, registry, area_code, bits, numbers, as_of)
     select $1, 'national', '512', decode(repeat('00', bytes), 'hex'), 0, now()
       from generate_series(1250000, 1250000) as bytes
      where not exists (select from do_not_call_numbers where organization_id = $1)`,
    [organizationId],
  )
  await owner.run(
    `insert into tags (organization_id, id, name, name_key) values ($1, $2, $4, $4), ($1, $3, 'Other ' || $4, 'other ' || $4)`,
    [organizationId, objects.tag, objects.otherTag, text],
  )
  await owner.run('insert into contact_tags (organization_id, contact_id, tag_id) values ($1, $2, $3)', [
    organizationId,
    objects.contact,
    objects.tag,
  ])
  await owner.run(
    `insert into contact_notes (organization_id, contact_id, id, text, is_pinned, author) values ($1, $2, $3, $4, true, $5)`,
    [organizationId, objects.contact, objects.note, text, person.userId],
  )
  await owner.run(
    `insert into views (organization_id, id, user_id, name, search) values ($1, $2, $3, left($4, 60), $4)`,
    [organizationId, objects.view, person.userId, text],
  )
  await owner.run(
    `insert into analytics_dashboards (organization_id, id, created_by, name, view, query)
     values ($1, $2, $3, left($4, 60), 'funnel', jsonb_build_object('source', $4::text))`,
    [organizationId, objects.dashboard, person.userId, text],
  )
  await owner.run(
    `insert into api_keys (organization_id, id, user_id, name, key_hash, key_start, role, scopes)
     values ($1, $2, $3, left($4, 60), $5, left($4, 12), 'MEMBER', '{contacts:read}')`,
    [organizationId, objects.apiKey, person.userId, text, randomUUID()],
  )
  await owner.run(
    `insert into calendar_feeds (organization_id, id, user_id, name, token_hash, token_start, tasks, has_contact_names, time_zone)
     values ($1, $2, $3, left($4, 60), $5, left($4, 12), 'mine', false, 'America/Chicago')`,
    [organizationId, objects.calendarFeed, person.userId, text, randomUUID()],
  )
  await owner.run(
    `insert into connected_apps (organization_id, id, user_id, client_id, name, redirect_host, resource, scopes)
     values ($1, $2, $3, 'app_1', left($4, 60), 'localhost', 'http://localhost:3000/mcp', '{contacts:read}')`,
    [organizationId, objects.connectedApp, person.userId, text],
  )
  await owner.run(
    `insert into oauth_tokens (organization_id, token_hash, app_id, kind, payload, expires_at)
     values ($1, $2::uuid::text, $2::uuid, 'RefreshToken', '{}', now() + interval '1 day')`,
    [organizationId, objects.connectedApp],
  )
  await owner.run(
    `insert into contact_external_ids (organization_id, source, external_id, contact_id) values ($1, 'my-crm', $3, $2)`,
    [organizationId, objects.contact, objects.contact],
  )
  await owner.run(
    `insert into milestone_marks (organization_id, contact_id, id, milestone, side, at, marked_by)
     values ($1, $2, $3, 'conversation', 'seller', now() - interval '1 day', $4)`,
    [organizationId, objects.contact, objects.mark, person.userId],
  )
  await owner.run(
    `insert into licenses (organization_id, id, user_id, state, licensed_name, license_number, license_type, brokerage_name,
       broker_name, brokerage_address) values ($1, $2, $3, 'CA', left($4, 100), left($4, 40), left($4, 80), $4, left($4, 100), $4)
     on conflict (organization_id, user_id, state) do update set id = excluded.id`,
    [organizationId, objects.license, person.userId, text],
  )
  await owner.run(
    `with entry as (
       insert into outreach_log (organization_id, activity_id, sent_by, channel, kind, at, is_checked, license_line)
       values ($1, $3, $4, 'call', 'marketing', now(), true, $5) returning id)
     insert into outreach_texts (organization_id, id, contact_id, script) select $1, id, $2, $5 from entry`,
    [organizationId, objects.contact, objects.activity, person.userId, text],
  )
  await owner.run(
    `insert into signals (organization_id, contact_id, category, score, evidence_key, description, source, metadata)
     values ($1, $2, 'debt', 50, $3, $3, $3, jsonb_build_object('note', $3::text))`,
    [organizationId, objects.contact, text],
  )
  await owner.run(
    `insert into properties (organization_id, contact_id, address, city) values ($1, $2, $3, $3)`,
    [organizationId, objects.contact, text],
  )
  await owner.run(
    `insert into imports (organization_id, id, kind, file_name, status, total, processed, processed_row, skipped, finished_at)
     values ($1, $2, 'csv', $3, 'done', 1, 1, 1, 1, now())`,
    [organizationId, objects.import, text],
  )
  await owner.run(
    `insert into import_rows (organization_id, import_id, row, raw, problem) values ($1, $2, 1, jsonb_build_object('firstName', $3::text), $3)`,
    [organizationId, objects.import, text],
  )
  await owner.run(
    `insert into notifications (organization_id, id, kind, title, body, link, contact_id, dedupe_key)
     values ($1, gen_random_uuid(), 'signals', $3, $3, '/dashboard', $2, $3)`,
    [organizationId, objects.contact, text],
  )
  await owner.run(
    `insert into users (id, email, first_name, last_name, organization_id, role)
     values ($1::uuid, $1::uuid || '@example.com', $2, $2, $3, 'MEMBER')`,
    [objects.member, text, organizationId],
  )
  await owner.run('insert into memberships (user_id, organization_id) values ($1, $2)', [
    objects.member,
    organizationId,
  ])
  await owner.run('update contacts set origin_id = $2 where organization_id = $1 and id = any($3)', [
    ...[organizationId, objects.member, [objects.contact, objects.other]],
  ])
  await owner.run(
    `insert into origin_requests (organization_id, id, contact_id, member_id, to_origin, asked_by, asked_side, expires_at)
     values ($1, $2, $3, $4, 'team', $5, 'team', now() + interval '30 days')`,
    [organizationId, objects.originRequest, objects.contact, objects.member, person.userId],
  )
  await owner.run('insert into teams (organization_id, id, name) values ($1, $2, left($3, 80))', [
    organizationId,
    objects.team,
    text,
  ])
  await owner.run(
    `insert into assignment_rules (organization_id, id, name, position, kind, user_ids) values ($1, $2, left($3, 80), 1, 'pond', '{}')`,
    [organizationId, objects.rule, text],
  )
  await owner.run(
    `insert into events (organization_id, id, type, contact_ids) values ($1, $2, 'contact.created', array[$3::uuid])`,
    [organizationId, objects.event, objects.contact],
  )
  await owner.run(
    `insert into webhook_endpoints (organization_id, id, url, description, key_id, secret)
     values ($1, $2, 'https://example.com/' || $3, left($3, 100), 'key', 'x')`,
    [organizationId, objects.webhookEndpoint, text],
  )
  await owner.run(
    `insert into webhook_deliveries (organization_id, id, endpoint_id, event_id, next_attempt_at)
     values ($1, $2, $3, $4, null)`,
    [organizationId, objects.delivery, objects.webhookEndpoint, objects.event],
  )
  await owner.run(
    `insert into follow_up_boss_connections (organization_id, key_id, api_key, account_id, account_name, directions)
     values ($1, 'key', 'x', 1, left($2, 200), $3) on conflict do nothing`,
    [organizationId, text, JSON.stringify({ people: 'both', notes: 'in', tasks: 'out', activities: 'off' })],
  )
  await owner.run(
    `insert into follow_up_boss_conflicts (organization_id, id, contact_id, kind, local_id, field, kept, kept_value, lost_value)
     select organization_id, $2, id, 'person', id, 'firstName', 'there', first_name, left($4, 100)
       from contacts where organization_id = $1 and id = $3`,
    [organizationId, objects.syncConflict, objects.contact, text],
  )
  await owner.run('insert into signal_rules (organization_id, id, version) values ($1, $2, 1)', [
    organizationId,
    objects.rule,
  ])
  await owner.run(
    `insert into signal_rule_versions (organization_id, rule_id, version, name, condition, category, subtype, date_from,
       confidence, traits)
     values ($1, $2, 1, left($3, 60), 'property.yearsOwned > 15', 'downsizing', 'downsizing.state', 'first_match', 0.4, '{}')`,
    [organizationId, objects.rule, text],
  )
  await owner.run(
    `insert into invitations (organization_id, id, email, role, invited_by, expires_at)
     values ($1, $2, lower(replace($3, ' ', '-')) || '@example.com', 'MEMBER', $4, now() + interval '7 days')`,
    [organizationId, objects.invitation, text, person.userId],
  )
  await owner.run(
    `insert into single_sign_on_connections (organization_id, id, kind, name, issuer, client_id, is_on, failure)
     values ($1, $2, 'oidc', left($3, 80), 'https://idp.example.com', $3, true, 'signature')`,
    [organizationId, objects.connection, text],
  )
  await owner.run(
    `insert into sessions (sid, sess, expire, user_id, id)
     values ($1, jsonb_build_object('startedAt', now(), 'device', $2::text), now() + interval '1 day', $3, $4)`,
    [randomUUID(), text, person.userId, objects.session],
  )
  await owner.run(
    `insert into data_exports (organization_id, id, status, sha256, created_at, finished_at)
     values ($1, $2, 'ready', 'x', now() - interval '2 days', now())`,
    [organizationId, objects.export],
  )
  await owner.run(
    `insert into suppressions (organization_id, key, reason, entry_id)
     values ($1, gen_random_uuid()::text::bytea, 'deleted', $2)`,
    [organizationId, objects.suppression],
  )
  await owner.run(
    `insert into privacy_requests (id, kind, name, email, status, created_at, confirmed_at, due_at)
     values ($1, 'access', 'Somebody', 'somebody@example.com', 'open', now(), now(), now() + interval '30 days')`,
    [objects.privacyRequest],
  )
  await addBlogObjects(owner, objects, POST)
  await owner.run(
    `insert into test_checkouts (id, organization_id, plan, billing_period, customer_id, subscription_id)
     values ($1, $2, 'professional', 'monthly', $3, $3)`,
    [objects.checkout, organizationId, text],
  )
}
