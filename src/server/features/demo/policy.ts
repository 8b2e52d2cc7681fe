import { type ContactDraft, parseContactDraft } from '#domain/identity/contact-draft.ts'
import type { PersonQuery } from '#server/platform/providers/provider.ts'

/** Sample people as contact drafts. */
export function draftsOf(people: readonly PersonQuery[]): ContactDraft[] {
  return people.flatMap((person) => {
    const parsed = parseContactDraft(person)
    return parsed.ok ? [parsed.draft] : []
  })
}
