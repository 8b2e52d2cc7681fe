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
 * The days on which a person moved, up to today: moving in if another address is also known, and selling a home in
 * which they lived to someone with another surname.
 */
export function moveDays({ lastName, residence, addresses, homes }: MoveHistory, today: IsoDate): IsoDate[] {
  const places = [residence, ...addresses]
  const isPast = (day: IsoDate | null): day is IsoDate => day !== null && parseDay(day) <= parseDay(today)
  const moveInDays = addresses.flatMap((address) => {
    const isOnlyAddress = places.every((place) => !place.street || isSameHome(place, address))
    return address.street && !isOnlyAddress && isPast(address.moveInDate) ? [address.moveInDate] : []
  })
  const saleDays = homes.flatMap((home) => {
    const hasLivedThere = places.some((place) => isSameHome(place, home))
    const isStillOwned = home.ownerNames.length === 0 || haveSurname(home.ownerNames, lastName)
    if (!hasLivedThere || isStillOwned) return []
    return home.saleHistory.flatMap(({ date, recordedDate, seller }) => {
      const day = date ?? recordedDate
      return seller && haveSurname([seller], lastName) && isPast(day) ? [day] : []
    })
  })
  return [...moveInDays, ...saleDays]
}

function haveSurname(names: readonly string[], lastName: string): boolean {
  return partiesOf(names).some((party) => hasSurname(party, lastName))
}
