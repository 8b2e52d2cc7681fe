import type { TimelineEntry } from '#contract/timeline.ts'
import { CATEGORIES } from '#domain/signals/categories.ts'
import { capitalize, formatDay } from '#web/lib/format.ts'
import { categoryLabel } from '#web/ui/category-style.ts'
import { causeText } from '../score-causes.ts'
import { STATUS_LABELS } from './verification-texts.ts'

/** A timeline entry as text; `more` is a second line. */
export function timelineText({ kind, details }: Pick<TimelineEntry, 'kind' | 'details'>): {
  text: string
  more?: string | undefined
} {
  const word = (key: string) => (typeof details[key] === 'string' ? details[key] : undefined)
  switch (kind) {
    case 'added':
      return { text: details.importId ? 'Added by an import' : 'Added' }
    case 'edited':
      return { text: 'Details edited' }
    case 'verified':
      return verifiedText(word)
    case 'enriched':
      return enrichedText(word('outcome'), details.credit === true, word('providers'))
    case 'scored':
      return scoredText(details)
    case 'signal': {
      const category = CATEGORIES.find((each) => each === details.category)
      return { text: `${category ? categoryLabel(category) : 'New'} signal detected`, more: word('source') }
    }
    case 'task-created':
      return { text: details.automatic ? 'Task created automatically' : 'Task created', more: word('title') }
    case 'task-completed':
      return { text: 'Task completed', more: word('title') }
    case 'do-not-contact':
      return { text: consentText(details.doNotContact === true, word('channel')), more: word('reason') }
    case 'outreach':
      return { text: OUTREACH_TEXTS[word('channel') ?? ''] ?? 'Contacted' }
    case 'merged':
      return { text: 'Merged with a duplicate' }
    case 'merge-undone':
      return { text: 'Merge undone' }
    case 'moved':
      return moveTexts(word('source'), word('movedOn'), word('note'))
    case 'move-undone':
      return { text: 'Move undone' }
  }
}

const OUTREACH_TEXTS: Record<string, string> = {
  call: 'Called',
  text: 'Text message sent',
  email: 'Email sent',
  letter: 'Letter sent',
}
const CHANNELS: Record<string, string> = {
  call: 'calls',
  text: 'text messages',
  email: 'emails',
  letter: 'letters',
}

function consentText(stop: boolean, channel = 'all'): string {
  const words = CHANNELS[channel]
  if (!words) return stop ? 'Do not contact' : 'Contact allowed again'
  return stop ? `No ${words}` : `Agreed to ${words}`
}

function moveTexts(source: string | undefined, day: string | undefined, note: string | undefined) {
  const on = day ? formatDay(day) : undefined
  if (source === 'person') return { text: on ? `Moved on ${on}` : 'Moved', more: note }
  return {
    text: 'May already have moved',
    more: on ? `Newer address first seen on ${on}` : 'Newer address found',
  }
}

function verifiedText(word: (key: string) => string | undefined) {
  const [address, employer] = [word('address'), word('employer')]
  return {
    text: `Verification: email ${verificationLabel(word('email'))}, phone ${verificationLabel(word('phone'))}`,
    more:
      address && employer
        ? `Address ${verificationLabel(address)}, employer ${verificationLabel(employer)}`
        : undefined,
  }
}

function verificationLabel(status: string | undefined): string {
  const label = (STATUS_LABELS as Record<string, string>)[status ?? '']
  return (label ?? STATUS_LABELS.unverified).toLowerCase()
}

function enrichedText(outcome: string | undefined, credit: boolean, providers: string | undefined) {
  if (outcome === 'no_match') return { text: 'Enrichment found no match', more: 'No credit used' }
  if (outcome === 'failed') return { text: 'Enrichment failed', more: 'No credit used' }
  const cost = credit ? '1 credit' : 'free'
  return { text: 'Enriched', more: providers ? `${capitalize(providers)} · ${cost}` : capitalize(cost) }
}

function scoredText({ score, change, cause }: TimelineEntry['details']) {
  const words = causeText(String(cause))
  const more = words && capitalize(words)
  if (cause === 'merged') return { text: `Combined score: ${score}`, more }
  if (typeof change !== 'number') return { text: `First score: ${score}`, more }
  if (change === 0) {
    const why = score === 0 || cause === 'backfilled' ? '' : ' (reasons changed)'
    return { text: `Score stayed at ${score}${why}`, more }
  }
  const sign = change > 0 ? '+' : '−'
  return { text: `Score ${change > 0 ? 'rose' : 'fell'} to ${score} (${sign}${Math.abs(change)})`, more }
}
