import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { addressRanges, type HasAddress } from '../address-ranges.ts'

/** Canonical network of an address: the IPv4 address or the IPv6 /64. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  // The URL parser writes an IPv6 address in its one canonical form.
  const canonical = new URL(`http://[${ip.split('%')[0]}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(canonical)
  if (mapped) return ipv4Of(Number.parseInt(mapped[1] ?? '', 16), Number.parseInt(mapped[2] ?? '', 16))
  const [head = '', tail = ''] = canonical.split('::')
  const headGroups = head ? head.split(':') : []
  const tailGroups = canonical.includes('::') && tail ? tail.split(':') : []
  const zeros = canonical.includes('::') ? Array(8 - headGroups.length - tailGroups.length).fill('0') : []
  return `${[...headGroups, ...zeros, ...tailGroups].slice(0, 4).join(':')}::/64`
}

/** An IPv4 address from its two 16-bit halves. */
function ipv4Of(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** True for a peer whose `X-Forwarded-For` is trusted. */
export type TrustsPeer = HasAddress

const NAMED_RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** @throws {ConfigError} for an entry that is no address, range or named range */
export function trustedPeers(entries: readonly string[]): TrustsPeer {
  return addressRanges(
    'TRUST_PROXY',
    entries.flatMap((entry) => NAMED_RANGES[entry] ?? [entry]),
  )
}

/**
 * Network of the client, before Fastify sees the request: from the nearest hop outward, the first address that isn't a
 * trusted proxy.
 */
export function callerNetwork({ socket, headers }: IncomingMessage, trusts: TrustsPeer): string {
  let address = socket.remoteAddress ?? ''
  const hops = String(headers['x-forwarded-for'] ?? '').split(',')
  while (trusts(address)) {
    const next = hops.pop()?.trim()
    if (next === undefined || isIP(next) === 0) break
    address = next
  }
  return networkOf(address)
}

/** Canonical form of a lower-case email address, without the sub-address and the dots that Gmail ignores. */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.replace(/\+[^@]*(?=@)/, '').split('@')
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${local}@${domain}`
  return `${local.replaceAll('.', '')}@gmail.com`
}

const PROXIED = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

const LOOPBACK_HOST_PATTERN = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** True for a name or address of the machine itself; an IPv6 address is in brackets. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_HOST_PATTERN.test(host)
}

/** True if the server is configured for its own machine only; headers alone can't rule out a silent proxy. */
export function isLocalInstance(appUrl: string): boolean {
  return URL.canParse(appUrl) && isLoopbackHost(new URL(appUrl).hostname)
}

/**
 * True for a request sent on this machine to a local server: not through a proxy, and not by a page whose domain was
 * pointed here (DNS rebinding).
 */
export function isFromThisMachine({ raw, headers, hostname }: FastifyRequest, appUrl: string): boolean {
  if (!isLocalInstance(appUrl)) return false
  const address = raw.socket.remoteAddress ?? ''
  const fromLoopback = address === '::1' || /^(::ffff:)?127\./.test(address)
  return fromLoopback && isLoopbackHost(hostname) && !PROXIED.some((name) => headers[name] !== undefined)
}
