import type { IsoDate } from '../enrichment/person-record.ts'
import type { EnrichmentResult } from '../enrichment/public-record.ts'
import { type DayNumber, parseDay } from '../score/day.ts'
import type { DetectionContact } from '../signals/detection.ts'
import { collectEvidence } from '../signals/evidence.ts'
import { foreclosureOf } from './foreclosure.ts'
import { fraudChecks } from './fraud-checks.ts'
import { assessOwnership, ownershipReviews } from './ownership.ts'
import type { RiskData, SanctionsScreening } from './risk-data.ts'
import { type SanctionsListResponse, screenPerson } from './sanctions.ts'

export type RiskInput = {
  contact: DetectionContact & { email: string | null; phone: string | null }
  today: IsoDate
  /** The moment of the check, ISO 8601. */
  now: string
  /** Data of this enrichment, or of the one before where this one returned none. */
  known: EnrichmentResult
  /** True if a source of county documents answered. Otherwise no records means not checked, not none found. */
  recordsChecked: boolean
  sample: boolean
  list: SanctionsListResponse
  previous: RiskData | null
}

/**
 * Assesses the risks to check before a deal. Never throws on invalid data. A check that could not run this time keeps its
 * previous result and date.
 */
export function assessRisk(input: RiskInput): RiskData {
  const { contact, today, now, known, previous } = input
  const evidence = {
    ...collectEvidence({ today, contact, current: known, previous: null, previousFetchedAt: null }),
    contact,
  }
  const foreclosure = foreclosureOf(evidence, input.recordsChecked)
  const birthYear = contact.birthYear ?? known.person?.demographics.birthYear ?? null
  const screening = screenPerson({ ...contact, birthYear }, input.list, now)
  const risk: RiskData = {
    review: 0,
    checkedAt: now,
    sample: input.sample,
    sources: [],
    ownership: assessOwnership(evidence),
    fraud: fraudChecks(evidence),
    sanctions: screening.why === 'failed' && previous ? previous.sanctions : screening,
    foreclosure: foreclosure.status === 'not_run' && previous ? previous.foreclosure : foreclosure,
  }
  return { ...risk, sources: sourcesOf(risk), review: reviewsOf(risk, evidence.todayDay) }
}

/** Replaces the sanctions screening and leaves all other checks as they are. */
export function withScreening(risk: RiskData, sanctions: SanctionsScreening, today: IsoDate): RiskData {
  const screened = { ...risk, sanctions }
  return { ...screened, review: reviewsOf(screened, parseDay(today)) }
}

function reviewsOf({ ownership, fraud, sanctions, foreclosure }: RiskData, today: DayNumber): number {
  return (
    ownershipReviews(ownership, today) +
    fraud.filter(({ result, weak }) => result === 'review' && !weak).length +
    sanctions.matches.filter(({ strength }) => strength === 'potential').length +
    foreclosure.records.length
  )
}

function sourcesOf({ ownership, fraud, foreclosure }: RiskData): string[] {
  const named = [
    ...ownership.deeds.flatMap(({ sources }) => sources),
    ...fraud.flatMap(({ sources }) => sources),
    ...foreclosure.records.map(({ source }) => source),
  ]
  return [...new Set(named)]
}
