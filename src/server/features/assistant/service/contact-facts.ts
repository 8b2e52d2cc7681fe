import type { ContactDetail } from '#contract/contacts.ts'
import type { KnownContact } from '#domain/assistant/contact-answer.ts'

export function addressText({ address, city, state, zipCode }: ContactDetail): string | null {
  const region = [state, zipCode].filter(Boolean).join(' ')
  return [address, city, region].filter(Boolean).join(', ') || null
}

/** The home with the highest value. */
export function homeOf({ properties }: ContactDetail): KnownContact['home'] {
  const [home] = [...properties].sort((a, b) => (b.estimatedValue ?? 0) - (a.estimatedValue ?? 0))
  if (!home) return null
  const { address, estimatedValue: value, ownershipLength: years, lastSaleDate: boughtOn } = home
  return { address, value, years, boughtOn }
}

export function workText({ enrichmentData }: ContactDetail): string | null {
  const job = enrichmentData?.employment.current
  return (job && [job.title, job.company].filter(Boolean).join(' at ')) || null
}
