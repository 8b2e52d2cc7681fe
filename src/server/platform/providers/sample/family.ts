import type { DayNumber } from '#domain/score/day.ts'
import { DAYS_PER_YEAR, yearOf } from './calendar.ts'
import { chance, fold, numberBetween, pick, pickSome } from './hash.ts'
import { groupOfLastName, LAST_NAMES } from './names.ts'
import type { LifeEvent, LifeEventKind } from './stories.ts'
import { pastLifeEvents } from './stories.ts'

export type Relative = { first: string; last: string; sex: 'female' | 'male'; birthYear: number }
/** First and last name. */
export function fullName({ first, last }: { first: string; last: string }): string {
  return `${first} ${last}`
}

export type Child = { first: string; born: DayNumber }

/** `partner` is the same person for life; `bond` is the current relationship. */
export type Family = {
  bond: 'spouse' | 'former' | 'late' | 'none'
  partner: Relative
  /** The partner's name before the marriage. */
  partnerLastBefore: string
  /** Children who live at home, oldest first. */
  children: Child[]
}

type Person = {
  key: string
  first: string
  last: string
  sex: 'female' | 'male'
  born: DayNumber
  age: number
  today: DayNumber
}

/** Creates the household of a sample person, consistent with their life events. */
export function householdOf(
  person: Person,
  kinds: readonly LifeEventKind[],
  lifeEvents: LifeEvent[],
): Family {
  const { key, sex, last, born } = person
  const partnerSex = sex === 'female' ? 'male' : 'female'
  const names = groupOfLastName(last)
  const partner: Relative = {
    first: pick(names[partnerSex], key, 'partner name'),
    last,
    sex: partnerSex,
    birthYear: yearOf(born) + numberBetween(key, 'partner age', -4, 4),
  }
  const otherNames = LAST_NAMES.filter((name) => name !== last)
  return {
    bond: bondOf(person, kinds, lifeEvents),
    partner,
    partnerLastBefore: pick(otherNames, key, 'partner last name'),
    children: kinds.includes('downsizing') ? [] : childrenOf(person, kinds, partner),
  }
}

function bondOf(person: Person, kinds: readonly LifeEventKind[], lifeEvents: LifeEvent[]): Family['bond'] {
  const happened = (kind: LifeEventKind) => lifeEvents.some((entry) => entry.kind === kind)
  if (happened('survivor')) return 'late'
  if (happened('divorce') || happened('quitclaim')) return 'former'
  if (kinds.includes('marriage')) return happened('marriage') ? 'spouse' : 'none'
  if (kinds.includes('birth')) return 'spouse'
  if (person.age < 24) return 'none'
  return chance(person.key, 'married') < (person.age < 30 ? 0.3 : 0.62) ? 'spouse' : 'none'
}

/** Births of the story follow its schedule; other children were born years ago. Children leave home at 19. */
function childrenOf(person: Person, kinds: readonly LifeEventKind[], partner: Relative): Child[] {
  const { key, born, age, today } = person
  const births = kinds.includes('birth')
    ? pastLifeEvents(key, 'birth', born, today, 3).map(({ day, index }) => ({
        // Records follow some days after the birth; see county-records.ts.
        day: day - BIRTH_RECORD_DELAY_DAYS,
        index,
      }))
    : Array.from({ length: age < 29 ? 0 : numberBetween(key, 'children', 0, 3) }, (_, index) => {
        const parentAge = Math.min(25 + index * 2.5 + chance(key, 'first child') * 8, age - 4)
        return { day: born + Math.floor(parentAge * DAYS_PER_YEAR), index }
      })
  const { female, male } = groupOfLastName(person.last)
  const parents = [fold(person.first), fold(partner.first)]
  const free = [...female, ...male].filter((name) => !parents.includes(fold(name)))
  const names = pickSome(free, free.length, key, 'child name')
  return births
    .filter(({ day }) => day > born + 18 * DAYS_PER_YEAR && today - day < 19 * DAYS_PER_YEAR)
    .sort((a, b) => a.day - b.day)
    .flatMap(({ day, index }) => {
      const first = names[index % names.length]
      return first === undefined ? [] : [{ first, born: day }]
    })
}

/** Days between a birth and its record. */
export const BIRTH_RECORD_DELAY_DAYS = 20
