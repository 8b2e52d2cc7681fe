import type { Position } from '../enrichment/person-record.ts'
import type { PropertyRecord } from '../enrichment/property-record.ts'
import { type DayNumber, monthsBetween, parseDay } from '../score/day.ts'
import type { DetectedSignal } from './detected-signal.ts'
import { createSignal, type Evidence, fetchedOn, placeOfProperty, providerOf } from './evidence.ts'
import { homeKey } from './place-match.ts'
import { type ResolvedDate, resolveRegistryDate } from './registry-date.ts'
import { LIMITS, MATCH_QUALITY, RULES } from './rules.ts'
import { matchTitle } from './title.ts'

/** Years since the last sale, or else as recorded; null if unknown or implausible. */
export function yearsOwned(property: PropertyRecord, today: DayNumber): number | null {
  const saleDay = parseDay(property.lastSaleDate)
  const years = Number.isNaN(saleDay) ? property.ownershipLength : monthsBetween(saleDay, today) / 12
  return years !== null && years >= 0 && years <= LIMITS.downsizing.maxYears ? years : null
}

function householdSize(evidence: Evidence): number | null {
  const demographics = evidence.current.person?.demographics
  if (!demographics || evidence.policy?.excludeFamilial) return null
  const { householdSize: statedSize, household } = demographics
  // The listed members live with the contact, who isn't in the list.
  const size = statedSize ?? (household.length > 0 ? household.length + 1 : null)
  return size !== null && size >= 1 && size <= LIMITS.believableHousehold ? size : null
}

function detectLargeHome(evidence: Evidence): DetectedSignal | null {
  const { home, age, todayDay, contact } = evidence
  const limits = LIMITS.downsizing
  if (home === null || age === null || age < limits.minAge) return null
  const years = yearsOwned(home, todayDay)
  const { bedrooms } = home
  if (years === null || years < limits.minYears || bedrooms === null) return null
  if (bedrooms < limits.minBedrooms || bedrooms > limits.maxBedrooms) return null
  const household = householdSize(evidence)
  if (household !== null && household > limits.maxHousehold) return null
  const match = matchTitle(home, contact, true)
  if (match === null) return null
  const householdFactor = household === null ? RULES.DO1.unknownHousehold : 1
  return createSignal({
    ruleId: 'DO1',
    subtype: 'downsizing.state',
    factor: householdFactor * MATCH_QUALITY[match],
    eventDay: fetchedOn(evidence, 'property'),
    source: providerOf(evidence, 'property'),
    documentId: `home:${homeKey(placeOfProperty(home))}`,
    description: `Home with ${bedrooms} bedrooms, owned for ${Math.floor(years)} years`,
    inputs: { age, yearsOwned: Math.floor(years), bedrooms, householdSize: household, match },
  })
}

/** Finds the end of the last job: a position called retired, or one that ended late in life and had no successor. */
function findRetirement(evidence: Evidence): (ResolvedDate & { position: Position }) | null {
  const employment = evidence.current.person?.employment
  if (!employment) return null
  const { current, history } = employment
  const resolve = (date: string | null | undefined) =>
    resolveRegistryDate(date, evidence.todayDay, LIMITS.upcoming.retirement)
  const latest = current ?? history[0]
  if (latest && /^retired\b/i.test(latest.title?.trim() ?? '')) {
    const previousJob = history.find((position) => position !== latest && position.endDate !== null)
    const date = resolve(latest.endDate ?? latest.startDate ?? previousJob?.endDate)
    return date && { ...date, position: latest }
  }
  if (current !== null || history.length === 0 || history.some(({ endDate }) => endDate === null)) return null
  const newest = history.reduce((a, b) => ((b.endDate ?? '') > (a.endDate ?? '') ? b : a))
  const date = resolve(newest.endDate)
  if (date === null || evidence.age === null) return null
  const ageAtEnd = evidence.age - monthsBetween(date.day, evidence.todayDay) / 12
  return ageAtEnd >= LIMITS.retirementAge ? { ...date, position: newest } : null
}

function detectRetirement(evidence: Evidence): DetectedSignal | null {
  const retirementDate = findRetirement(evidence)
  if (retirementDate === null) return null
  return createSignal({
    ruleId: 'DO2',
    subtype: 'downsizing.retire',
    factor: retirementDate.factor,
    eventDay: retirementDate.day,
    source: providerOf(evidence, 'person'),
    documentId: `role-end:${retirementDate.position.endDate ?? retirementDate.position.startDate ?? ''}`,
    description: 'Last job ended, no new one on record',
    inputs: {
      title: retirementDate.position.title,
      age: evidence.age,
      datePrecision: retirementDate.precision,
    },
  })
}

/** DO1: a long-owned home larger than the household needs (a lasting state). DO2: retirement. */
export function detectDownsizing(evidence: Evidence): (DetectedSignal | null)[] {
  return [detectLargeHome(evidence), detectRetirement(evidence)]
}
