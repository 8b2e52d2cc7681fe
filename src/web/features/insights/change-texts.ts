import type { Change, ChangeKind } from '#contract/changes.ts'
import { listedRecordLabel } from '#domain/signals/record-label.ts'
import { causeText } from '#web/features/contacts/score-causes.ts'
import { capitalize } from '#web/lib/format.ts'

/** A contact's score change: `up from 12 to 58`. */
export function scoreChangeText({ from, to }: Pick<Change, 'from' | 'to'>, kind: ChangeKind): string {
  if (kind === 'newSignals') return to === null ? 'no score yet' : `score now ${to}`
  if (from === null) return `new score ${to ?? 0}`
  return `${kind === 'risen' ? 'up' : 'down'} from ${from} to ${to ?? 0}`
}

/** The reason shown next to the category badge: `Public record`, `New position at Argent`, `Signals faded`. */
export function reasonText(
  change: Pick<Change, 'cause' | 'category' | 'description'>,
  kind: ChangeKind,
): string {
  const { cause, category, description } = change
  const isFound = cause === 'enriched' || cause === 'detected' || cause === 'merged'
  if (kind !== 'fallen' && isFound && description)
    return listedRecordLabel(category, { documentType: null, description }) ?? description
  const reason = kind !== 'fallen' && cause === 'faded' ? 'a signal nears its peak' : causeText(cause)
  if (!reason) return category ? 'Signal detected' : 'Reason not recorded'
  return capitalize(reason)
}
