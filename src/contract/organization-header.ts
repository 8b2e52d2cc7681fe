/**
 * Header in which pages name the organization that they show; streams and downloads name it as `organizationId` in the
 * query. Stands alone, because every page loads it.
 */
export const ORGANIZATION_HEADER = 'x-organization-id'
