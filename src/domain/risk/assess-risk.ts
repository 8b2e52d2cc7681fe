import type { IsoDate } from '../enrichment/person-record.ts'
import type { EnrichmentResult } from '../enrichment/public-record.ts'
import { type DayNumber, parseDay } from '../score/day.ts'
import type { DetectionContact } from '../signals/detection.ts'
import { collectEvidence } from '../signals/evidence.ts'
import { foreclosureOf } from './foreclosure.ts'
import { runFraudChecks } from './fraud-checks.ts'
import { assessOwnership, ownershipReviews } from './ownership.ts'
import type { RiskData, SanctionsScreening } from './risk-data.ts'
import { type SanctionsListResponse, screenPerson } from './sanctions.ts'

export type RiskInput = {
  contact: DetectionContact & { email: string | null; phone: string | null }
  today: IsoDate
  /** Time of the check, ISO 8601. */
  now: string
  /** Data of this enrichment; parts that it didn't return are from the previous one. */
  enrichment: EnrichmentResult
  /** True if a source of county documents responded. If false, missing records mean "not checked". */
  hasCheckedRecords: boolean
  sample: boolean
  list: SanctionsListResponse
  previous: RiskData | null
}

/**
 * Assesses the risks to check before a deal. Never throws on invalid data. A check that could not run keeps its
 * previous result and date.
 */
export function assessRisk(input: RiskInput): RiskData {
  const { contact, today, now, enrichment, previous } = input
  const evidence = {
    ...collectEvidence({ today, contact, current: enrichment, previous: null, previousFetchedAt: null }),
    contact,
  }
  const foreclosure = foreclosureOf(evidence, input.hasCheckedRecords)
  const birthYear = contact.birthYear ?? enrichment.person?.demographics.birthYear ?? null
  const screening = screenPerson({ ...contact, birthYear }, input.list, now)
  const risk: RiskData = {
    review: 0,
    checkedAt: now,
    sample: input.sample,
    sources: [],
    ownership: assessOwnership(evidence),
    fraud: runFraudChecks(evidence),
    sanctions: screening.why === 'failed' && previous ? previous.sanctions : screening,
    foreclosure: foreclosure.status === 'not_run' && previous ? previous.foreclosure : foreclosure,
  }
  return { ...risk, sources: sourcesOf(risk), review: countReviews(risk, evidence.todayDay) }
}

/** Replaces the sanctions screening and leaves all other checks as they are. */
export function withScreening(risk: RiskData, sanctions: SanctionsScreening, today: IsoDate): RiskData {
  const updated = { ...risk, sanctions }
  return { ...updated, review: countReviews(updated, parseDay(today)) }
}

function countReviews({ ownership, fraud, sanctions, foreclosure }: RiskData, today: DayNumber): number {
  return (
    ownershipReviews(ownership, today) +
    fraud.filter(({ result, weak }) => result === 'review' && !weak).length +
    sanctions.matches.filter(({ strength }) => strength === 'potential').length +
    foreclosure.records.length
  )
}

function sourcesOf({ ownership, fraud, foreclosure }: RiskData): string[] {
  const sourceNames = [
    ...ownership.deeds.flatMap(({ sources }) => sources),
    ...fraud.flatMap(({ sources }) => sources),
    ...foreclosure.records.map(({ source }) => source),
  ]
  return [...new Set(sourceNames)]
}
