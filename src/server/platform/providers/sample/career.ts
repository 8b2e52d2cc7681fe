import type { DayNumber } from './calendar.ts'
import { DAYS_PER_MONTH, DAYS_PER_YEAR, dayNumber } from './calendar.ts'
import { between, chance, pick } from './hash.ts'
import type { Persona } from './persona.ts'
import { lifeEvent } from './persona.ts'
import { pastLifeEvents } from './stories.ts'
import { DISTANT_WORKPLACES } from './towns.ts'
import type { Trade } from './work.ts'
import { SCHOOLS, TRADES } from './work.ts'

export type Job = {
  title: string
  company: string
  city: string
  state: string
  metro: string
  remote: boolean
  start: DayNumber
  end: DayNumber | null
}

export type Degree = {
  school: string
  degree: string
  major: string
  start: DayNumber
  end: DayNumber
  /** True when the source only has the year. */
  yearOnly: boolean
}

/** Latest start of the current job for people without a job change in their story. */
const SETTLED_BEFORE = dayNumber('2024-12-01')
const RETIRED_LONG_AGO = dayNumber('2018-06-01')
const MAX_JOBS = 6

export function tradeOf(persona: Persona): Trade {
  return pick(TRADES, persona.key, 'trade')
}

/** Lists jobs, newest first, each ending the month before the next begins. */
export function jobsOf(persona: Persona): Job[] {
  const starts = jobStarts(persona)
  const lastEnd = retirementDay(persona)
  return starts
    .filter((start) => lastEnd === null || start < lastEnd - DAYS_PER_YEAR)
    .map((start, i, list) => {
      const next = list[i - 1]
      return jobAt(persona, start, next === undefined ? lastEnd : next - 17)
    })
}

function jobStarts(persona: Persona): DayNumber[] {
  const { key, born, today } = persona
  const changed = (['farJob', 'nearJob'] as const).find((kind) => lifeEvent(persona, kind))
  if (changed) return pastLifeEvents(key, changed, born, today, MAX_JOBS).map((entry) => entry.day)
  const starts: DayNumber[] = []
  const firstAge = persona.lifeEvents.some((entry) => entry.kind === 'graduation') ? 18.5 : 22.3
  let start = Math.floor(born + (firstAge + chance(key, 'first job') * 0.6) * DAYS_PER_YEAR)
  while (start < SETTLED_BEFORE) {
    starts.unshift(start)
    start += Math.round(between(key, `tenure ${starts.length}`, 34, 110) * DAYS_PER_MONTH)
  }
  return starts.slice(0, MAX_JOBS)
}

/** Retirement day: from the story, or long ago for people past 68; null for people still working. */
function retirementDay(persona: Persona): DayNumber | null {
  const retired = lifeEvent(persona, 'retirement')
  if (retired) return retired.day
  const sixtieth = Math.floor(persona.born + (59 + chance(persona.key, 'retired')) * DAYS_PER_YEAR)
  return sixtieth < RETIRED_LONG_AGO ? sixtieth : null
}

function jobAt(persona: Persona, start: DayNumber, end: DayNumber | null): Job {
  const { key } = persona
  const trade = tradeOf(persona)
  const years = (start - persona.born) / DAYS_PER_YEAR - 22
  const [entry, second, third, top] = trade.titles
  const title =
    years < 0 ? 'Sales Associate' : years < 5 ? entry : years < 12 ? second : years < 22 ? third : top
  const far = persona.lifeEvents.some((event) => event.kind === 'farJob' && event.day === start)
  const local = persona.home.place
  const elsewhere = DISTANT_WORKPLACES.filter((place) => place.metro !== local.metro)
  const place = far ? pick(elsewhere, key, `workplace ${start}`) : local
  const remote = far && chance(key, `remote ${start}`) < 0.12
  return {
    title: remote ? `${title} (Remote)` : title,
    company: pick(trade.companies, key, `company ${start}`),
    city: place.city,
    state: place.state,
    metro: place.metro,
    remote,
    start,
    end,
  }
}

/** Lists degrees, newest first. */
export function degreesOf(persona: Persona): Degree[] {
  const { key, born, today } = persona
  const trade = tradeOf(persona).degree
  const graduation = lifeEvent(persona, 'graduation')
  const names = trade ?? {
    bachelor: 'Associate of Applied Science',
    master: 'Bachelor of Science',
    major: 'Business',
  }
  const school = (question: string) => pick(SCHOOLS, key, question)
  const ageAt = (day: DayNumber) => (day - born) / DAYS_PER_YEAR
  if (graduation) {
    const advanced = ageAt(graduation.day) >= 24
    const newest = degree(
      school('last'),
      advanced ? names.master : names.bachelor,
      names.major,
      graduation.day,
      advanced,
    )
    return [
      { ...newest, yearOnly: chance(key, 'graduation year only') < 0.2 },
      ...(advanced ? [bachelor()] : []),
    ]
  }
  if (!trade && chance(key, 'college') < 0.6) return []
  const master = born + Math.floor((28 + chance(key, 'master') * 3) * DAYS_PER_YEAR)
  const goesOn = trade !== null && chance(key, 'goes on') < 0.3 && master < SETTLED_BEFORE - 2 * DAYS_PER_YEAR
  const list = goesOn
    ? [degree(school('last'), names.master, names.major, master, true), bachelor()]
    : [bachelor()]
  return list.filter((entry) => entry.end < Math.min(today, SETTLED_BEFORE))

  function bachelor(): Degree {
    const end = Math.floor(born + (21.2 + chance(key, 'bachelor') * 0.8) * DAYS_PER_YEAR)
    return degree(school('first'), names.bachelor, names.major, end, false)
  }
}

function degree(school: string, name: string, major: string, end: DayNumber, advanced: boolean): Degree {
  const years = advanced ? 2 : 4
  return {
    school,
    degree: name,
    major,
    start: Math.floor(end - years * DAYS_PER_YEAR + 80),
    end,
    yearOnly: false,
  }
}
