import { type OrganizationId, parseOrganizationId } from '#server/platform/db/organization-id.ts'

/** A member of an organization, as the provider names them: each connection belongs to one organization. */
export function accountIdOf({ organizationId, userId }: { organizationId: string; userId: string }): string {
  return `${organizationId}.${userId}`
}

export function parseAccountId(id: string): { organizationId: OrganizationId; userId: string } {
  const [organizationId = '', userId = ''] = id.split('.')
  return { organizationId: parseOrganizationId(organizationId), userId }
}
