import { isIP } from 'node:net'
import { addressRanges } from '../address-ranges.ts'

/** `public` needs https, `private` is a network that the operator allowed, `refused` gets no connection. */
export type AddressKind = 'public' | 'private' | 'refused'
export type AddressPolicy = (address: string) => AddressKind

/** Networks that are not the public internet, by the IANA registries of special-purpose addresses. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** Everything routed on the public internet is in 2000::/3; the rest, such as mapped and NAT64 forms, is refused. */
const GLOBAL_IPV6 = ['2000::/3']
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']
/** Link-local addresses, with the metadata services of clouds. `OUTBOUND_ALLOW` can't open them or the forms below. */
const LINK_LOCAL_IPV4 = ['169.254.0.0/16']
/** IPv6 link-local and metadata addresses, and forms that carry an IPv4 address. */
const NEVER_ALLOWED_IPV6 = [
  'fe80::/10',
  'fd00:ec2::/32',
  '::/96',
  '::ffff:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2002::/16',
]
/** Inside `::/96`, but carries no IPv4 address. */
const IPV6_LOOPBACK = '::1'

const isSpecialIpv4 = addressRanges('IPv4', SPECIAL_IPV4)
const isLinkLocalIpv4 = addressRanges('IPv4', LINK_LOCAL_IPV4)
const isGlobalIpv6 = addressRanges('IPv6', GLOBAL_IPV6)
const isSpecialIpv6 = addressRanges('IPv6', SPECIAL_IPV6)
const isNeverAllowedIpv6 = addressRanges('IPv6', NEVER_ALLOWED_IPV6)

/** @throws {ConfigError} for an entry of `OUTBOUND_ALLOW` that is no address or range */
export function createAddressPolicy(allowed: readonly string[]): AddressPolicy {
  const isAllowed = addressRanges('OUTBOUND_ALLOW', allowed)
  return (address) => {
    const version = isIP(address)
    if (version === 0 || isNeverAllowed(address, version)) return 'refused'
    if (isAllowed(address)) return 'private'
    const isPublic =
      version === 4 ? !isSpecialIpv4(address) : isGlobalIpv6(address) && !isSpecialIpv6(address)
    return isPublic ? 'public' : 'refused'
  }
}

/** Lists of IPv6 ranges match IPv4 addresses by their mapped form, so each version has its own. */
function isNeverAllowed(address: string, version: number): boolean {
  if (version === 4) return isLinkLocalIpv4(address)
  return isNeverAllowedIpv6(address) && new URL(`http://[${address}]`).hostname !== `[${IPV6_LOOPBACK}]`
}
