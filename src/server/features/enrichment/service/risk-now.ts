import type { PersonRecord } from '#domain/enrichment/person-record.ts'
import type { EnrichmentResult } from '#domain/enrichment/public-record.ts'
import type { RiskData } from '#domain/risk/risk-data.ts'
import { riskOf } from '#domain/risk/risk-of.ts'
import type { ListAnswer } from '#domain/risk/sanctions.ts'
import type { WholeContact } from '#server/features/contacts/service.ts'

export type RiskAnswers = {
  result: EnrichmentResult
  sample: boolean
  recordsAsked: boolean
  list: ListAnswer
  today: string
  now: string
}

/** The risk of a contact by what is known now: a group that this look-up brought nothing of counts as it was. */
export function riskNow(
  contact: WholeContact,
  before: EnrichmentResult | null,
  person: PersonRecord | null,
  { result, ...answers }: RiskAnswers,
): RiskData {
  const properties = result.properties.length > 0 ? result.properties : (before?.properties ?? [])
  const known = { ...result, properties, person: person ?? before?.person ?? null }
  return riskOf({ ...answers, contact, known, previous: contact.riskData })
}
