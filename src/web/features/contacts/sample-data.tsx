import type { ContactDetail, Signal } from '#contract/contacts.ts'
import { formatMomentDay, formatQuantity, joinPresent } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'

/** Marks fictional data from the built-in sample provider. */
export function SampleBadge() {
  return <Badge dot="var(--color-yellow)">Sample data</Badge>
}

type SourcedData = ContactDetail['enrichmentData']

/**
 * Provider, date and match confidence of a group of enrichment data, and the impossible values that were dropped; null if
 * the group has no source.
 */
export function SourceLine({ data, group }: { data: SourcedData; group: string }) {
  const source = data?.sources[group]
  if (!source) return null
  const { provider, fetchedAt, likelihood, refused: rejectedFields = [] } = source
  return (
    <p className="mt-3 text-xs text-dim">
      Source:{' '}
      {joinPresent(
        [provider, formatMomentDay(fetchedAt), likelihood ? `match confidence ${likelihood} of 10` : null],
        ' · ',
      )}
      {rejectedFields.length > 0 &&
        `. Dropped ${formatQuantity(rejectedFields.length, 'impossible value', 'impossible values')}: ${rejectedFields.join(', ')}`}
    </p>
  )
}

/** True if a group of enrichment data (`person`, `phone`, `property`, `records`) is from the sample provider. */
export function isSampleGroup(data: SourcedData, group: string): boolean {
  return data?.sources[group]?.sample ?? false
}

export function isSampleSignal(signal: Pick<Signal, 'source' | 'metadata'>): boolean {
  return signal.metadata?.sample === true || /^sample/i.test(signal.source ?? '')
}
