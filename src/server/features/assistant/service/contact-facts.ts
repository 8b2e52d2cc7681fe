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
  const { first, second } = home.propertyData?.mortgages ?? { first: null, second: null }
  const loan = first?.amount ? first.amount + (second?.amount ?? 0) : null
  return {
    ...{ address, value, years, boughtOn, loan, rate: first?.interestRate ?? null },
    ...{ price: home.lastSalePrice, bedrooms: home.bedrooms, bathrooms: home.bathrooms },
    ...{ squareFeet: home.squareFeet, yearBuilt: home.yearBuilt, type: home.propertyType },
  }
}

/** The age on record, or by the year of birth. */
export function ageOf({ age, enrichmentData, details }: ContactDetail, today: string): number | null {
  const recorded = age ?? enrichmentData?.demographics.age
  const born = details?.birthday
  if (recorded !== null && recorded !== undefined) return recorded
  if (!born || born.startsWith('--')) return null
  const hadBirthday = born.slice(5) <= today.slice(5)
  return Number(today.slice(0, 4)) - Number(born.slice(0, 4)) - (hadBirthday ? 0 : 1)
}

export function workText({ enrichmentData }: ContactDetail): string | null {
  const job = enrichmentData?.employment.current
  return (job && [job.title, job.company].filter(Boolean).join(' at ')) || null
}
