import { stateCode } from '../identity/address.ts'
import { parseAddressCell } from '../identity/address-cell.ts'
import type { AlternateAddress, PointKind } from '../identity/contact-details.ts'
import { joinStreet } from '../identity/join-street.ts'
import { fold } from '../identity/name.ts'
import type { AddressParts } from './contact-parts.ts'

export type AssembledAddress = Omit<AlternateAddress, 'kind'> & {
  kind: PointKind | null
  country: string | null
}

/** Home first, work last. */
const KIND_RANK: Readonly<Record<PointKind, number>> = { home: 0, property: 1, mailing: 1, other: 2, work: 3 }
/** Rank of addresses of unknown kind; after a home address, because they may be the office. */
const UNKNOWN_RANK = 0.25

const UNITED_STATES_PATTERN =
  /^(?:us|usa|u\.?s\.?a?\.?|united states(?: of america)?|estados unidos|ee\.? ?uu\.?|e\.u\.a\.|[eé]tats-unis(?: d['’]am[eé]rique)?|vereinigte staaten(?: von amerika)?)$/i

/** Unique addresses of a record: the best first, the others in file order. */
export function assembleAddresses(all: readonly AddressParts[]): AssembledAddress[] {
  const candidates = all
    .map((parts) => ({ ...readAddress(parts), isPreferred: parts.isPreferred }))
    .filter((address) => address.address || address.city || address.state || address.zipCode)
  const [bestAddress] = candidates.toSorted((a, b) => rankOf(a) - rankOf(b))
  const seenKeys = new Set<string>()
  return candidates
    .toSorted((a, b) => Number(b === bestAddress) - Number(a === bestAddress))
    .map(({ isPreferred: _, ...address }) => address)
    .filter(({ address, city, state, zipCode }) => {
      const key = fold([address, city, state, zipCode].join('|')).replace(/[.,]/g, '')
      return !seenKeys.has(key) && seenKeys.add(key)
    })
}

function rankOf({ kind, address, isPreferred }: AssembledAddress & { isPreferred?: boolean }): number {
  const rank = kind ? KIND_RANK[kind] : isPreferred ? 0 : UNKNOWN_RANK
  return rank + (address || isPreferred ? 0 : 0.5)
}

function readAddress(parts: AddressParts): AssembledAddress {
  const { kind, street = '', street2 = '', zipCode = '', whole = '' } = parts
  const { city, state } = cleanCityAndState(parts)
  const country =
    parts.country && !UNITED_STATES_PATTERN.test(parts.country.trim()) ? parts.country.trim() : null
  const line = street2 === '' && !/[\r\n\u2028\u2029]/.test(street) ? street : joinStreet(street, street2)
  const fields = { address: line, city, state, zipCode }
  if (line !== '' && city !== '') return { kind, ...nullIfEmpty(fillFromCity(fields)), country }
  // A street line may include its city, or one cell may have the full address.
  const cell = parseAddressCell(whole || line)
  const isFullAddress = whole !== '' || (cell.city !== '' && (cell.state !== '' || cell.zipCode !== ''))
  if (line === '' && whole === '') return { kind, ...nullIfEmpty(fillFromCity(fields)), country }
  if (!isFullAddress) return { kind, ...nullIfEmpty(fields), country }
  const merged = {
    address: whole !== '' && line !== '' ? line : cell.address,
    city: city || cell.city,
    state: state || cell.state,
    zipCode: zipCode || cell.zipCode,
  }
  return { kind, ...nullIfEmpty(merged), country }
}

/** Removes additions: "City of Waukesha", "US-NY", "Washington (US)". */
function cleanCityAndState({ city = '', state = '' }: AddressParts): { city: string; state: string } {
  return {
    city: city.replace(/^(?:city|town|village) of (?=\p{L})/iu, ''),
    state: state.replace(/^US-(?=[A-Z]{2}$)| ?\(USA?\)$/i, ''),
  }
}

type AddressFields = { address: string; city: string; state: string; zipCode: string }

/** Splits a city column such as "Lisle, IL 60532". */
function fillFromCity(fields: AddressFields): AddressFields {
  const [, townName, stateAbbreviation = ''] = /^(\p{L}[^,\d]*) ([A-Z]{2})$/u.exec(fields.city) ?? []
  // County rolls write "BURBANK CA".
  if (townName && fields.state === '' && stateCode(stateAbbreviation))
    return { ...fields, city: townName, state: stateAbbreviation }
  if ((fields.state !== '' && fields.zipCode !== '') || !/[,\d]/.test(fields.city)) return fields
  const cell = parseAddressCell(fields.city)
  if (cell.address !== '' || cell.city === '') return fields
  return {
    ...fields,
    city: cell.city,
    state: fields.state || cell.state,
    zipCode: fields.zipCode || cell.zipCode,
  }
}

function nullIfEmpty({ address, city, state, zipCode }: AddressFields): Omit<AlternateAddress, 'kind'> {
  return {
    address: address.replace(/[\s,]{1,100}$/, '') || null,
    city: city || null,
    state: state || null,
    zipCode: zipCode || null,
  }
}
