import type { IsoDate } from '../enrichment/person-record.ts'
import { formatDay, parseToday } from '../score/day.ts'
import { type SubtypeRow, subtypeRow } from '../score/hazard.ts'
import type { Subtype } from '../score/parameters.ts'
import { CATEGORIES, type Category } from './categories.ts'

type TaskPriority = 'high' | 'medium' | 'low'

export type TaskSignal = {
  category: Category
  subtype: Subtype
  confidence: number
  eventDate: IsoDate
  /** Two categories based on the same document get one task. */
  documentId?: string | null
}

export type NewTask = {
  /** Unique per contact: `category:YYYY-MM` of the event. Each key produces one task. */
  key: string
  category: Category
  title: string
  description: string
  priority: TaskPriority
  dueInDays: number
  dueDate: IsoDate
}

const PERSONAL_ONLY = {
  title: 'Personal contact only. Review first.',
  description:
    'Read the record behind this signal first. Keep this contact out of campaigns and automated messages. If you know ' +
    'the person, a personal note is enough. Don’t bring up property unless they do.',
  minDueDays: 30,
}

/**
 * Task texts per category. Texts of death, divorce, debt, diapers and disaster name no life event, because other people
 * may see the screen or a forwarded task.
 */
const TASK_TEXTS: Record<Category, { title: string; description: string; minDueDays?: number }> = {
  death: PERSONAL_ONLY,
  divorce: {
    title: 'Check in personally',
    description:
      'Offer a current market value and help with timing and options. Listen first, and keep it discreet.',
  },
  downsizing: {
    title: 'Offer a home value review',
    description: 'Talk about what the home is worth today and which nearby homes need less upkeep.',
  },
  debt: {
    title: 'Offer a home value review',
    description: 'Offer a current market value and an honest look at options and timing. Keep it discreet.',
  },
  diapers: {
    title: 'Ask whether the home still fits',
    description: 'Ask how the home works for them today and what they’d want in the next one.',
  },
  diplomas: {
    title: 'Reach out about next steps',
    description:
      'They’re finishing school. Ask where work will take them, and offer help with renting or a first purchase.',
  },
  diamonds: {
    title: 'Check in about plans for the home',
    description: 'Ask about plans for the year ahead and offer a market overview.',
  },
  destinations: {
    title: 'Ask about the new job',
    description:
      'A new job can change the commute. Offer a current market value and introductions near their work.',
  },
  disaster: PERSONAL_ONLY,
}

/** Events after which a sales call would be wrong. */
export const PERSONAL_ONLY_CATEGORIES: readonly Category[] = CATEGORIES.filter(
  (category) => TASK_TEXTS[category] === PERSONAL_ONLY,
)

/** Priority and due days by the event's effect (added hazard per year). */
const PRIORITIES: readonly { atLeast: number; priority: TaskPriority; dueInDays: number }[] = [
  { atLeast: 0.25, priority: 'high', dueInDays: 3 },
  { atLeast: 0.1, priority: 'medium', dueInDays: 7 },
  { atLeast: 0, priority: 'low', dueInDays: 14 },
]

/** Lasting states: confirming one in another month creates no new task. */
const LASTING_SUBTYPES = new Set<Subtype>(['downsizing.state'])

type RatedSignal = TaskSignal & { row: SubtypeRow }

/** Adds the model parameters; empty if the subtype is unknown or the confidence is too low. */
function rateSignal(signal: TaskSignal): RatedSignal[] {
  const row = subtypeRow(signal.subtype)
  if (!row || !(signal.confidence > 0) || signal.confidence < (row.minTaskConfidence ?? 0)) return []
  return [{ ...signal, row }]
}

/** Orders by expected effect, then by newest event. */
function compareSignals(a: RatedSignal, b: RatedSignal): number {
  return b.row.alpha * b.confidence - a.row.alpha * a.confidence || (b.eventDate < a.eventDate ? -1 : 1)
}

/** True for the less likely of two signals from a changed surname, which gets no task. */
function isSecondReading(signal: TaskSignal, signals: readonly TaskSignal[]): boolean {
  return (
    signal.category === 'divorce' &&
    signal.documentId != null &&
    signals.some((other) => other.category === 'diamonds' && other.documentId === signal.documentId)
  )
}

/** Live signals that lead to tasks: certain enough, and one interpretation per record. */
export function plannableSignals<S extends TaskSignal>(liveSignals: readonly S[]): S[] {
  const certainSignals = liveSignals.filter((signal) => rateSignal(signal).length > 0)
  return certainSignals.filter((signal) => !isSecondReading(signal, certainSignals))
}

function taskFor(category: Category, signal: RatedSignal, today: number): NewTask {
  const { title, description, minDueDays = 0 } = TASK_TEXTS[category]
  const level = PRIORITIES.find(({ atLeast }) => signal.row.alpha >= atLeast)
  const dueInDays = Math.max(level?.dueInDays ?? 0, minDueDays)
  return {
    key: `${category}:${LASTING_SUBTYPES.has(signal.subtype) ? 'standing' : signal.eventDate.slice(0, 7)}`,
    category,
    title,
    description,
    priority: level?.priority ?? 'low',
    dueInDays,
    dueDate: formatDay(today + dueInDays),
  }
}

/**
 * Tasks for a contact's live signals, one per category, in category order. None for contacts marked do-not-contact or
 * listed for sale. The caller checks which keys were used before.
 * @throws RangeError when `today` is not a day.
 */
export function tasksFor(input: {
  today: IsoDate
  liveSignals: readonly TaskSignal[]
  doNotContact: boolean
  listedForSale: boolean
}): NewTask[] {
  const today = parseToday(input.today)
  if (input.doNotContact || input.listedForSale) return []
  const signals = plannableSignals(input.liveSignals).flatMap(rateSignal)
  return CATEGORIES.flatMap((category) => {
    const strongest = signals.filter((signal) => signal.category === category).sort(compareSignals)[0]
    return strongest ? [taskFor(category, strongest, today)] : []
  })
}
