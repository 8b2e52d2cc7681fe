declare const brand: unique symbol

/**
 * Id of an organization the code may act for; tenant queries accept no other type. The session gate takes it from the
 * session's user, and the system from stored rows for jobs, sweeps, payment events and the demo. It never comes from request
 * input, except an operator's, which is first checked against the table.
 */
export type OrganizationId = string & { readonly [brand]: 'organization' }

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** @throws {Error} if the value is not a UUID, because it goes into a SET statement without parameters */
export function parseOrganizationId(value: string): OrganizationId {
  if (!UUID_PATTERN.test(value)) throw new Error('Not an organization id')
  return value as OrganizationId
}

/** Types the organization ids in rows of a sweep across organizations. */
export function parseOrganizationIds<T extends { organizationId: string }>(rows: readonly T[]) {
  return rows.map((row) => ({ ...row, organizationId: parseOrganizationId(row.organizationId) }))
}
