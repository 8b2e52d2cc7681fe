import { ADDRESS_FIELDS, type ContactDraft, type ContactField } from './contact-draft.ts'
import { fold } from './name.ts'

/**
 * Fills a contact's empty fields from a file and replaces nothing. Fills an address only as a whole and only without
 * contradictions, so that the street of one home never gets the city of another.
 */
export function completeContact(
  existing: ContactDraft,
  file: ContactDraft,
): { contact: ContactDraft; filledFields: ContactField[] } {
  const isSamePlace = ADDRESS_FIELDS.every(
    (part) => !existing[part] || !file[part] || fold(existing[part]) === fold(file[part]),
  )
  const fields: ContactField[] = ['email', 'phone', ...(isSamePlace ? ADDRESS_FIELDS : [])]
  const filledFields = fields.filter((field) => existing[field] === null && file[field] !== null)
  const addedValues = Object.fromEntries(filledFields.map((field) => [field, file[field]]))
  return { contact: { ...existing, ...addedValues }, filledFields }
}
