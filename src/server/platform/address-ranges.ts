import { BlockList, isIP } from 'node:net'
import { ConfigError } from './config-error.ts'

/** True for an IP address inside one of a setting's ranges. */
export type HasAddress = (address: string) => boolean

/** @throws {ConfigError} naming the setting, for an entry that is no IP address and no range */
export function addressRanges(setting: string, ranges: readonly string[]): HasAddress {
  const list = new BlockList()
  for (const range of ranges) addRange(list, setting, range)
  return (address) => {
    const withoutZone = address.split('%')[0] ?? ''
    const version = isIP(withoutZone)
    return version !== 0 && list.check(withoutZone, version === 6 ? 'ipv6' : 'ipv4')
  }
}

function addRange(list: BlockList, setting: string, range: string): void {
  const [address = '', bits] = range.split('/')
  const version = isIP(address)
  const maxBits = version === 6 ? 128 : 32
  const size = bits === undefined ? maxBits : Number(bits || Number.NaN)
  if (version === 0 || !Number.isInteger(size) || size < 0 || size > maxBits)
    throw new ConfigError(`${setting}: "${range}" is not an IP address or a range such as 10.0.0.0/8`)
  list.addSubnet(address, size, version === 6 ? 'ipv6' : 'ipv4')
}
