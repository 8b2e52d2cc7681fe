import type { Education } from '../enrichment/person-record.ts'
import { addMonths } from '../score/day.ts'
import type { DetectedSignal } from './detected-signal.ts'
import { createSignal, type Evidence, providerOf } from './evidence.ts'
import { nameWords } from './name-match.ts'
import { resolveRegistryDate } from './registry-date.ts'
import { LIMITS, RULES } from './rules.ts'

function detectGraduation(evidence: Evidence, education: Education): DetectedSignal | null {
  const { monthsAhead, monthsBack, youngBelowAge } = LIMITS.education
  const { endDate, yearOnly, school, degrees } = education
  const date = resolveRegistryDate(yearOnly ? endDate?.slice(0, 4) : endDate, evidence.todayDay, monthsAhead)
  if (date === null) return null
  if (
    date.day < addMonths(evidence.todayDay, -monthsBack) ||
    date.day > addMonths(evidence.todayDay, monthsAhead)
  )
    return null
  const isYoung = evidence.age !== null && evidence.age < youngBelowAge
  return createSignal({
    ruleId: 'DP1',
    subtype: isYoung ? 'diplomas.young' : 'diplomas.other',
    factor: date.precision === 'year' ? RULES.DP1.baseOfYearOnly / RULES.DP1.base : 1,
    eventDay: date.day,
    source: providerOf(evidence, 'person'),
    documentId: `education:${nameWords(school ?? '').join(' ')}:${endDate?.slice(0, 4)}`,
    description: [
      degrees[0] ?? 'Education',
      date.day > evidence.todayDay ? 'expected' : 'completed',
      school ? `at ${school}` : '',
    ]
      .filter(Boolean)
      .join(' '),
    inputs: { school, degree: degrees[0] ?? null, yearOnly, age: evidence.age },
  })
}

/** DP1: education ended recently or will end soon. */
export function detectDiplomas(evidence: Evidence): (DetectedSignal | null)[] {
  return (evidence.current.person?.education ?? []).map((education) => detectGraduation(evidence, education))
}
