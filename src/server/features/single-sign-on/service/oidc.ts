import { createHash } from 'node:crypto'
import * as client from 'openid-client'
import { isEmailAddress, normalizeEmail } from '#domain/identity/email.ts'
import { BoundedMap } from '#server/platform/bounded-map.ts'
import { DISCOVERY_MINUTES, MAX_GROUPS } from '../limits.ts'
import { SignInFailure, type VerifiedPerson } from './sign-in-failure.ts'

export type OidcConnection = {
  id: string
  issuer: string
  clientId: string
  clientSecret: string | null
  groupsAttribute: string | null
  domains: readonly string[]
}
/** Requests a document of the provider, within limits. */
export type Fetch = (url: string, init: client.CustomFetchOptions) => Promise<Response>

/** Secrets of one sign-in. They derive from a secret that only the browser has, so that the database holds none. */
export type OidcSecrets = { state: string; nonce: string; codeVerifier: string }

export function oidcSecrets(browser: string, state: string): OidcSecrets {
  const derive = (purpose: string) =>
    createHash('sha256').update(`${purpose} ${browser} ${state}`).digest('base64url')
  return { state, nonce: derive('nonce'), codeVerifier: derive('verifier') }
}

const GOOGLE = 'https://accounts.google.com'
const GROUPS_SCOPE = 'groups'
const MAX_CACHED = 500

type Claims = Readonly<Record<string, unknown>>

/** OpenID Connect with one library; all its requests go through `fetch`. */
export function createOidc(fetch: Fetch, now: () => Date) {
  const cache = new BoundedMap<string, { config: client.Configuration; at: number }>(MAX_CACHED)

  /** Reads the provider's own description. @throws {SignInFailure} unreachable, discovery */
  async function discover(connection: OidcConnection): Promise<client.Configuration> {
    const key = createHash('sha256')
      .update(
        JSON.stringify([connection.id, connection.issuer, connection.clientId, connection.clientSecret]),
      )
      .digest('hex')
    const cached = cache.get(key)
    if (cached && now().getTime() - cached.at < DISCOVERY_MINUTES * 60_000) return cached.config
    const config = await requestConfiguration(connection)
    cache.set(key, { config, at: now().getTime() })
    return config
  }

  async function requestConfiguration(connection: OidcConnection): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = connection
    const isPlain = issuer.startsWith('http:')
    const authentication = clientSecret ? client.ClientSecretPost(clientSecret) : client.None()
    const config = await client
      .discovery(new URL(issuer), clientId, {}, authentication, {
        [client.customFetch]: fetch,
        // Plain http reaches only the networks that the operator allowed; the outbound module checks that.
        execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
      })
      .catch((error: unknown) => {
        throw new SignInFailure(isUnreachable(error) ? 'unreachable' : 'discovery', { cause: error })
      })
    // Providers of many organizations describe themselves with a template, which every one of them matches.
    const metadata = config.serverMetadata()
    if (new URL(metadata.issuer).href !== new URL(issuer).href || issuer.includes('{'))
      throw new SignInFailure('discovery')
    // The browser goes there, so that a script in place of a page would run as ours.
    const page = URL.parse(metadata.authorization_endpoint ?? '')
    if (page?.protocol !== 'https:' && !(isPlain && page?.protocol === 'http:'))
      throw new SignInFailure('discovery')
    return config
  }

  /** Claims of the user, from the provider's own endpoint if the ID token is short. */
  async function claimsOf(
    config: client.Configuration,
    tokens: Awaited<ReturnType<typeof client.authorizationCodeGrant>>,
    groupsAttribute: string,
  ): Promise<Claims> {
    const idToken = tokens.claims()
    if (!idToken) throw new SignInFailure('token')
    const isComplete = 'email' in idToken && groupsAttribute in idToken
    if (isComplete || !config.serverMetadata().userinfo_endpoint) return idToken
    const userInfo = await client.fetchUserInfo(config, tokens.access_token, idToken.sub)
    return { ...userInfo, ...idToken }
  }

  return {
    /** URL of the provider for one sign-in. @throws {SignInFailure} unreachable, discovery */
    async authorizationUrl(
      connection: OidcConnection,
      secrets: OidcSecrets,
      options: { callback: string; email: string | undefined },
    ): Promise<string> {
      const config = await discover(connection)
      const { scopes_supported: scopes } = config.serverMetadata()
      const asksForGroups = Array.isArray(scopes) && scopes.includes(GROUPS_SCOPE)
      const parameters = {
        redirect_uri: options.callback,
        scope: `openid email profile${asksForGroups ? ` ${GROUPS_SCOPE}` : ''}`,
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(secrets.codeVerifier),
        code_challenge_method: 'S256',
        ...(options.email ? { login_hint: options.email } : {}),
      }
      return client.buildAuthorizationUrl(config, parameters).href
    },

    /**
     * Checks a returned sign-in completely: `iss` and state of the response, then signature, issuer, audience, times and
     * nonce of the ID token.
     *
     * @throws {SignInFailure}
     */
    async verify(connection: OidcConnection, secrets: OidcSecrets, returnedTo: URL): Promise<VerifiedPerson> {
      if (returnedTo.searchParams.has('error')) throw new SignInFailure('provider-error')
      const config = await discover(connection)
      const groupsAttribute = connection.groupsAttribute ?? 'groups'
      const claims = await client
        .authorizationCodeGrant(config, returnedTo, {
          expectedState: secrets.state,
          expectedNonce: secrets.nonce,
          pkceCodeVerifier: secrets.codeVerifier,
          idTokenExpected: true,
        })
        .then((tokens) => claimsOf(config, tokens, groupsAttribute))
        .catch((error: unknown) => {
          if (error instanceof SignInFailure) throw error
          throw new SignInFailure(isUnreachable(error) ? 'unreachable' : 'token', { cause: error })
        })
      return personOf(claims, connection, groupsAttribute)
    },
  }
}

/** True if the outbound module refused or could not finish a request, which the library wraps. */
function isUnreachable(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause.name === 'OutboundError' || cause.name === 'TimeoutError') return true
  return false
}

function personOf(claims: Claims, connection: OidcConnection, groupsAttribute: string): VerifiedPerson {
  const textOf = (name: string) => {
    const value = claims[name]
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
  }
  const subject = textOf('sub')
  if (!subject || subject.length > 255) throw new SignInFailure('subject')
  if (claims.email_verified === false || claims.email_verified === 'false')
    throw new SignInFailure('email-unverified')
  // Google signs in everyone with a Google account: only `hd` says that it belongs to the organization's own domain.
  if (connection.issuer.replace(/\/$/, '') === GOOGLE && !connection.domains.includes(textOf('hd') ?? ''))
    throw new SignInFailure('domain')
  const email = normalizeEmail(textOf('email') ?? textOf('preferred_username') ?? '')
  return {
    subject,
    email: isEmailAddress(email) ? email : null,
    firstName: textOf('given_name'),
    lastName: textOf('family_name'),
    groups: groupsIn(claims[groupsAttribute]),
  }
}

function groupsIn(claim: unknown): string[] | null {
  if (claim === undefined) return null
  const values = Array.isArray(claim) ? claim : [claim]
  return values.filter((value) => typeof value === 'string').slice(0, MAX_GROUPS)
}
