import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses changes that another site's page asks the browser for. Browsers tell where a request comes from; programs
 * that are not browsers send neither header and carry no one's cookies by accident.
 */
export function checkSameSite(request: FastifyRequest, appOrigin: string): void {
  if (SAFE.has(request.method)) return
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
