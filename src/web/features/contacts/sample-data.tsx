import type { ContactDetail, Signal } from '#contract/contacts.ts'
import { formatMomentDay, formatQuantity, joinPresent } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'

/** Marks what the built-in sample provider made up. */
export function SampleBadge() {
  return <Badge dot="var(--yellow)">Sample data</Badge>
}

type Data = ContactDetail['enrichmentData']

/**
 * Where a group of enrichment data came from and when, how sure the source was, and how many of its values could not
 * be; null where the group has no source.
 */
export function SourceLine({ data, group }: { data: Data; group: string }) {
  const source = data?.sources[group]
  if (!source) return null
  const { provider, fetchedAt, likelihood, refused = [] } = source
  return (
    <p className="mt-3 text-xs text-dim">
      Source:{' '}
      {joinPresent(
        [provider, formatMomentDay(fetchedAt), likelihood ? `match certainty ${likelihood} of 10` : null],
        ' · ',
      )}
      {refused.length > 0 && `. ${refusedFieldsText(refused)}`}
    </p>
  )
}

/** `2 values were refused as impossible: birth year, skills` */
function refusedFieldsText(fields: readonly string[]): string {
  const count = formatQuantity(fields.length, 'value was', 'values were')
  return `${count} refused as impossible: ${fields.join(', ')}`
}

/** Whether a group of enrichment data (`person`, `phone`, `property`, `records`) is from the sample provider. */
export function isSampleGroup(data: Data, group: string): boolean {
  return data?.sources[group]?.sample ?? false
}

export function isSampleSignal(signal: Pick<Signal, 'source' | 'metadata'>): boolean {
  return signal.metadata?.sample === true || /^sample/i.test(signal.source ?? '')
}
