import type { TimelineEntry } from '#contract/timeline.ts'
import type { ActivityOutcome, ActivityType } from '#domain/activities/activity.ts'
import { ACTIVITY_LABELS, OUTCOME_LABELS } from '#domain/activities/labels.ts'
import type { Channel } from '#domain/compliance/outreach.ts'
import { CHANNEL_WORDS } from '#web/features/outreach/outreach-texts.ts'
import { capitalize, formatDay, joinPresent } from '#web/lib/format.ts'
import { categoryLabel } from '#web/ui/category.tsx'
import { causeText } from '../score-causes.ts'
import { STATUS_LABELS } from './verification-texts.ts'

/** An activity from a timeline entry. */
export interface TimelineActivity {
  id: string
  type: ActivityType
  outcome: ActivityOutcome | null
  note: string | null
  at: string
  /** Id of the member; null for a former one. */
  recordedBy: string | null
}

/** The activity of an entry, to edit it; null for other entries. */
export function activityOf({ kind, at, details }: TimelineEntry): TimelineActivity | null {
  if (kind !== 'activity') return null
  const { activityId, type, outcome, note, recordedBy } = details
  return { id: activityId, type, outcome, note, at, recordedBy } as TimelineActivity
}

/** Sentences on the data that stays or is restored after deleting an activity with this outcome. */
const LASTING_EFFECTS: Partial<Record<ActivityOutcome, string>> = {
  wrong_number: 'The phone number goes back to its earlier verification status.',
  do_not_contact: 'The person stays marked as do not contact.',
  already_moved: 'The move stays on record.',
  has_agent: 'The agreement with another broker stays on record.',
  appointment: 'The appointment stays in Tasks.',
}

/** Effect of deleting an activity: `This removes “Called: no answer” from the timeline.` */
export function deletionText({ outcome }: Pick<TimelineActivity, 'outcome'>, text: string): string {
  return joinPresent([`This removes “${text}” from the timeline.`, outcome && LASTING_EFFECTS[outcome]], ' ')
}

interface TimelineText {
  text: string
  /** A second line. */
  detail?: string | undefined
}

type Details = TimelineEntry['details']

/** A timeline entry as text. */
export function timelineText({ kind, details }: Pick<TimelineEntry, 'kind' | 'details'>): TimelineText {
  return TEXTS[kind](details)
}

const TEXTS: Record<TimelineEntry['kind'], (details: Details) => TimelineText> = {
  added: ({ importId }) => ({ text: importId ? 'Added by an import' : 'Added' }),
  edited: () => ({ text: 'Details edited' }),
  verified: verifiedText,
  enriched: enrichedText,
  scored: scoredText,
  signal: ({ category, source }) => ({
    text: `${category ? categoryLabel(String(category)) : 'New'} signal detected`,
    detail: textOf(source),
  }),
  'task-created': ({ automatic, title }) => ({
    text: automatic ? 'Task created automatically' : 'Task created',
    detail: textOf(title),
  }),
  'task-completed': ({ title }) => ({ text: 'Task completed', detail: textOf(title) }),
  'do-not-contact': (details) => ({ text: consentText(details), detail: textOf(details.reason) }),
  activity: activityText,
  merged: () => ({ text: 'Merged with a duplicate' }),
  'merge-undone': () => ({ text: 'Merge undone' }),
  moved: moveTexts,
  'move-undone': () => ({ text: 'Move undone' }),
  'origin-asked': ({ to }) => ({ text: `Asked to change the origin to ${originText(to)}` }),
  'origin-changed': ({ to }) => ({ text: `Accepted: the origin is ${originText(to)} now` }),
  'origin-declined': ({ to }) => ({ text: `Declined to change the origin to ${originText(to)}` }),
  'origin-withdrawn': () => ({ text: 'Request to change the origin withdrawn' }),
}

const originText = (to: Details[string] | undefined) => (to === 'agent' ? 'the agent' : 'the team')

function textOf(detail: Details[string] | undefined): string | undefined {
  return typeof detail === 'string' ? detail : undefined
}

function activityText({ type, outcome, note }: Details): TimelineText {
  const label = ACTIVITY_LABELS[type as ActivityType] ?? 'Contacted'
  const result = outcome ? OUTCOME_LABELS[outcome as ActivityOutcome] : null
  return { text: result ? `${label}: ${result.toLowerCase()}` : label, detail: textOf(note) }
}

function consentText({ doNotContact, channel }: Details): string {
  if (!channel || channel === 'all') return doNotContact ? 'Do not contact' : 'Contact allowed again'
  const channelWords = CHANNEL_WORDS[channel as Channel]
  return doNotContact ? `No ${channelWords}` : `Agreed to ${channelWords}`
}

function moveTexts({ source, movedOn, note }: Details): TimelineText {
  const day = movedOn ? formatDay(String(movedOn)) : null
  if (source === 'person') return { text: day ? `Moved on ${day}` : 'Moved', detail: textOf(note) }
  return {
    text: 'May already have moved',
    detail: day ? `Newer address first seen on ${day}` : 'Newer address found',
  }
}

function verifiedText({ email, phone, address, employer }: Details): TimelineText {
  const text = `Verification: email ${verificationLabel(email)}, phone ${verificationLabel(phone)}`
  if (!address || !employer) return { text }
  return {
    text,
    detail: `Address ${verificationLabel(address)}, employer ${verificationLabel(employer)}`,
  }
}

function verificationLabel(status: Details[string] | undefined): string {
  const label = (STATUS_LABELS as Record<string, string>)[String(status)]
  return (label ?? STATUS_LABELS.unverified).toLowerCase()
}

function enrichedText({ outcome, credit, providers }: Details): TimelineText {
  if (outcome === 'no_match') return { text: 'Enrichment found no match', detail: 'No credit used' }
  if (outcome === 'failed') return { text: 'Enrichment failed', detail: 'No credit used' }
  const cost = credit ? '1 credit' : 'free'
  return { text: 'Enriched', detail: capitalize(joinPresent([textOf(providers), cost], ' · ')) }
}

function scoredText({ score, change, cause }: Details): TimelineText {
  const causeWords = causeText(String(cause))
  const detail = causeWords && capitalize(causeWords)
  if (cause === 'merged') return { text: `Combined score: ${score}`, detail }
  if (typeof change !== 'number') return { text: `First score: ${score}`, detail }
  if (change === 0) {
    const reasonNote = score === 0 || cause === 'backfilled' ? '' : ' (reasons changed)'
    return { text: `Score stayed at ${score}${reasonNote}`, detail }
  }
  const sign = change > 0 ? '+' : '−'
  return { text: `Score ${change > 0 ? 'rose' : 'fell'} to ${score} (${sign}${Math.abs(change)})`, detail }
}
