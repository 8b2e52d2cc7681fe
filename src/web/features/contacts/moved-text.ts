import type { ContactSummary } from '#contract/contacts.ts'
import { formatDay } from '#web/lib/format.ts'

/** What is known of a move, in neutral words; null where nothing is. */
export function movedText(moved: ContactSummary['moved']): string | null {
  if (!moved) return null
  return moved.source === 'person' ? `Moved on ${formatDay(moved.on)}` : 'May already have moved'
}
