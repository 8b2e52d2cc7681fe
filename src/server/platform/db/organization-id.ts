declare const brand: unique symbol

/**
 * An organization that the caller was proven to belong to. Tenant queries take nothing else, and it is minted in two
 * places only: the session gate (from the session's own user) and work done for the system itself.
 */
export type OrganizationId = string & { readonly [brand]: 'organization' }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** @throws {Error} when the value is not a UUID: it is put into a SET statement, which takes no parameters */
export function mintOrganizationId(value: string): OrganizationId {
  if (!UUID.test(value)) throw new Error('Not an organization id')
  return value as OrganizationId
}
