import type { Resource } from './representation.ts'
import { ScimError } from './scim-error.ts'

/** True if a header with ETags names the version of a resource. */
export function hasVersion(header: string, { meta }: Pick<Resource, 'meta'>): boolean {
  const weak = meta.version.replace(/^W\//, '')
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === weak)
}

/** @throws {ScimError} 412 if the resource has changed since the client read it */
export function requireMatch(ifMatch: string | undefined, resource: Pick<Resource, 'meta'>): void {
  if (ifMatch === undefined || hasVersion(ifMatch, resource)) return
  throw new ScimError(412, 'The resource has changed. Read it again, then repeat the change.')
}
