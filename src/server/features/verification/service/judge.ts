import { type AddressConfirmation, judgeAddress } from '#domain/identity/address-verification.ts'
import { judgeEmployer } from '#domain/identity/employer-verification.ts'
import { isSameHome } from '#domain/signals/place-match.ts'
import type { Verdict } from '#server/features/contacts/service.ts'
import { nextAttempt } from '../policy.ts'
import type { Subject } from '../store.ts'
import type { Observation } from './observe.ts'

/** Verdict on all verified fields of a contact, and the next attempt. */
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

/** Provider of the property record at the contact's address. */
function ownershipRecordOf({ homes, homesFrom, ...typed }: Subject): AddressConfirmation | null {
  if (!homesFrom) return null
  const { address: street, city, state, zipCode } = typed
  const isKnown = homes.some((home) =>
    isSameHome({ street, city, state, zipCode }, { ...home, street: home.address }),
  )
  return isKnown ? { by: homesFrom.provider, at: homesFrom.fetchedAt } : null
}
