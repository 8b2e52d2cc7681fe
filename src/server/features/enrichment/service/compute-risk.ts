import type { PersonRecord } from '#domain/enrichment/person-record.ts'
import type { EnrichmentResult } from '#domain/enrichment/public-record.ts'
import { assessRisk } from '#domain/risk/assess-risk.ts'
import type { RiskData } from '#domain/risk/risk-data.ts'
import type { SanctionsListResponse } from '#domain/risk/sanctions.ts'
import type { FullContact } from '#server/features/contacts/service.ts'

export type RiskSources = {
  result: EnrichmentResult
  sample: boolean
  recordQuestionOf: boolean
  list: SanctionsListResponse
  today: string
  now: string
}

/** Risk of a contact from current data; groups without a new response keep their previous data. */
export function computeRisk(
  contact: FullContact,
  before: EnrichmentResult | null,
  person: PersonRecord | null,
  { result, ...answers }: RiskSources,
): RiskData {
  const properties = result.properties.length > 0 ? result.properties : (before?.properties ?? [])
  const known = { ...result, properties, person: person ?? before?.person ?? null }
  return assessRisk({ ...answers, contact, known, previous: contact.riskData })
}
