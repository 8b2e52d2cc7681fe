import { type DayNumber, formatDay, parseDay } from '#domain/score/day.ts'
import { DAYS_PER_MONTH, DAYS_PER_YEAR, yearOf } from './calendar.ts'
import { chance, numberBetween, pick } from './hash.ts'
import type { Persona } from './persona.ts'
import { lifeEvent } from './persona.ts'
import { pastLifeEvents } from './stories.ts'
import { DISTANT_WORKPLACES } from './towns.ts'
import type { Trade } from './work.ts'
import { SCHOOLS, TRADES } from './work.ts'

/** Latest start of the current job for people without a job change in their story. */
const SETTLED_BEFORE = parseDay('2024-12-01')
const RETIRED_LONG_AGO = parseDay('2018-06-01')
const MAX_JOBS = 6

export function tradeOf(persona: Persona): Trade {
  return pick(TRADES, persona.key, 'trade')
}

/** Lists jobs in the format of People Data Labs, newest first, each ending the month before the next begins. */
export function experienceOf(persona: Persona) {
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
  const jobChange = (['farJob', 'nearJob'] as const).find((kind) => lifeEvent(persona, kind))
  if (jobChange) return pastLifeEvents(key, jobChange, born, today, MAX_JOBS).map((entry) => entry.day)
  const starts: DayNumber[] = []
  const firstAge = persona.lifeEvents.some((entry) => entry.kind === 'graduation') ? 18.5 : 22.3
  let start = Math.floor(born + (firstAge + chance(key, 'first job') * 0.6) * DAYS_PER_YEAR)
  while (start < SETTLED_BEFORE) {
    starts.unshift(start)
    start += Math.round(numberBetween(key, `tenure ${starts.length}`, 34, 110) * DAYS_PER_MONTH)
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

function jobAt(persona: Persona, start: DayNumber, end: DayNumber | null) {
  const { key } = persona
  const trade = tradeOf(persona)
  const years = (start - persona.born) / DAYS_PER_YEAR - 22
  const step = [0, 5, 12, 22].findLastIndex((from) => years >= from)
  const title = trade.titles[step] ?? 'Sales Associate'
  const isFar = persona.lifeEvents.some((event) => event.kind === 'farJob' && event.day === start)
  const local = persona.home.town
  const otherMetros = DISTANT_WORKPLACES.filter((place) => place.metro !== local.metro)
  const { city, state, metro } = isFar ? pick(otherMetros, key, `workplace ${start}`) : local
  const isRemote = isFar && chance(key, `remote ${start}`) < 0.12
  return {
    company: {
      name: pick(trade.companies, key, `company ${start}`),
      location: { name: `${city}, ${state}`, locality: city, region: state, metro },
    },
    title: { name: isRemote ? `${title} (Remote)` : title },
    location_names: isRemote ? ['remote'] : [],
    start_date: formatDay(start),
    end_date: end === null ? null : formatDay(end),
    is_primary: end === null,
  }
}

/** Lists degrees in the format of People Data Labs, newest first. */
export function educationOf(persona: Persona) {
  const { key, born, today } = persona
  const trade = tradeOf(persona).degree
  const graduation = lifeEvent(persona, 'graduation')
  const names = trade ?? {
    bachelor: 'Associate of Applied Science',
    master: 'Bachelor of Science',
    major: 'Business',
  }
  const degree = (name: string, years: number, school: string, end: DayNumber, isYearOnly = false) => ({
    school: { name: pick(SCHOOLS, key, school) },
    degrees: [name],
    majors: [names.major],
    start_date: String(yearOf(Math.floor(end - years * DAYS_PER_YEAR + 80))),
    // Some sources only have the year.
    end_date: formatDay(end).slice(0, isYearOnly ? 4 : 7),
  })
  const firstEnd = Math.floor(born + (21.2 + chance(key, 'bachelor') * 0.8) * DAYS_PER_YEAR)
  const first = degree(names.bachelor, 4, 'first', firstEnd)
  if (graduation) {
    const isYearOnly = chance(key, 'graduation year only') < 0.2
    const isAdvanced = (graduation.day - born) / DAYS_PER_YEAR >= 24
    return isAdvanced
      ? [degree(names.master, 2, 'last', graduation.day, isYearOnly), first]
      : [degree(names.bachelor, 4, 'last', graduation.day, isYearOnly)]
  }
  if (!trade && chance(key, 'college') < 0.6) return []
  const isPast = (end: DayNumber) => end < Math.min(today, SETTLED_BEFORE)
  const lastEnd = born + Math.floor((28 + chance(key, 'master') * 3) * DAYS_PER_YEAR)
  const goesOn =
    trade !== null && chance(key, 'goes on') < 0.3 && lastEnd < SETTLED_BEFORE - 2 * DAYS_PER_YEAR
  return [
    ...(goesOn && isPast(lastEnd) ? [degree(names.master, 2, 'last', lastEnd)] : []),
    ...(isPast(firstEnd) ? [first] : []),
  ]
}
