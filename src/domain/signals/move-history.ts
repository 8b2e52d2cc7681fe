import type { IsoDate, KnownAddress } from '../enrichment/person-record.ts'
import type { Sale } from '../enrichment/property-record.ts'
import { parseDay } from '../score/day.ts'
import { hasSurname, partiesOf } from './name-match.ts'
import { isSameHome, type PostalPlace } from './place-match.ts'

/** A home with its sales and the names on its newest title. */
export type SoldHome = PostalPlace & { saleHistory: readonly Sale[]; ownerNames: readonly string[] }

export type MoveHistory = {
  lastName: string
  /** The address on file. */
  residence: PostalPlace
  addresses: readonly KnownAddress[]
  homes: readonly SoldHome[]
}

/**
 * The days on which a person moved, up to today: moving in where another address is known too, and selling a home in
 * which they lived to someone with another surname.
 */
export function moveDays({ lastName, residence, addresses, homes }: MoveHistory, today: IsoDate): IsoDate[] {
  const places = [residence, ...addresses]
  const isPast = (day: IsoDate | null): day is IsoDate => day !== null && parseDay(day) <= parseDay(today)
  const movedIn = addresses.flatMap((address) => {
    const isOnlyOne = places.every((place) => !place.street || isSameHome(place, address))
    return address.street && !isOnlyOne && isPast(address.moveInDate) ? [address.moveInDate] : []
  })
  const sold = homes.flatMap((home) => {
    const livedThere = places.some((place) => isSameHome(place, home))
    const isTheirs = home.ownerNames.length === 0 || haveSurname(home.ownerNames, lastName)
    if (!livedThere || isTheirs) return []
    return home.saleHistory.flatMap(({ date, recordedDate, seller }) => {
      const day = date ?? recordedDate
      return seller && haveSurname([seller], lastName) && isPast(day) ? [day] : []
    })
  })
  return [...movedIn, ...sold]
}

function haveSurname(names: readonly string[], lastName: string): boolean {
  return partiesOf(names).some((party) => hasSurname(party, lastName))
}
