import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ConnectedApp } from '#contract/connected-apps.ts'
import type { OrganizationsService } from '#server/features/organizations/service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, requireUserId } from '#server/platform/context.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { hasRole } from '#server/platform/http/access.ts'
import type { RequestSite } from '#server/platform/http/hosts.ts'
import type { MemberSession } from '#server/platform/http/session.ts'
import { digest } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { isToken } from '#server/platform/tokens.ts'
import * as limits from './limits.ts'
import { createConsent } from './service/consent.ts'
import { type AllowsFetch, createProvider, ROUTES } from './service/provider.ts'
import { registerClient } from './service/registration.ts'
import { resourcesOf } from './service/resources.ts'
import * as store from './store.ts'

/** Apps that members connect by OAuth 2.1. Each acts for one member in one organization, like an API key. */
export function oauthService(
  platform: Pick<Platform, 'db' | 'appUrl' | 'secrets' | 'outbound' | 'log' | 'site'>,
  { organizations }: { organizations: Pick<OrganizationsService, 'nameOf'> },
) {
  const { db, appUrl } = platform
  const resources = resourcesOf(appUrl)
  /** Asks, before the document of an app is fetched for a request, whether its sender may cause one more fetch. */
  const fetchLimits = new WeakMap<IncomingMessage, AllowsFetch>()
  const provider = createProvider(platform, (request) => fetchLimits.get(request)?.() ?? true)
  const handle = provider.callback()
  const isAdministrator = ({ actor }: Context) => actor.kind === 'user' && hasRole(actor, 'ADMIN')

  return {
    resources,
    consent: createConsent(db, provider, { resources, nameOf: organizations.nameOf }),
    answer(request: IncomingMessage, response: ServerResponse, allowsFetch: AllowsFetch): void {
      fetchLimits.set(request, allowsFetch)
      handle(request, response)
    },
    register: (body: unknown) => registerClient(db, provider, body),

    /** The description of the authorization server that apps read (RFC 8414). */
    metadata: {
      issuer: appUrl,
      authorization_endpoint: appUrl + ROUTES.authorization,
      token_endpoint: appUrl + ROUTES.token,
      registration_endpoint: appUrl + ROUTES.registration,
      revocation_endpoint: appUrl + ROUTES.revocation,
      revocation_endpoint_auth_methods_supported: ['none'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: [...new Set(resources.flatMap(({ scopes }) => scopes))],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      service_documentation: `${appUrl}/documentation/ai-assistants`,
    },

    /**
     * The session of an access token, as of the session cookie: each request sees a disconnection, a new access, a suspension.
     *
     * @throws {AppError} unauthenticated for a token that is unknown, expired, or for another resource
     */
    async sessionOf(token: string, resource: string, site: RequestSite): Promise<MemberSession> {
      const row = isToken('oat', token) ? await store.findSession(db, digest(token)) : undefined
      const isOnOwnSite = site.organizationId === null || site.organizationId === row?.organizationId
      if (row?.resource !== resource || !isOnOwnSite)
        throw new AppError('unauthenticated', 'This access token is unknown, expired or for another address')
      const { appId, scopes, lastUsedAt, resource: _, ...member } = row
      const organizationId = parseOrganizationId(row.organizationId)
      if (lastUsedAt === null || Date.now() - Date.parse(lastUsedAt) > limits.LAST_USE_INTERVAL_MS)
        await db.tenant(organizationId, (tx) => store.updateLastUse(tx, appId, limits.LAST_USE_INTERVAL_MS))
      return {
        ...member,
        ...{
          organizationId,
          role: 'MEMBER',
          isPlatformAdmin: false,
          key: { kind: 'app', id: appId, scopes },
        },
      }
    },

    /** Own apps; those of all members for owners and administrators. */
    list: (context: Context): Promise<ConnectedApp[]> =>
      db.tenant(context.organizationId, async (tx) => {
        const apps = await store.listApps(tx, isAdministrator(context) ? null : requireUserId(context))
        return apps.map((app) => ({
          ...app,
          resource: resources.find(({ url }) => url === app.resource)?.name ?? 'api',
        }))
      }),

    /** @throws {AppError} not_found */
    disconnect: (context: Context, id: string): Promise<void> =>
      db.tenant(context.organizationId, async (tx) => {
        const userId = await store.findAppUser(tx, id)
        if (!userId || (userId !== requireUserId(context) && !isAdministrator(context))) throw notFound('App')
        await store.deleteApp(tx, id)
        await audit(tx, { ...context, action: 'app.disconnected', subject: id })
      }),

    /** Disconnects the apps of a leaving member; part of the caller's transaction. @returns how many */
    disconnectAllOf: store.deleteAppsOf,

    /** Deletes requests, tokens and registrations that are over. */
    async deleteOutdated(batch = limits.CLEANUP_BATCH): Promise<void> {
      while ((await store.deleteOutdated(db, batch)) >= batch);
    },
  }
}
export type OauthService = ReturnType<typeof oauthService>
