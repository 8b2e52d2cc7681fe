import type { ContactSummary } from '#contract/contacts.ts'
import { formatDay } from '#web/lib/format.ts'

/** A recorded or likely move as text; null without one. */
export function movedText(moved: ContactSummary['moved']): string | null {
  if (!moved) return null
  return moved.source === 'person' ? `Moved on ${formatDay(moved.on)}` : 'May already have moved'
}
