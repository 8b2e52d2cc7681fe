import type { Resolver } from 'node:dns/promises'

/** Fake name servers for a few reserved domains, each with its own scenario; no packet is ever sent. */
export type FakeNameServer = Pick<Resolver, 'resolveMx' | 'resolve4' | 'resolve6'> & {
  /** Domains queried for mail servers, in order. */
  readonly queries: string[]
  /** Simulates a missing network: no query gets a response. */
  isUnavailable: boolean
}

const neverSettles = new Promise<never>(() => {})

export function createFakeNameServer(): FakeNameServer {
  const queries: string[] = []
  const server = {
    queries,
    isUnavailable: false,
    async resolveMx(domain: string) {
      queries.push(domain)
      if (server.isUnavailable || domain.startsWith('silent')) return neverSettles
      if (domain.startsWith('gone')) throw failure('ENOTFOUND')
      if (domain.startsWith('broken')) throw failure('ESERVFAIL')
      if (domain.startsWith('host') || domain.startsWith('nothing')) throw failure('ENODATA')
      return [{ exchange: domain.startsWith('null-mx') ? '' : `mx.${domain}`, priority: 10 }]
    },
    async resolve4(domain: string) {
      if (!domain.startsWith('host-only')) throw failure('ENODATA')
      return ['192.0.2.1']
    },
    async resolve6(domain: string) {
      if (!domain.startsWith('host-v6')) throw failure('ENODATA')
      return ['2001:db8::1']
    },
  }
  return server as unknown as FakeNameServer
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code })
}
