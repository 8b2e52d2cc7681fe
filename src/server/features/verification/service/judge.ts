import { type AddressConfirmation, judgeAddress } from '#domain/identity/address-verification.ts'
import { judgeEmployer } from '#domain/identity/employer-verification.ts'
import { isSameHome } from '#domain/signals/place-match.ts'
import type { Verdict } from '#server/features/contacts/service.ts'
import { nextAttempt } from '../policy.ts'
import type { Subject } from '../store.ts'
import type { Observation } from './observe.ts'

/** The verdict on all that is verified of a contact, and when to look again. */
export function judge(
  subject: Subject,
  { email, phone, zip, geocoder, witness, suggestion, busy, at }: Observation,
): Verdict {
  const address = judgeAddress(subject, { zip, witness: ownershipRecordOf(subject) ?? witness, geocoder, at })
  const isPending = [email, phone, address].some((each) => each?.status === 'pending')
  return {
    email,
    phone,
    suggestion,
    address,
    employer: judgeEmployer(subject.person),
    again: nextAttempt(isPending, busy, subject.attempts),
  }
}

/** Who has the record of a home at the typed address. */
function ownershipRecordOf({ homes, homesFrom, ...typed }: Subject): AddressConfirmation | null {
  if (!homesFrom) return null
  const { address: street, city, state, zipCode } = typed
  const isKnown = homes.some((home) =>
    isSameHome({ street, city, state, zipCode }, { ...home, street: home.address }),
  )
  return isKnown ? { by: homesFrom.provider, at: homesFrom.fetchedAt } : null
}
