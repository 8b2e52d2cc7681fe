import type { ContactDetail, Signal } from '#contract/contacts.ts'
import { Badge } from '#web/ui/badge.tsx'

/** Marks what the built-in sample provider made up. */
export function SampleBadge() {
  return <Badge dot="var(--yellow)">Sample data</Badge>
}

/** Whether a group of enrichment data (`person`, `phone`, `property`, `records`) is from the sample provider. */
export function isSampleGroup(data: ContactDetail['enrichmentData'], group: string): boolean {
  return data?.sources[group]?.sample ?? false
}

export function isSampleSignal(signal: Pick<Signal, 'source' | 'metadata'>): boolean {
  return signal.metadata?.sample === true || /^sample/i.test(signal.source ?? '')
}
