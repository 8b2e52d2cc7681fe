import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** What a network is counted by: an IPv4 address or an IPv6 /64, however it is spelled. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  // The URL parser writes an IPv6 address in its one canonical form.
  const canonical = new URL(`http://[${ip.split('%')[0]}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(canonical)
  if (mapped) return ipv4Of(Number.parseInt(mapped[1] ?? '', 16), Number.parseInt(mapped[2] ?? '', 16))
  const [head = '', tail = ''] = canonical.split('::')
  const left = head ? head.split(':') : []
  const right = canonical.includes('::') && tail ? tail.split(':') : []
  const zeros = canonical.includes('::') ? Array(8 - left.length - right.length).fill('0') : []
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}

/** An IPv4 address from its two 16-bit halves. */
function ipv4Of(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** The spelling that an address in lower case is counted by: without its sub-address, and without the dots Gmail ignores. */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.replace(/\+[^@]*(?=@)/, '').split('@')
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${local}@${domain}`
  return `${local.replaceAll('.', '')}@gmail.com`
}

const PROXIED = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

/**
 * Whether somebody at this machine asks: not through a proxy, and not a web page whose own name was made to point here.
 */
export function isFromThisMachine({ raw, headers, hostname }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress ?? ''
  const fromLoopback = address === '::1' || /^(::ffff:)?127\./.test(address)
  const toLoopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  return fromLoopback && toLoopback && !PROXIED.some((name) => headers[name] !== undefined)
}
