import type { Category } from './categories.ts'

/** Newest record behind a signal. */
export type RecordFacts = {
  /** Document type in the registry's words. */
  documentType: string | null
  /** Description from the rule. */
  description: string | null
}

const MAX_LABEL_LENGTH = 60

/** Categories whose signals come from work and education profiles and reveal nothing sensitive. */
const CATEGORIES_LABELED_ON_LISTS: ReadonlySet<Category | null> = new Set(['diplomas', 'destinations'])

/** Label of a record on lists, which bystanders may see. The kind of record appears after the contact is opened. */
export function listedRecordLabel(category: Category | null, record: RecordFacts): string | null {
  return CATEGORIES_LABELED_ON_LISTS.has(category) ? recordLabel(record) : 'Public record'
}

/** Short label of a record: `Probate petition`, `Notice of default`; null if nothing is known. */
export function recordLabel({ documentType, description }: RecordFacts): string | null {
  const typeText = documentType?.slice(0, MAX_LABEL_LENGTH).trim().replace(/\s+/g, ' ') ?? ''
  const subject = /^petition for ([^ ]+)/i.exec(typeText)?.[1]
  const label = subject ? `${subject} petition` : typeText
  return label ? sentenceCase(label) : description
}

/** Normalizes the capitals of registries; keeps single all-caps words such as LLC. */
function sentenceCase(label: string): string {
  const isAllCaps = label === label.toUpperCase()
  const lowerCase = label
    .split(' ')
    .map((word) => (!isAllCaps && word.length > 1 && word === word.toUpperCase() ? word : word.toLowerCase()))
    .join(' ')
  return lowerCase.charAt(0).toUpperCase() + lowerCase.slice(1)
}
