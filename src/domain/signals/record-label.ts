/** Newest record behind a signal. */
export type RecordFacts = {
  /** Document type in the registry's words. */
  documentType: string | null
  /** Description from the rule. */
  description: string | null
}

const LABEL_MAX = 60

/** Short label of a record for lists: `Probate petition`, `Notice of default`; null if nothing is known. */
export function recordLabel({ documentType, description }: RecordFacts): string | null {
  const wording = documentType?.slice(0, LABEL_MAX).trim().replace(/\s+/g, ' ') ?? ''
  const subject = /^petition for ([^ ]+)/i.exec(wording)?.[1]
  const label = subject ? `${subject} petition` : wording
  return label ? sentenceCase(label) : description
}

/** Normalizes the capitals of registries; short all-caps words such as LLC stay. */
function sentenceCase(label: string): string {
  const isAllCaps = label === label.toUpperCase()
  const lower = label
    .split(' ')
    .map((word) => (!isAllCaps && word.length > 1 && word === word.toUpperCase() ? word : word.toLowerCase()))
    .join(' ')
  return lower.charAt(0).toUpperCase() + lower.slice(1)
}
