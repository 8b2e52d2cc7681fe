import { expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import { verificationsOf } from './verification-texts.ts'

const BARE_CONTACT = {
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
  verificationsOf(contact as ContactDetail).map(
    ({ label, statusText, reason }) => `${label}: ${statusText}. ${reason}`,
  )

test('A27 says what is missing when there is nothing to verify', () => {
  expect(linesOf(BARE_CONTACT)).toEqual([
    'Email: Not verified. No email address',
    'Phone: Not verified. No phone number',
    'Address: Not verified. No address',
    'Employer: Not verified. Enrich to find the employer',
  ])
})

test('A27 shows label and reason of each status', () => {
  expect(
    linesOf({
      ...BARE_CONTACT,
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
    'Address: Not verified. Not checked yet',
    'Employer: Verified. Since 2021',
  ])
})
