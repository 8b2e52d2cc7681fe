import { parseAddressCell } from '#domain/identity/address-cell.ts'
import { isGeocodable, judgeAddress, zipOf } from '#domain/identity/address-verification.ts'
import { MAX_CONTACT_FIELD_LENGTH } from '#domain/identity/contact-draft.ts'
import { joinStreet } from '#domain/identity/join-street.ts'
import { parseStreetLine } from '#domain/identity/street-line.ts'
import { homeKey, isSameHome } from '#domain/signals/place-match.ts'
import type { BudgetCase } from '../budget-case.ts'
import { hostileTexts } from '../hostile-texts.ts'

const ordinaryText = '1428 N Orchard St Apt 3'
const texts = hostileTexts(MAX_CONTACT_FIELD_LENGTH.address)

function judgeAsAddress(address: string) {
  const input = { address, city: null, state: null, zipCode: null }
  zipOf(input)
  isGeocodable(input)
  return judgeAddress(input, { zip: undefined, confirmation: null, geocoder: 'not_asked', at: '2026-01-01' })
}

function compareHomes(street: string) {
  const home = { street, city: street, state: street, zipCode: street }
  return isSameHome(home, { ...home, street: `${street} ` }) || homeKey(home)
}

export const cases: BudgetCase[] = [
  { name: 'parseStreetLine', read: parseStreetLine, ordinaryText, texts },
  { name: 'parseAddressCell', read: parseAddressCell, ordinaryText, texts: hostileTexts(1000) },
  {
    name: 'joinStreet',
    read: (text) => joinStreet(text, text, text),
    ordinaryText,
    texts: hostileTexts(1000),
  },
  { name: 'address verification', read: judgeAsAddress, ordinaryText, texts },
  { name: 'sameHome', read: compareHomes, ordinaryText, texts },
]
