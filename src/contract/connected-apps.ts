import { z } from 'zod'
import { memberEndpoint, SCOPES, subscriberEndpoint } from './endpoint.ts'
import { isoDateTime } from './text.ts'

const scope = z.enum(SCOPES)
export const MAX_DAILY_CREDITS = 100_000

/** Parts of the product that an app can connect to. */
const APP_RESOURCES = ['mcp', 'mcp-readonly', 'api'] as const
export type AppResource = (typeof APP_RESOURCES)[number]

const connectedApp = z.object({
  id: z.string(),
  /** As the app calls itself. */
  name: z.string(),
  /** Where the answer to the connection went. */
  redirectHost: z.string(),
  resource: z.enum(APP_RESOURCES),
  /** The member for whom it acts. */
  userId: z.string(),
  memberName: z.string(),
  scopes: z.array(scope),
  /** Credits that it may use in a day; null without a limit. */
  dailyCredits: z.number().int().nullable(),
  lastUsedAt: isoDateTime.nullable(),
  createdAt: isoDateTime,
})
export type ConnectedApp = z.infer<typeof connectedApp>

const path = '/api/organizations/{id}/connected-apps' as const

export const listConnectedApps = memberEndpoint(`GET ${path}`, {
  summary: 'List the apps you connected, newest first; owners and administrators see those of all members',
  responses: { 200: z.array(connectedApp) },
})

export const disconnectApp = memberEndpoint(`DELETE ${path}/{appId}`, {
  summary: "Disconnect an app at once; owners and administrators can disconnect other members' apps",
})

const requestPath = '/api/oauth/requests/{requestId}' as const
const params = z.object({ requestId: z.string().regex(/^[\w-]{10,64}$/, 'This is not a valid id') })

const connectionRequest = z.object({
  /** As the app calls itself; anyone can register an app under any name. */
  name: z.string(),
  /** Host of the page that describes the app; null for an app that only registered itself. */
  publisherHost: z.string().nullable(),
  redirectHost: z.string(),
  /** True if the answer stays on the user's computer. */
  isLocal: z.boolean(),
  resource: z.enum(APP_RESOURCES),
  organizationName: z.string(),
  email: z.string(),
  /** Permissions that the app asks for. */
  scopes: z.array(scope),
})
export type ConnectionRequest = z.infer<typeof connectionRequest>

/** Where the browser goes on. */
const next = z.object({ url: z.string() })

export const getConnectionRequest = subscriberEndpoint(`GET ${requestPath}`, {
  summary: 'Get the request of an app to connect, in the browser that it was sent to',
  params,
  responses: { 200: connectionRequest },
})

export const allowConnection = subscriberEndpoint(`POST ${requestPath}`, {
  summary: 'Connect an app with some of the permissions that it asks for',
  params,
  body: z.strictObject({
    scopes: z.array(scope).min(1, 'Choose at least one permission'),
    dailyCredits: z.number().int().min(0).max(MAX_DAILY_CREDITS).nullable().default(null),
  }),
  responses: { 200: next },
})

export const declineConnection = subscriberEndpoint(`DELETE ${requestPath}`, {
  summary: 'Decline the request of an app to connect',
  params,
  responses: { 200: next },
})
