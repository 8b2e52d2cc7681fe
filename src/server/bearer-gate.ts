import type { FastifyRequest } from 'fastify'
import type { ApiKeysService } from './features/api-keys/service.ts'
import type { OauthService } from './features/oauth/service.ts'
import type { RequestSite } from './platform/http/hosts.ts'
import type { CachedSession, Gate, MemberSession } from './platform/http/session.ts'

const BEARER_PATTERN = /^Bearer +(\S+)$/i
const BEARER_START = /^Bearer/i
const ACCESS_TOKEN = 'nf_oat_'

type BearerUse = { ip: string; site: RequestSite }

/** Reads the caller behind a bearer token. */
export type Bearers = {
  /** @throws {AppError} unauthenticated */
  sessionOf(token: string, use: BearerUse): Promise<MemberSession>
  cachedSession(token: string, use: BearerUse): CachedSession | null
}

/** The bearer token of a request, empty if it is malformed; null if none is sent. */
export function bearerOf({ headers: { authorization = '' } }: FastifyRequest): string | null {
  if (!BEARER_START.test(authorization)) return null
  return BEARER_PATTERN.exec(authorization)?.[1] ?? ''
}

/** API keys, and the access tokens of connected apps that are for a resource. */
export function createBearers(
  services: {
    apiKeys: Pick<ApiKeysService, 'sessionOf' | 'cachedSession'>
    oauth: Pick<OauthService, 'sessionOf'>
  },
  resource: string,
): Bearers {
  const { apiKeys, oauth } = services
  return {
    sessionOf: (token, use) =>
      token.startsWith(ACCESS_TOKEN)
        ? oauth.sessionOf(token, resource, use.site)
        : apiKeys.sessionOf(token, use),
    cachedSession: (token, use) =>
      token.startsWith(ACCESS_TOKEN) ? null : apiKeys.cachedSession(token, use),
  }
}

/** Reads the caller from a bearer token if one is sent. A wrong one never falls back to the session cookie. */
export function createBearerGate(gate: Gate, bearers: Bearers): Gate {
  return {
    async read(request) {
      const token = bearerOf(request)
      return token === null ? gate.read(request) : bearers.sessionOf(token, request)
    },
    findCached(request) {
      const token = bearerOf(request)
      return token === null ? gate.findCached(request) : bearers.cachedSession(token, request)
    },
  }
}
