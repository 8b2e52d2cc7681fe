import { z } from 'zod'
import { publicEndpoint, signedInEndpoint } from './endpoint.ts'
import { uuid } from './text.ts'

const userRole = z.enum(['OWNER', 'ADMIN', 'MEMBER'])

/** Contacts that a MEMBER can see: their own, those of their teams, or all. Owners and admins see all. */
export const memberAccess = z.enum(['own', 'team', 'all'])
export type MemberAccess = z.infer<typeof memberAccess>

export const currentUser = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  /** The organization that the session works in, with the role there. */
  organizationId: z.string().nullable(),
  role: userRole,
  access: memberAccess,
  /** Set only if the operator has suspended the organization. */
  isSuspended: z.literal(true).optional(),
})
export type CurrentUser = z.infer<typeof currentUser>

export const getCurrentUser = signedInEndpoint('GET /api/auth/user', {
  summary: 'Get the signed-in user',
  isOpenWhileSuspended: true,
  responses: { 200: currentUser },
})

const listedOrganization = z.object({
  id: z.string(),
  name: z.string(),
  role: userRole,
  /** True for the organization that the session works in. */
  isActive: z.boolean(),
  /** True for the organization that a new session starts in. */
  isHome: z.boolean(),
  isSuspended: z.boolean(),
})
export type ListedOrganization = z.infer<typeof listedOrganization>

export const listOwnOrganizations = signedInEndpoint('GET /api/auth/organizations', {
  summary: 'List the organizations you belong to, by name',
  isOpenWhileSuspended: true,
  responses: { 200: z.array(listedOrganization) },
})

export const switchOrganization = signedInEndpoint('POST /api/auth/organization', {
  summary: 'Switch this session to another organization you belong to',
  isOpenWhileSuspended: true,
  body: z.strictObject({ organizationId: uuid }),
  responses: { 200: currentUser },
})

export const getIsAdmin = signedInEndpoint('GET /api/auth/is-admin', {
  summary: 'Check if the signed-in user operates this instance',
  isOpenWhileSuspended: true,
  responses: {
    200: z.object({
      isAdmin: z.boolean(),
      /** True for an operator who must set up a second factor first. */
      needsSecondFactor: z.literal(true).optional(),
    }),
  },
})

export const requestMagicLink = publicEndpoint('POST /api/auth/request-magic-link', {
  summary: 'Email a one-time sign-in link, valid for 15 minutes',
  rate: 'none', // the feature counts by address and network without revealing known addresses
  body: z.strictObject({ email: z.string().min(1, 'Required').max(320) }),
  responses: { 200: z.object({ ok: z.literal(true) }) },
})

export const verifyMagicLink = publicEndpoint('GET /api/auth/verify-magic-link', {
  summary: 'Use a one-time link: sets the session and redirects',
  rate: 'none',
  query: z.object({ token: z.string().max(200).optional() }),
  responses: { 302: z.undefined() },
})

/** The sign-in that a link would start, for confirmation. */
const linkConfirmation = z.object({
  /** Recipient of the link. */
  email: z.string(),
  /** Another person signed in with this browser, who would be signed out. */
  signedInAs: z.string().nullable(),
})
export type LinkConfirmation = z.infer<typeof linkConfirmation>

const linkToken = z.strictObject({ token: z.string().max(200) })

export const readMagicLink = publicEndpoint('POST /api/auth/read-magic-link', {
  summary: 'Check if a link needs confirmation: another browser requested it, or someone else is signed in',
  rate: 'none', // counted by network
  body: linkToken,
  responses: { 200: z.object({ question: linkConfirmation.nullable() }) },
})

export const confirmMagicLink = publicEndpoint('POST /api/auth/verify-magic-link', {
  summary: 'Use a one-time link after confirmation: sets the session and returns the next page',
  rate: 'none', // counted by network
  body: linkToken,
  responses: { 200: z.object({ location: z.string() }) },
})

export const logout = publicEndpoint('GET /api/logout', {
  summary: 'Sign out and go to the home page',
  rate: 'none',
  responses: { 302: z.undefined() },
})

const MAX_NAME_LENGTH = 100
export const MAX_COMPANY_LENGTH = 200

const name = (label: string, max: number) =>
  z.string(`${label} is required`).trim().min(1, `${label} is required`).max(max, `${label} is too long`)

/** Name of a person, not blank. */
export const personNames = z.strictObject({
  firstName: name('First name', MAX_NAME_LENGTH),
  lastName: name('Last name', MAX_NAME_LENGTH),
})
export type PersonNames = z.infer<typeof personNames>

/** Onboarding, step 1. */
export const profile = personNames.extend({ companyName: name('Company name', MAX_COMPANY_LENGTH) })
export type Profile = z.infer<typeof profile>

export const createOrganization = signedInEndpoint('POST /api/auth/organizations', {
  summary: 'Create another organization, become its OWNER and switch this session to it',
  body: z.strictObject({ companyName: name('Company name', MAX_COMPANY_LENGTH) }),
  responses: { 201: currentUser },
})

export const completeProfile = signedInEndpoint('POST /api/profile/complete', {
  summary: 'Save your name and create the organization, or rename it (OWNER and ADMIN)',
  body: profile,
  responses: { 200: currentUser },
})
