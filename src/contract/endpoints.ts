import type { Endpoint } from './endpoint.ts'

/** Modules that define endpoints. Types only, so that importing this file loads nothing. */
type Modules =
  | typeof import('./activities.ts')
  | typeof import('./admin.ts')
  | typeof import('./admin-brokerages.ts')
  | typeof import('./admin-organizations.ts')
  | typeof import('./assignments.ts')
  | typeof import('./assistant.ts')
  | typeof import('./auth.ts')
  | typeof import('./billing.ts')
  | typeof import('./blog.ts')
  | typeof import('./blog-desk.ts')
  | typeof import('./blog-pictures.ts')
  | typeof import('./brokerages.ts')
  | typeof import('./bulk.ts')
  | typeof import('./call-permission.ts')
  | typeof import('./changes.ts')
  | typeof import('./consents.ts')
  | typeof import('./contact-form.ts')
  | typeof import('./contacts.ts')
  | typeof import('./data-export.ts')
  | typeof import('./data-sources.ts')
  | typeof import('./duplicates.ts')
  | typeof import('./enrichment.ts')
  | typeof import('./erasure.ts')
  | typeof import('./events.ts')
  | typeof import('./imports.ts')
  | typeof import('./instance.ts')
  | typeof import('./invitations.ts')
  | typeof import('./licenses.ts')
  | typeof import('./merges.ts')
  | typeof import('./newsletter.ts')
  | typeof import('./morning-five.ts')
  | typeof import('./notes.ts')
  | typeof import('./notifications.ts')
  | typeof import('./organizations.ts')
  | typeof import('./outcomes.ts')
  | typeof import('./outreach.ts')
  | typeof import('./playbooks.ts')
  | typeof import('./privacy-requests.ts')
  | typeof import('./profile.ts')
  | typeof import('./relationships.ts')
  | typeof import('./score.ts')
  | typeof import('./score-policy.ts')
  | typeof import('./second-factor.ts')
  | typeof import('./tags.ts')
  | typeof import('./tasks.ts')
  | typeof import('./teams.ts')
  | typeof import('./timeline.ts')
  | typeof import('./today.ts')
  | typeof import('./views.ts')

type EndpointsOf<Module> = Module extends unknown ? Extract<Module[keyof Module], Endpoint> : never
type Endpoints = { [E in EndpointsOf<Modules> as E['route']]: E }

/** Every route of the API, as `GET /api/contacts/{id}`. */
export type ApiRoute = keyof Endpoints
/** The endpoint of a route. */
export type EndpointAt<R extends ApiRoute> = Endpoints[R]
