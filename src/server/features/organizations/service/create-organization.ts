import { fold } from '#domain/identity/name.ts'
import type { Query } from '#server/platform/db/database.ts'
import { newId } from '#server/platform/ids.ts'
import { insertOrganization } from '../store.ts'

/** Creates an organization. Part of the caller's transaction, which also adds the owner. @returns its id */
export async function createOrganization(tx: Query, name: string): Promise<string> {
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
