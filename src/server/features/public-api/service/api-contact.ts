import type { ContactSummary } from '#contract/contacts.ts'
import type { ApiContact, ExternalId } from '#contract/v1/contacts.ts'

/** A contact as the public API shows it: without its signals and scores, which need a permission of their own. */
export function apiContactOf(contact: ContactSummary, externalIds: readonly ExternalId[] = []): ApiContact {
  const { id, firstName, lastName, email, phone, address, city, state, zipCode } = contact
  const { emailVerified, phoneVerified, relationship, leadSource, ownerId, teamId } = contact
  const { doNotContact, optedOutChannels, lastConversationAt, createdAt, updatedAt } = contact
  return {
    ...{ id, firstName, lastName, email, phone, address, city, state, zipCode },
    ...{ emailVerified, phoneVerified, relationship, leadSource, ownerId, teamId },
    tags: contact.tags.map(({ id: tagId, name }) => ({ id: tagId, name })),
    ...{ doNotContact, optedOutChannels, lastConversationAt },
    externalIds: [...externalIds],
    ...{ createdAt, updatedAt },
  }
}
