import { expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import { verificationsOf } from './verification-texts.ts'

const BARE = {
  email: null,
  emailVerified: 'unverified',
  emailVerificationReason: null,
  emailVerifiedAt: null,
  phone: null,
  phoneVerified: 'unverified',
  phoneVerificationReason: null,
  phoneVerifiedAt: null,
  address: null,
  city: null,
  state: null,
  zipCode: null,
  addressVerified: 'unverified',
  addressVerificationReason: null,
  addressVerifiedAt: null,
  employerVerified: 'unverified',
  employerVerificationReason: null,
  employerVerifiedAt: null,
} as const
const at = '2026-03-04T12:00:00Z'

const linesOf = (contact: object) =>
  verificationsOf(contact as ContactDetail).map(({ of, word, reason }) => `${of}: ${word}. ${reason}`)

test('A27 where there is nothing to verify it says what is missing', () => {
  expect(linesOf(BARE)).toEqual([
    'Email: Not verified. There is no e-mail address',
    'Phone: Not verified. There is no phone number',
    'Address: Not verified. There is no address',
    'Employer: Not verified. A look-up can find the employer',
  ])
})

test('A27 each of the four statuses has its word and its reason', () => {
  expect(
    linesOf({
      ...BARE,
      ...{
        email: 'a@b.co',
        emailVerified: 'failed',
        emailVerificationReason: 'No such domain',
        emailVerifiedAt: at,
      },
      ...{
        phone: '+16305550142',
        phoneVerified: 'pending',
        phoneVerificationReason: 'Busy',
        phoneVerifiedAt: at,
      },
      zipCode: '60614',
      ...{ employerVerified: 'verified', employerVerificationReason: 'Since 2021', employerVerifiedAt: at },
    }),
  ).toEqual([
    'Email: Failed. No such domain',
    'Phone: Pending. Busy',
    'Address: Not verified. Not looked at yet',
    'Employer: Verified. Since 2021',
  ])
})
