import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects changes requested by another site's page. Browsers name the origin of a request; other programs send neither
 * header, and never send a user's cookies by accident.
 */
export function checkSameSite(request: FastifyRequest, appOrigin: string): void {
  if (SAFE.has(request.method) || request.routeOptions.config.endpoint?.acceptsCrossSite) return
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') throw crossSite()
    return
  }
  const { origin } = request.headers
  if (origin !== undefined && origin !== appOrigin && !isOwnHost(origin, request.headers.host))
    throw crossSite()
}

function isOwnHost(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host
}

function crossSite(): AppError {
  return new AppError('forbidden', 'This request came from another site')
}
