import type { ContactsService } from '#server/features/contacts/service.ts'
import type { Platform } from '#server/platform/platform.ts'
import { apiContacts } from './service/contacts.ts'

type Features = { contacts: ContactsService }

/** The public API: what programs of other people read and change, in shapes that stay the same within a version. */
export function publicApiService(platform: Pick<Platform, 'db'>, { contacts }: Features) {
  return { contacts: apiContacts(platform, { contacts }) }
}
export type PublicApiService = ReturnType<typeof publicApiService>
