import { type AddressWitness, addressVerification } from '#domain/identity/address-verification.ts'
import { employerVerification } from '#domain/identity/employer-verification.ts'
import { sameHome } from '#domain/signals/place-match.ts'
import type { Verdict } from '#server/features/contacts/service.ts'
import { nextTry } from '../policy.ts'
import type { Subject } from '../store.ts'
import type { Observation } from './observe.ts'

/** The verdict on all that is verified of a contact, and when to look again. */
export function judge(
  subject: Subject,
  { email, phone, zip, geocoder, witness, suggestion, busy, at }: Observation,
): Verdict {
  const address = addressVerification(subject, { zip, witness: recordOf(subject) ?? witness, geocoder, at })
  const isPending = [email, phone, address].some((each) => each?.status === 'pending')
  return {
    email,
    phone,
    suggestion,
    address,
    employer: employerVerification(subject.person),
    again: nextTry(isPending, busy, subject.attempts),
  }
}

/** Who has the record of a home at the typed address. */
function recordOf({ homes, homesFrom, ...typed }: Subject): AddressWitness | null {
  if (!homesFrom) return null
  const { address: street, city, state, zipCode } = typed
  const isKnown = homes.some((home) =>
    sameHome({ street, city, state, zipCode }, { ...home, street: home.address }),
  )
  return isKnown ? { by: homesFrom.provider, at: homesFrom.fetchedAt } : null
}
