import { generateKeyPairSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import Provider, { errors, type Interaction, interactionPolicy, type ProviderContext } from 'oidc-provider'
import { SCOPES } from '#contract/endpoint.ts'
import type { Platform } from '#server/platform/platform.ts'
import { newToken } from '#server/platform/tokens.ts'
import * as limits from '../limits.ts'
import * as store from '../store.ts'
import { parseAccountId } from './account.ts'
import { createAdapter } from './adapter.ts'
import { describeError } from './error-page.ts'
import { resourcesOf } from './resources.ts'

export const ROUTES = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  registration: '/oauth/register',
} as const

/** The consent page of a request. */
const requestPage = (uid: string) => `/connect/${uid}`
/** Marks the browser that a request came from, for the calls of the consent page. */
export const browserCookie = (uid: string) => `connect_${uid}`

/** True if the sender of a request may cause one more call to another server. */
export type AllowsFetch = () => boolean

/**
 * The authorization server: OAuth 2.1 with PKCE for public clients, opaque tokens, and refresh tokens that are used once.
 * Every request goes to the consent page; the provider's own sign-in isn't used.
 */
export function createProvider(
  {
    db,
    appUrl,
    secrets,
    outbound,
    log,
    site,
  }: Pick<Platform, 'db' | 'appUrl' | 'secrets' | 'outbound' | 'log' | 'site'>,
  allowsFetch: (request: IncomingMessage) => boolean,
): Provider {
  const resources = resourcesOf(appUrl)
  const secure = appUrl.startsWith('https:')
  const cookie = { httpOnly: true, sameSite: 'lax', secure, signed: true }

  function showError(context: ProviderContext, detail = 'unknown'): void {
    context.type = 'html'
    context.body = describeError(site.brand.name, detail)
  }

  const provider = new Provider(appUrl, {
    adapter: createAdapter(db),
    // Nothing is signed, because tokens are opaque and there are no id tokens; the provider wants a key all the same.
    jwks: { keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })] },
    routes: ROUTES,
    cookies: {
      names: { session: 'connect_session', interaction: 'connect_request', resume: 'connect_resume' },
      keys: [secrets.derive('oauth cookies').toString('base64')],
      long: { ...cookie, path: '/oauth' },
      short: cookie,
    },
    scopes: SCOPES,
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientDefaults: {
      ...{ token_endpoint_auth_method: 'none', id_token_signed_response_alg: 'ES256' },
      grant_types: ['authorization_code', 'refresh_token'],
    },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    expiresWithSession: async () => false,
    ttl: {
      AccessToken: limits.ACCESS_TOKEN_SECONDS,
      AuthorizationCode: limits.CODE_SECONDS,
      RefreshToken: limits.REFRESH_TOKEN_SECONDS,
      Grant: limits.REFRESH_TOKEN_SECONDS,
      Interaction: limits.REQUEST_SECONDS,
      Session: limits.REQUEST_SECONDS,
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: async (_context: unknown, { clientId }: Token, token: Token) =>
          token.clientId === clientId,
      },
      clientIdMetadataDocument: {
        ...{ enabled: true, ack: 'draft-02', cacheDuration: { min: 60, max: 3600 } },
        allowFetch: async ({ req }: ProviderContext) => allowsFetch(req),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: async () => `${appUrl}/mcp`,
        useGrantedResource: async () => true,
        async getResourceServerInfo(_context: unknown, url: string) {
          const resource = resources.find((each) => each.url === url)
          if (!resource) throw new errors.InvalidTarget()
          return {
            ...{ scope: resource.scopes.join(' '), audience: url, accessTokenFormat: 'opaque' },
            accessTokenTTL: limits.ACCESS_TOKEN_SECONDS,
          }
        },
      },
    },
    interactions: {
      policy: [
        new interactionPolicy.Prompt(
          { name: 'consent', requestable: false },
          new interactionPolicy.Check(
            'consent_missing',
            'The member must agree',
            ({ oidc }) => oidc.result?.consent?.grantId === undefined,
          ),
        ),
      ],
      async url(context: ProviderContext, { uid }: Interaction) {
        context.cookies.set(browserCookie(uid), uid, {
          ...{ httpOnly: true, sameSite: 'strict', secure, signed: false },
          ...{ path: `/api/oauth/requests/${uid}`, maxAge: limits.REQUEST_SECONDS * 1000 },
        })
        return requestPage(uid)
      },
    },
    loadExistingGrant: ({ oidc }: ProviderContext) => oidc.provider.Grant.find(oidc.result?.consent?.grantId),
    async findAccount(_context: unknown, id: string) {
      const { organizationId, userId } = parseAccountId(id)
      const isAllowed = await store.mayConnect(db, organizationId, userId)
      return isAllowed ? { accountId: id, claims: () => ({ sub: id }) } : undefined
    },
    renderError(context: ProviderContext, { error, error_description: detail }: Record<string, string>) {
      showError(context, detail ?? error)
    },
    fetch: (url: string | URL) => fetchDocument(outbound, String(url)),
  })
  // Anyone can register an address, so an error leads there only after a member has answered (RFC 9700, 4.11.2).
  provider.use(async (context, next) => {
    await next()
    const location = context.response.get('location')
    if (context.path !== ROUTES.authorization || !location || location.startsWith(requestPage(''))) return
    const { search, hash } = new URL(location)
    const answer = new URLSearchParams(search || hash.slice(1))
    context.remove('location')
    context.status = 400
    showError(context, answer.get('error_description') ?? undefined)
  })
  // The addresses that it writes come from `APP_URL`, which the routes put into the request.
  provider.proxy = true
  provider.on('server_error', (_context: never, error: never) => log.error({ err: error }, 'OAuth failed'))
  nameTokens(provider)
  return provider
}

type Token = { clientId: string }

/** Gives tokens our form, which secret scanners recognize. */
function nameTokens(provider: Provider): void {
  for (const [model, kind] of [
    [provider.AccessToken, 'oat'],
    [provider.RefreshToken, 'ort'],
  ] as const) {
    const { generateTokenId } = model.prototype
    model.prototype.generateTokenId = function generate() {
      generateTokenId.call(this) // sets the token's format
      return newToken(kind)
    }
  }
}

/** The document that describes an app at the address that is its id. */
async function fetchDocument(outbound: Platform['outbound'], url: string): Promise<Response> {
  const { status, headers, body } = await outbound.request(url, {
    headers: { accept: 'application/json' },
    ...{ maxBytes: limits.MAX_DOCUMENT_BYTES, timeoutMs: limits.DOCUMENT_TIMEOUT_MS, redirects: 0 },
  })
  const document = status === 200 ? JSON.parse(body.toString()) : {}
  const isObject = typeof document === 'object' && document !== null && !Array.isArray(document)
  // Of native apps, so that addresses on the user's computer may have any port.
  const text = JSON.stringify(
    isObject ? { ...publicMetadata(document), client_id: document.client_id } : null,
  )
  const cache = headers['cache-control']
  return new Response(text, { status, headers: cache ? { 'cache-control': cache } : {} })
}

/** The part of an app's description that we use. */
export function publicMetadata(document: Record<string, unknown>): Record<string, unknown> {
  const { client_name, redirect_uris, token_endpoint_auth_method = 'none' } = document
  return {
    ...(typeof client_name === 'string' ? { client_name } : {}),
    ...{ redirect_uris, token_endpoint_auth_method, application_type: 'native' },
    ...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
  }
}
