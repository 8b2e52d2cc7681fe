import { fold } from '../identity/name.ts'
import { parseFullName } from '../identity/person-name.ts'
import type { ContactParts } from './contact-parts.ts'
import { parseFileDate } from './file-date.ts'

const SPOUSE_LABEL_PATTERN =
  /^(?:domestic )?(?:spouse|partner|wife|husband|fiancee?|girlfriend|boyfriend|ehe(?:partner(?:in)?|frau|mann)|lebenspartner(?:in)?|conyuge|espos[oa]|pareja|conjoint(?:e)?|epou(?:x|se)|mari|femme|conjuge|marido)$/

/** Labels without information. */
const UNINFORMATIVE_LABEL_PATTERN = /^(?:|other|custom|sonstige|otro|autre|outro)$/

/** Name of a spouse or partner; null for other relations ("Child", "Manager"). */
export function partnerOfRelation(label: string, value: string): ContactParts['partner'] {
  if (!SPOUSE_LABEL_PATTERN.test(fold(label))) return null
  const { firstName, lastName } = parseFullName(value)
  return firstName === '' ? null : { firstName, lastName }
}

/** A labeled relation, date or field as a line of the notes. */
export function labeledNote(label: string, value: string): string {
  const name = UNINFORMATIVE_LABEL_PATTERN.test(fold(label))
    ? 'Other'
    : label.charAt(0).toUpperCase() + label.slice(1)
  return `${name}: ${parseFileDate(value, false) ?? value}`
}
