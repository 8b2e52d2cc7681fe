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

/** The age on record, or by the year of birth. */
export function ageOf({ age, enrichmentData, details }: ContactDetail, now: Date): number | null {
  const recorded = age ?? enrichmentData?.demographics.age
  const born = details?.birthday
  if (recorded !== null && recorded !== undefined) return recorded
  if (!born || born.startsWith('--')) return null
  const had = born.slice(5) <= now.toISOString().slice(5, 10)
  return now.getUTCFullYear() - Number(born.slice(0, 4)) - (had ? 0 : 1)
}

export function workText({ enrichmentData }: ContactDetail): string | null {
  const job = enrichmentData?.employment.current
  return (job && [job.title, job.company].filter(Boolean).join(' at ')) || null
}
