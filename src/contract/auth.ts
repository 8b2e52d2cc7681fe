import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const userRole = z.enum(['OWNER', 'ADMIN', 'MEMBER'])

export const currentUser = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  organizationId: z.string().nullable(),
  role: userRole,
  /** Set only if the operator has suspended the organization. */
  isSuspended: z.literal(true).optional(),
})
export type CurrentUser = z.infer<typeof currentUser>

export const getCurrentUser = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  summary: 'Get the signed-in user',
  access: 'signed-in',
  whileSuspended: true,
  rate: 'read',
  answers: { 200: currentUser },
})

export const getIsAdmin = endpoint({
  method: 'GET',
  path: '/api/auth/is-admin',
  summary: 'Check if the signed-in user operates this instance',
  access: 'signed-in',
  whileSuspended: true,
  rate: 'read',
  answers: {
    200: z.object({
      isAdmin: z.boolean(),
      /** True for an operator who must set up a second factor first. */
      needsSecondFactor: z.literal(true).optional(),
    }),
  },
})

export const requestMagicLink = endpoint({
  method: 'POST',
  path: '/api/auth/request-magic-link',
  summary: 'Email a one-time sign-in link, valid for 15 minutes',
  access: 'public',
  rate: 'none', // the feature counts by address and network without revealing known addresses
  body: z.strictObject({ email: z.string().min(1, 'Required').max(320) }),
  answers: { 200: z.object({ ok: z.literal(true) }) },
})

export const verifyMagicLink = endpoint({
  method: 'GET',
  path: '/api/auth/verify-magic-link',
  summary: 'Use a one-time link: sets the session and redirects',
  access: 'public',
  rate: 'none',
  query: z.object({ token: z.string().max(200).optional() }),
  answers: { 302: z.undefined() },
})

/** The sign-in that a link would make, for confirmation. */
const linkConfirmation = z.object({
  /** Recipient of the link. */
  email: z.string(),
  /** Another person signed in with this browser, who would be signed out. */
  signedInAs: z.string().nullable(),
})
export type LinkConfirmation = z.infer<typeof linkConfirmation>

const linkToken = z.strictObject({ token: z.string().max(200) })

export const readMagicLink = endpoint({
  method: 'POST',
  path: '/api/auth/look-up-magic-link',
  summary: 'Check if a link needs confirmation: another browser requested it, or someone else is signed in',
  access: 'public',
  rate: 'none', // counted by network
  body: linkToken,
  answers: { 200: z.object({ question: linkConfirmation.nullable() }) },
})

export const confirmMagicLink = endpoint({
  method: 'POST',
  path: '/api/auth/verify-magic-link',
  summary: 'Use a one-time link after confirmation: sets the session and returns the next page',
  access: 'public',
  rate: 'none', // counted by network
  body: linkToken,
  answers: { 200: z.object({ location: z.string() }) },
})

export const logout = endpoint({
  method: 'GET',
  path: '/api/logout',
  summary: 'Sign out and go to the home page',
  access: 'public',
  rate: 'none',
  answers: { 302: z.undefined() },
})

const NAME_MAX = 100
const COMPANY_MAX = 200

/** Name of a person, not blank. */
export const personNames = z.strictObject({
  firstName: z
    .string('First name is required')
    .trim()
    .min(1, 'First name is required')
    .max(NAME_MAX, 'First name is too long'),
  lastName: z
    .string('Last name is required')
    .trim()
    .min(1, 'Last name is required')
    .max(NAME_MAX, 'Last name is too long'),
})
export type PersonNames = z.infer<typeof personNames>

/** Onboarding, step 1. */
export const profile = z.strictObject({
  ...personNames.shape,
  companyName: z
    .string('Company name is required')
    .trim()
    .min(1, 'Company name is required')
    .max(COMPANY_MAX, 'Company name is too long'),
})
export type Profile = z.infer<typeof profile>

export const completeProfile = endpoint({
  method: 'POST',
  path: '/api/profile/complete',
  summary: 'Save your name and create the organization, or rename it (OWNER and ADMIN)',
  access: 'signed-in',
  rate: 'write',
  body: profile,
  answers: { 200: currentUser },
})
