import { z } from 'zod'
import { apiEndpoint, SCOPES } from '../endpoint.ts'
import { subscriptionStatus } from '../organizations.ts'
import { named } from './schemas.ts'

const account = named(
  'Account',
  z.object({
    organization: z.object({
      id: z.string(),
      name: z.string(),
      subscriptionStatus,
      credits: z.number().int().describe('Credits left in this period'),
    }),
    member: z.object({
      id: z.string(),
      email: z.string(),
      role: z.enum(['OWNER', 'ADMIN', 'MEMBER']).describe('The lower of the roles of key and member'),
      access: z.enum(['all', 'team', 'own']).describe('Contacts that the member sees'),
    }),
    scopes: z.array(z.enum(SCOPES)).describe('Permissions of the key'),
  }),
)
export type ApiAccount = z.infer<typeof account>

export const getAccount = apiEndpoint('GET /api/v1/account', {
  summary: 'Get the organization and member that the key acts for, with its permissions',
  scope: 'any',
  operationId: 'getAccount',
  responses: { 200: account },
})
