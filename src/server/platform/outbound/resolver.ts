import { promises as dns, type MxRecord } from 'node:dns'
import { ConfigError } from '../config-error.ts'

/** Answers of the name servers: an empty list if there is no such record, null if no server answered. */
export type Resolver = {
  /** IPv4 and IPv6 addresses of a host. */
  resolveAddresses(name: string): Promise<string[] | null>
  /** Texts of a name, each joined from its parts. */
  resolveTxt(name: string): Promise<string[] | null>
  resolveMx(name: string): Promise<MxRecord[] | null>
  resolveCname(name: string): Promise<string[] | null>
}

const TIMEOUT_MS = 3000
/** Answers about the name itself; every other error says nothing about its records. */
const NO_RECORD = ['ENODATA', 'ENOTFOUND', 'EBADNAME', 'ENONAME']

/**
 * Name servers of `DNS_SERVERS`, or those of this machine if the list is empty.
 *
 * @throws {ConfigError} for a server that is no IP address, with or without a port
 */
export function createNameServer(
  servers: readonly string[],
  { timeoutMs, tries } = { timeoutMs: TIMEOUT_MS, tries: 1 },
): dns.Resolver {
  const nameServer = new dns.Resolver({ timeout: timeoutMs, tries })
  try {
    if (servers.length > 0) nameServer.setServers(servers)
  } catch {
    throw new ConfigError('DNS_SERVERS: use IP addresses, such as 9.9.9.9 or 127.0.0.1:5353')
  }
  return nameServer
}

/**
 * Asks the name servers for every query, without a cache, and waits at most `timeoutMs` for all its tries together.
 *
 * @throws {ConfigError} for an invalid server
 */
export function createResolver(servers: readonly string[], timeoutMs = TIMEOUT_MS): Resolver {
  createNameServer(servers) // so that an invalid one stops the start
  async function query<T>(ask: (nameServer: dns.Resolver) => Promise<T[]>): Promise<T[] | null> {
    // A resolver of its own, so that canceling it ends no other query.
    const nameServer = createNameServer(servers, { timeoutMs: Math.ceil(timeoutMs / 2), tries: 2 })
    const timer = setTimeout(() => nameServer.cancel(), timeoutMs)
    try {
      return await ask(nameServer)
    } catch (error) {
      return NO_RECORD.includes(String((error as { code?: unknown }).code)) ? [] : null
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async resolveAddresses(name) {
      const [ipv4, ipv6] = await Promise.all([
        query((nameServer) => nameServer.resolve4(name)),
        query((nameServer) => nameServer.resolve6(name)),
      ])
      return ipv4 === null && ipv6 === null ? null : [...(ipv4 ?? []), ...(ipv6 ?? [])]
    },
    async resolveTxt(name) {
      const texts = await query((nameServer) => nameServer.resolveTxt(name))
      return texts?.map((parts) => parts.join('')) ?? null
    },
    resolveMx: (name) => query((nameServer) => nameServer.resolveMx(name)),
    resolveCname: (name) => query((nameServer) => nameServer.resolveCname(name)),
  }
}
