import { z } from 'zod'
import { memberAccess } from './auth.ts'
import { memberEndpoint } from './endpoint.ts'
import { isoDateTime, uuid } from './text.ts'

/** Roles that a group of the identity provider can give; owners are chosen by hand. */
const GROUP_ROLES = ['ADMIN', 'MEMBER'] as const
const groupRole = z.enum(GROUP_ROLES)
export type GroupRole = z.infer<typeof groupRole>

const MAX_CHANGED_GROUPS = 100

const provisionedGroup = z.object({
  id: z.string(),
  name: z.string(),
  members: z.number().int(),
  /** Null if the group gives no role. */
  role: groupRole.nullable(),
  access: memberAccess.nullable(),
})
export type ProvisionedGroup = z.infer<typeof provisionedGroup>

const settings = z.object({
  /** The address that the identity provider calls. */
  url: z.string(),
  /** Null without a token. The token itself is shown once, when it is created. */
  token: z
    .object({
      createdAt: isoDateTime,
      createdBy: z.string().nullable(),
      lastUsedAt: isoDateTime.nullable(),
    })
    .nullable(),
  /** Access of people whose groups give none. */
  defaultAccess: memberAccess,
  groups: z.array(provisionedGroup),
})
export type ProvisioningSettings = z.infer<typeof settings>

const path = '/api/organizations/{id}/provisioning' as const

export const getProvisioning = memberEndpoint(`GET ${path}`, {
  summary: 'Get automatic provisioning: address, token status, and the roles that groups give',
  role: 'OWNER',
  responses: { 200: settings },
})

const provisioningChanges = z.strictObject({
  defaultAccess: memberAccess.optional(),
  groups: z
    .array(
      z.strictObject({
        id: uuid,
        role: groupRole.nullable(),
        /** Which contacts a MEMBER sees; all if omitted. */
        access: memberAccess.default('all'),
      }),
    )
    .max(MAX_CHANGED_GROUPS)
    .optional(),
})
export type ProvisioningChanges = z.infer<typeof provisioningChanges>

export const changeProvisioning = memberEndpoint(`PATCH ${path}`, {
  summary: 'Change the roles that groups give, or the access of people without such a group',
  role: 'OWNER',
  body: provisioningChanges,
  responses: { 200: settings },
})

export const createProvisioningToken = memberEndpoint(`POST ${path}/token`, {
  summary: 'Create the token of the identity provider; one that exists stops working at once',
  role: 'OWNER',
  responses: { 201: z.object({ token: z.string() }) },
})

export const revokeProvisioningToken = memberEndpoint(`DELETE ${path}/token`, {
  summary: 'Revoke the token of the identity provider',
  role: 'OWNER',
})
