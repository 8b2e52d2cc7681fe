import type { ContactSummary } from '#contract/contacts.ts'
import { listedRecordLabel, recordLabel } from '#domain/signals/record-label.ts'
import { formatDay, formatShortDay, joinPresent } from '#web/lib/format.ts'

/** The record behind the top signal for lists: `Public record · Mar 21`; null without a record. */
export function topRecordText(
  { topRecord, topSignal }: Pick<ContactSummary, 'topRecord' | 'topSignal'>,
  now = new Date(),
): string | null {
  return topRecord && joinPresent([listedRecordLabel(topSignal, topRecord), whenText(topRecord, now)], ' · ')
}

/** The record with its kind, for the opened person: `Probate petition · Mar 21`; null without a record. */
export function namedRecordText(
  { topRecord }: Pick<ContactSummary, 'topRecord'>,
  now = new Date(),
): string | null {
  return topRecord && (joinPresent([recordLabel(topRecord), whenText(topRecord, now)], ' · ') || null)
}

function whenText({ on, precision }: NonNullable<ContactSummary['topRecord']>, now: Date): string | null {
  const lengths = { year: 4, month: 7, day: 10 }
  const day = on?.slice(0, lengths[precision]) ?? null
  return day && (precision === 'day' ? formatShortDay(day, now) : formatDay(day))
}
