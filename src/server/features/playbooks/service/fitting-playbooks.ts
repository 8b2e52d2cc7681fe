import type { ContactDetail } from '#contract/contacts.ts'
import type { PlaybookSuggestion } from '#contract/playbooks.ts'
import type { ScoreExplanation } from '#contract/score.ts'
import { isContactBlocked } from '#domain/compliance/outreach.ts'
import type { LiveSignal } from '#domain/playbooks/live-signal.ts'
import { suggestPlaybooks } from '#domain/playbooks/suggest-playbooks.ts'
import type { Subtype } from '#domain/score/parameters.ts'
import type { ScorePolicy } from '#domain/score/score-input.ts'
import { addDays, dayOf } from '#server/platform/clock.ts'
import type { SuggestiblePlaybook } from '../store.ts'

/** Date of a step when the playbook is applied at `from`. */
export function stepDay(from: Date, offsetDays: number): string {
  return dayOf(addDays(from, offsetDays))
}

/** Playbooks that fit a contact, ranked by its score explanation. */
export function findFittingPlaybooks({
  contact,
  explanation,
  policy,
  playbooks,
  now,
}: {
  contact: ContactDetail
  explanation: ScoreExplanation
  policy: ScorePolicy
  playbooks: readonly SuggestiblePlaybook[]
  now: Date
}): { suggestions: PlaybookSuggestion[]; reason: string | null } {
  const titles = new Map(contact.signals.map(({ id, description }) => [id, description]))
  const { suggestions, reason } = suggestPlaybooks({
    doNotContact: isContactBlocked(contact),
    listedForSale: contact.listed,
    score: explanation.score,
    points: explanation.points,
    liveSignals: explanation.signals.flatMap(liveSignal),
    policy,
    playbooks,
  })
  return {
    suggestions: suggestions.map(({ playbook, signals, why: text }) => {
      const applied = applicationOf(contact.tasks, playbook)
      return {
        playbook,
        signals: signals.map(({ id }) => ({ id, title: titles.get(id) ?? 'Record found' })),
        why: text,
        timing: timingOf(playbook, applied ? new Date(applied.at) : now),
        applied,
      }
    }),
    reason,
  }
}

function liveSignal({ live, evidence, ...signal }: ScoreExplanation['signals'][number]): LiveSignal[] {
  if (!live || evidence.subtype === null) return []
  // Active signals always have a subtype of the model.
  const subtype = evidence.subtype as Subtype
  return [{ ...signal, ...evidence, subtype, foundOn: evidence.detectedAt.slice(0, 10) }]
}

/** Tasks of a template belong to the organization's copy of it. */
function applicationOf(
  tasks: ContactDetail['tasks'],
  { id, copyId }: SuggestiblePlaybook,
): PlaybookSuggestion['applied'] {
  const ownTasks = tasks.filter(({ playbookId }) => playbookId !== null && [id, copyId].includes(playbookId))
  const [appliedAt] = ownTasks.map(({ createdAt }) => createdAt).sort()
  if (!appliedAt) return null
  const doneCount = ownTasks.filter(({ status }) => status === 'completed').length
  return { at: appliedAt, open: ownTasks.length - doneCount, done: doneCount }
}

function timingOf({ steps }: SuggestiblePlaybook, from: Date): PlaybookSuggestion['timing'] {
  const offsets = steps.map(({ offsetDays }) => offsetDays)
  return {
    firstStepOn: stepDay(from, Math.min(...offsets)),
    lastStepOn: stepDay(from, Math.max(...offsets)),
  }
}
