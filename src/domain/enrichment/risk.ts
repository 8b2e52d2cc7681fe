import type { EnrichmentResult, PublicRecordKind } from './public-record.ts'

const FORECLOSURE: readonly PublicRecordKind[] = ['notice_of_default', 'auction', 'tax_lien']

/**
 * What a lender or agent should look at before a deal. Null where there is nothing to look at; sanctions screening
 * says "not run" until a list is loaded, never "clear".
 */
export function riskOf({ publicRecords }: EnrichmentResult): Record<string, unknown> | null {
  const records = publicRecords.filter(({ kind }) => FORECLOSURE.includes(kind))
  if (records.length === 0) return null
  return {
    foreclosure: records.map(({ kind, documentId, dates, amount, source }) => ({
      kind,
      documentId,
      date: dates.filed ?? dates.auction ?? dates.recorded ?? dates.event ?? null,
      amount,
      source,
    })),
    sanctions: { status: 'not_run' },
  }
}
