import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Hosts, RequestSite } from './hosts.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The host that the request reached. */
    site: RequestSite
  }
}

/** Answered on every host: load balancers, monitoring and proxies call the process by its address. */
const ROUTES_OF_ANY_HOST = ['/healthz', '/readyz', '/metrics', '/api/domains/allowed']

/**
 * Hook that finds the site of a request by its `Host` header alone; forwarded headers choose nothing. A host that isn't
 * served gets a page without any information.
 */
export function requireKnownHost(hosts: Hosts) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const site = hosts.siteOf(request.headers.host)
    if (!site && !ROUTES_OF_ANY_HOST.includes(request.routeOptions.url ?? '')) return sendNoSite(reply)
    request.site = site ?? hosts.appSite
  }
}

/** A page that says only that there is nothing. */
export function sendNoSite(reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
    .type('text/html; charset=utf-8')
    .send(
      '<!doctype html><html lang="en"><meta charset="utf-8"><title>No site here</title><p>There is no site at this address.</p></html>',
    )
}
