import type { DayNumber } from '#domain/score/day.ts'
import { DAYS_PER_MONTH, DAYS_PER_YEAR, occurrences, type Period } from './calendar.ts'

export type LifeEvent = { kind: LifeEventKind; day: DayNumber; index: number }

type EventRule = {
  /** Months from one occurrence to the next. */
  period: Period
  /** Ages at which it can happen. */
  ages: readonly [min: number, max: number]
  /** Months in advance that it is already known. */
  daysAhead: number
}

const RULES = {
  estate: { period: [20, 26], ages: [34, 80], daysAhead: 0 },
  survivor: { period: [30, 60], ages: [52, 95], daysAhead: 0 },
  divorce: { period: [20, 26], ages: [24, 75], daysAhead: 0 },
  quitclaim: { period: [20, 34], ages: [24, 75], daysAhead: 0 },
  // A lasting state of the household and home, not an event.
  downsizing: { period: [60, 60], ages: [60, 120], daysAhead: 0 },
  retirement: { period: [24, 50], ages: [58, 80], daysAhead: 0 },
  default: { period: [20, 36], ages: [24, 80], daysAhead: 0 },
  auction: { period: [20, 24], ages: [24, 80], daysAhead: 0 },
  taxLien: { period: [20, 50], ages: [24, 85], daysAhead: 0 },
  bankruptcy: { period: [24, 50], ages: [24, 80], daysAhead: 0 },
  rateReset: { period: [20, 24], ages: [25, 80], daysAhead: 6 },
  birth: { period: [24, 40], ages: [19, 45], daysAhead: 0 },
  graduation: { period: [22, 30], ages: [19, 60], daysAhead: 2 },
  marriage: { period: [24, 44], ages: [20, 70], daysAhead: 0 },
  farJob: { period: [20, 22], ages: [20, 66], daysAhead: 0 },
  nearJob: { period: [20, 26], ages: [20, 66], daysAhead: 0 },
  damage: { period: [22, 48], ages: [20, 95], daysAhead: 0 },
} satisfies Record<string, EventRule>

/** Life events of sample people; each leaves the traces that its detection rule looks for. */
export type LifeEventKind = keyof typeof RULES

export type Story = {
  weight: number
  kinds: readonly LifeEventKind[]
  /** Ages on the reference day, see persona.ts. */
  ages: readonly [min: number, max: number]
  /** Set where the story requires it; otherwise depends on age. */
  tenure?: 'owner' | 'renter'
}

/** Weights are shares of all sample people, tuned to the score distribution that the test expects. */
export const STORIES: readonly Story[] = [
  { weight: 47, kinds: [], ages: [24, 88] },
  { weight: 6, kinds: ['estate'], ages: [38, 70], tenure: 'owner' },
  { weight: 2, kinds: ['survivor'], ages: [58, 84], tenure: 'owner' },
  { weight: 5, kinds: ['divorce'], ages: [30, 60] },
  { weight: 2, kinds: ['quitclaim'], ages: [32, 62], tenure: 'owner' },
  { weight: 3.5, kinds: ['downsizing'], ages: [62, 82], tenure: 'owner' },
  { weight: 2, kinds: ['retirement'], ages: [64, 70] },
  { weight: 2.5, kinds: ['default'], ages: [30, 64], tenure: 'owner' },
  { weight: 2.5, kinds: ['auction'], ages: [30, 64], tenure: 'owner' },
  { weight: 2, kinds: ['taxLien'], ages: [34, 74], tenure: 'owner' },
  { weight: 2, kinds: ['bankruptcy'], ages: [30, 66] },
  { weight: 1.5, kinds: ['rateReset'], ages: [32, 58], tenure: 'owner' },
  { weight: 4, kinds: ['birth'], ages: [24, 40] },
  { weight: 3.5, kinds: ['graduation'], ages: [20, 25], tenure: 'renter' },
  { weight: 1.5, kinds: ['graduation'], ages: [31, 48] },
  { weight: 3, kinds: ['marriage'], ages: [24, 46] },
  { weight: 7, kinds: ['farJob'], ages: [26, 54] },
  { weight: 3.5, kinds: ['nearJob'], ages: [26, 56] },
  { weight: 3, kinds: ['damage'], ages: [28, 80], tenure: 'owner' },
  { weight: 2.5, kinds: ['divorce', 'default'], ages: [32, 58], tenure: 'owner' },
  { weight: 1, kinds: ['survivor', 'downsizing'], ages: [64, 82], tenure: 'owner' },
  { weight: 1, kinds: ['retirement', 'downsizing'], ages: [64, 70], tenure: 'owner' },
  { weight: 1, kinds: ['marriage', 'birth'], ages: [25, 38] },
  { weight: 1.5, kinds: ['farJob', 'marriage'], ages: [27, 40] },
  { weight: 1, kinds: ['taxLien', 'damage'], ages: [34, 70], tenure: 'owner' },
]

/** Lists up to `count` occurrences of one kind, newest first, without those at an impossible age. */
export function pastLifeEvents(
  key: string,
  kind: LifeEventKind,
  born: DayNumber,
  today: DayNumber,
  count: number,
): LifeEvent[] {
  const rule: EventRule = RULES[kind]
  const until = today + Math.round(rule.daysAhead * DAYS_PER_MONTH)
  return occurrences(key, kind, rule.period, until, count)
    .filter(({ day }) => {
      const age = (day - born) / DAYS_PER_YEAR
      return age >= rule.ages[0] && age < rule.ages[1] + 1
    })
    .map(({ day, index }) => ({ kind, day, index }))
}
