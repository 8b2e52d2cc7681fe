import { z } from 'zod'
import { memberEndpoint, publicEndpoint } from './endpoint.ts'
import { isoDateTime, requiredLine, uuid } from './text.ts'

const CONNECTION_KINDS = ['oidc', 'saml'] as const
const ACCESS_LEVELS = ['own', 'team', 'all'] as const
/** Why a sign-in was refused, as owners see it. */
export const FAILURES = [
  'provider-error',
  'unreachable',
  'discovery',
  'malformed',
  'encrypted',
  'algorithm',
  'signature',
  'issuer',
  'audience',
  'recipient',
  'destination',
  'request',
  'unsolicited',
  'expired',
  'not-yet-valid',
  'replay',
  'token',
  'subject',
  'email-missing',
  'email-unverified',
  'domain',
  'not-member',
] as const
export type Failure = (typeof FAILURES)[number]

const MAX_DOMAINS = 20
const MAX_MAPPINGS = 100
const MAX_CERTIFICATES = 4
const MAX_BREAK_GLASS = 10

const domain = z
  .string('Required')
  .max(253, 'Use at most 253 characters')
  .transform((text) => text.trim().toLowerCase())

const groupMapping = z.strictObject({
  group: requiredLine(256),
  role: z.enum(['OWNER', 'ADMIN', 'MEMBER']),
  access: z.enum(ACCESS_LEVELS).default('all'),
})
export type GroupMapping = z.output<typeof groupMapping>

const webUrl = (protocol: RegExp) =>
  z.url({ protocol, error: 'Enter a full URL, such as https://login.example.com' }).max(1024)

/** Settings of both kinds of connections. */
const commonSettings = {
  name: requiredLine(80),
  domains: z.array(domain).max(MAX_DOMAINS),
  addsMembers: z.boolean(),
  defaultRole: z.enum(['ADMIN', 'MEMBER']),
  defaultAccess: z.enum(ACCESS_LEVELS),
  groupsAttribute: requiredLine(256).nullable(),
  mappings: z.array(groupMapping).max(MAX_MAPPINGS),
}

const oidcSettings = {
  issuer: webUrl(/^https?$/),
  clientId: requiredLine(512),
  /** Null for a public client, which proves itself with PKCE alone. */
  clientSecret: requiredLine(1024).nullable(),
}

const samlSettings = {
  entityId: requiredLine(1024),
  signInUrl: webUrl(/^https?$/),
  /** PEM or bare base64. */
  certificates: z.array(z.string().max(10_000)).min(1, 'Required').max(MAX_CERTIFICATES),
  acceptsUnsolicited: z.boolean(),
}
/** Metadata of a SAML identity provider, instead of its three settings. */
const samlMetadata = z.string().max(100_000, 'This file is too large')

const optional = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).partial().shape

/** Everything but kind and name can follow once the identity provider knows us. */
export const connectionInput = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('oidc'),
    ...optional({ ...commonSettings, ...oidcSettings }),
    name: commonSettings.name,
  }),
  z.strictObject({
    kind: z.literal('saml'),
    ...optional({ ...commonSettings, ...samlSettings }),
    name: commonSettings.name,
    metadata: samlMetadata.optional(),
  }),
])
export type ConnectionInput = z.output<typeof connectionInput>

export const connectionChanges = z.strictObject({
  ...optional({ ...commonSettings, ...oidcSettings, ...samlSettings }),
  metadata: samlMetadata.optional(),
  isOn: z.boolean().optional(),
  isForced: z.boolean().optional(),
})
export type ConnectionChanges = z.output<typeof connectionChanges>

const testResult = z.object({
  at: isoDateTime,
  subject: z.string(),
  email: z.string().nullable(),
  groups: z.array(z.string()),
  failure: z.string().nullable(),
})
export type TestResult = z.infer<typeof testResult>

const connection = z.object({
  id: z.string(),
  kind: z.enum(CONNECTION_KINDS),
  name: z.string(),
  domains: z.array(z.object({ domain: z.string(), isProven: z.boolean() })),
  isOn: z.boolean(),
  isForced: z.boolean(),
  addsMembers: z.boolean(),
  defaultRole: z.enum(['ADMIN', 'MEMBER']),
  defaultAccess: z.enum(ACCESS_LEVELS),
  groupsAttribute: z.string().nullable(),
  mappings: z.array(
    z.object({
      group: z.string(),
      role: z.enum(['OWNER', 'ADMIN', 'MEMBER']),
      access: z.enum(ACCESS_LEVELS),
    }),
  ),
  /** Issuer of OpenID Connect, entity ID of SAML. */
  issuer: z.string(),
  clientId: z.string().nullable(),
  hasClientSecret: z.boolean(),
  signInUrl: z.string().nullable(),
  certificates: z.array(
    z.object({ pem: z.string(), fingerprint: z.string(), expiresAt: isoDateTime.nullable() }),
  ),
  acceptsUnsolicited: z.boolean(),
  workedAt: isoDateTime.nullable(),
  failedAt: isoDateTime.nullable(),
  failure: z.enum(FAILURES).nullable(),
  lastTest: testResult.nullable(),
  /** Addresses to enter at the identity provider. */
  urls: z.object({
    signIn: z.string(),
    /** Redirect URL of OpenID Connect. */
    callback: z.string(),
    /** Assertion consumer service of SAML. */
    acs: z.string(),
    /** Entity ID and metadata of SAML. */
    metadata: z.string(),
  }),
})
export type Connection = z.infer<typeof connection>

const settings = z.object({
  connections: z.array(connection),
  /** Proven email domains of the organization. */
  provenDomains: z.array(z.string()),
  /** Ids of owners who may still use an emailed link. */
  breakGlass: z.array(z.string()),
  owners: z.array(z.object({ id: z.string(), email: z.string(), name: z.string().nullable() })),
})
export type SingleSignOnSettings = z.infer<typeof settings>

export const getSingleSignOn = memberEndpoint('GET /api/organizations/{id}/single-sign-on', {
  summary: 'Get the single sign-on connections of your organization',
  role: 'OWNER',
  responses: { 200: settings },
})

export const setBreakGlass = memberEndpoint('PATCH /api/organizations/{id}/single-sign-on', {
  summary: 'Choose the owners who may still sign in with an emailed link where single sign-on is required',
  role: 'OWNER',
  body: z.strictObject({ breakGlass: z.array(uuid).max(MAX_BREAK_GLASS) }),
  responses: { 200: settings },
})

export const createConnection = memberEndpoint('POST /api/organizations/{id}/single-sign-on', {
  summary: 'Connect an identity provider; it is off until you turn it on',
  role: 'OWNER',
  body: connectionInput,
  responses: { 201: connection },
})

export const changeConnection = memberEndpoint(
  'PATCH /api/organizations/{id}/single-sign-on/{connectionId}',
  {
    summary: 'Change a connection: settings, domains, group mapping, on and off, required or not',
    role: 'OWNER',
    body: connectionChanges,
    responses: { 200: connection },
  },
)

export const deleteConnection = memberEndpoint(
  'DELETE /api/organizations/{id}/single-sign-on/{connectionId}',
  { summary: 'Delete a connection; its members can use emailed links again', role: 'OWNER' },
)

export const testConnection = memberEndpoint(
  'POST /api/organizations/{id}/single-sign-on/{connectionId}/test',
  {
    summary: 'Start a test sign-in that shows what the identity provider sends and changes nothing else',
    role: 'OWNER',
    responses: { 200: z.object({ location: z.string() }) },
  },
)

export const findSingleSignOn = publicEndpoint('POST /api/auth/sso/find', {
  summary: 'Find the single sign-on of an email domain, whether or not an account exists',
  rate: 'none', // counted by network, in the database
  body: z.strictObject({ domain }),
  responses: {
    200: z.object({ connection: z.object({ id: z.string(), isForced: z.boolean() }).nullable() }),
  },
})

export const getSignInPage = publicEndpoint('GET /api/auth/sso/{connectionId}', {
  summary: 'Get the host of the identity provider that a sign-in page leads to',
  responses: { 200: z.object({ host: z.string() }) },
})

export const startSignIn = publicEndpoint('POST /api/auth/sso/{connectionId}/start', {
  summary: 'Start a single sign-on: returns the URL of the identity provider',
  rate: 'none', // counted by network, in the database
  body: z.strictObject({ email: z.string().max(320).optional() }),
  responses: { 200: z.object({ location: z.string() }) },
})

export const finishOidc = publicEndpoint('GET /api/auth/sso/{connectionId}/callback', {
  summary: 'Return from an OpenID Connect provider: sets the session and redirects',
  rate: 'none',
  responses: { 302: z.undefined() },
})

const MAX_SAML_BYTES = 256 * 1024

export const receiveSaml = publicEndpoint('POST /api/auth/sso/{connectionId}/acs', {
  summary: 'Receive a SAML response from a form of the identity provider, and redirect',
  rate: 'none',
  maxBodyBytes: MAX_SAML_BYTES,
  streamedTypes: ['application/x-www-form-urlencoded'],
  isBodyBuffered: true,
  acceptsCrossSite: true,
  responses: { 303: z.undefined() },
})

export const finishSaml = publicEndpoint('GET /api/auth/sso/{connectionId}/finish', {
  summary: 'Finish a SAML sign-in in the browser that started it: sets the session and redirects',
  rate: 'none',
  query: z.object({ ticket: z.string().max(100).optional() }),
  responses: { 302: z.undefined() },
})

const ticket = z.strictObject({ ticket: z.string().max(100) })

export const readUnsolicited = publicEndpoint('POST /api/auth/sso/{connectionId}/read', {
  summary: 'Get the address that a sign-in started by the identity provider is for',
  rate: 'none',
  body: ticket,
  responses: { 200: z.object({ email: z.string(), signedInAs: z.string().nullable() }) },
})

export const confirmUnsolicited = publicEndpoint('POST /api/auth/sso/{connectionId}/confirm', {
  summary: 'Confirm a sign-in started by the identity provider: sets the session and returns the next page',
  rate: 'none',
  body: ticket,
  responses: { 200: z.object({ location: z.string() }) },
})

export const getMetadata = publicEndpoint('GET /api/auth/sso/{connectionId}/metadata', {
  summary: 'Get the SAML metadata to enter at the identity provider',
  responses: { 200: z.string() },
})
