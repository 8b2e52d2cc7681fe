import type { ContactSummary } from '#contract/contacts.ts'
import { recordLabel } from '#domain/signals/record-label.ts'
import { formatDay, formatShortDay, joinPresent } from '#web/lib/format.ts'

/** The record behind the top signal: `Probate petition · Mar 21`; null without a record. */
export function topRecordText(
  { topRecord }: Pick<ContactSummary, 'topRecord'>,
  now = new Date(),
): string | null {
  if (!topRecord) return null
  const { on, precision } = topRecord
  const lengths = { year: 4, month: 7, day: 10 }
  const day = on?.slice(0, lengths[precision]) ?? null
  const when = day && (precision === 'day' ? formatShortDay(day, now) : formatDay(day))
  return joinPresent([recordLabel(topRecord), when], ' · ') || null
}
