declare const brand: unique symbol

/**
 * An organization in whose name something may be done. Tenant queries take nothing else. It is minted by the session
 * gate, from the session's own user, and for work that the system does by itself: jobs, sweeps, payment events, the
 * demo. Never from what a request says, but for the operator's, whose organization is read from the table first.
 */
export type OrganizationId = string & { readonly [brand]: 'organization' }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** @throws {Error} when the value is not a UUID: it is put into a SET statement, which takes no parameters */
export function mintOrganizationId(value: string): OrganizationId {
  if (!UUID.test(value)) throw new Error('Not an organization id')
  return value as OrganizationId
}
