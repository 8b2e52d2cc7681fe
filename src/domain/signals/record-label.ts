/** The newest record behind a signal, as far as it is known. */
export type RecordFacts = {
  /** The kind of document, as its registry words it. */
  documentType: string | null
  /** What the rule says about the record. */
  description: string | null
}

const LABEL_MAX = 60

/** A record in a few words, as lists show it: `Probate petition`, `Notice of default`; null where nothing is known of it. */
export function recordLabel({ documentType, description }: RecordFacts): string | null {
  const wording = documentType?.slice(0, LABEL_MAX).trim().replace(/\s+/g, ' ') ?? ''
  const subject = /^petition for ([^ ]+)/i.exec(wording)?.[1]
  const label = subject ? `${subject} petition` : wording
  return label ? sentenceCase(label) : description
}

/** Registries write capitals anywhere; short words of capitals alone stay, as LLC does. */
function sentenceCase(label: string): string {
  const isShouted = label === label.toUpperCase()
  const lower = label
    .split(' ')
    .map((word) => (!isShouted && word.length > 1 && word === word.toUpperCase() ? word : word.toLowerCase()))
    .join(' ')
  return lower.charAt(0).toUpperCase() + lower.slice(1)
}
