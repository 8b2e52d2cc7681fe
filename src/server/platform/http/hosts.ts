import type { OrganizationId } from '../db/organization-id.ts'
import { isLocalInstance, isLoopbackHost } from './callers.ts'

/** The host that a request reached. */
export type RequestSite = {
  /** Origin of its links and cookies: `APP_URL`, or that of a proven domain as stored; never from a header. */
  origin: string
  /** The organization whose domain it is; null for `APP_URL`. */
  organizationId: OrganizationId | null
}

/** The hosts that this process serves. Reads are answered from memory. */
export type Hosts = {
  /** The site of `APP_URL`. */
  appSite: RequestSite
  /** The site of a `Host` header; null for a host that isn't served. */
  siteOf(hostHeader: string | undefined): RequestSite | null
  /** Origin of a domain, with the scheme and port of `APP_URL`. */
  originOf(domain: string): string
  /** Replaces the domains of organizations. */
  replace(domains: readonly { domain: string; organizationId: OrganizationId }[]): void
}

const HOST_PATTERN = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/

export function createHosts(appUrl: string): Hosts {
  const appHost = new URL(appUrl).hostname
  const isLocal = isLocalInstance(appUrl)
  const appSite: RequestSite = { origin: appUrl, organizationId: null }
  let sites = new Map<string, RequestSite>()

  const originOf = (domain: string): string => {
    const url = new URL(appUrl)
    url.hostname = domain
    return url.origin
  }

  return {
    appSite,
    originOf,
    siteOf(hostHeader) {
      const host = HOST_PATTERN.exec(hostHeader?.toLowerCase() ?? '')?.[1]?.replace(/\.$/, '')
      if (host === undefined) return null
      if (host === appHost || (isLocal && isLoopbackHost(host))) return appSite
      return sites.get(host) ?? null
    },
    replace(domains) {
      sites = new Map(
        domains.map(({ domain, organizationId }) => [domain, { origin: originOf(domain), organizationId }]),
      )
    },
  }
}
