import { fold } from '#domain/identity/name.ts'
import type { Query } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { insertOrganization, ownsOrganization } from '../store.ts'

/**
 * Creates an organization for a user, whom the caller's transaction has locked and makes its owner.
 *
 * @returns its id
 * @throws {AppError} conflict if the user owns one with this name, as after a second click
 */
export async function createOrganization(tx: Query, name: string, ownerId: string): Promise<string> {
  if (await ownsOrganization(tx, ownerId, name))
    throw new AppError('conflict', 'An organization with this name and owner exists already')
  const id = newId()
  const slug = slugOf(name)
  await insertOrganization(tx, id, name, [slug, `${slug}-${id.slice(-8)}`])
  return id
}

/** `Müller & Sons, Inc.` → `muller-sons-inc` */
function slugOf(name: string): string {
  const slug = fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  return slug || 'organization'
}
