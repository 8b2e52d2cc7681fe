import type { OutreachGuard } from '../compliance/outreach-guard.ts'
import type { IsoDate } from '../enrichment/person-record.ts'
import { type DayNumber, parseToday } from '../score/day.ts'
import type { Subtype } from '../score/parameters.ts'
import { CATEGORIES } from '../signals/categories.ts'
import type { RuleFacts } from './facts.ts'
import type { CompiledRule } from './language.ts'
import { protectedClassOf, traitsOf, withoutHarmless } from './protected-words.ts'
import type { RuleError } from './rule-errors.ts'
import {
  findVariable,
  NEUTRAL_CATEGORIES,
  RULE_VARIABLES,
  type RuleVariable,
  TRAITS,
  type Trait,
} from './variables.ts'

export type RuleVerdict = {
  errors: RuleError[]
  /** Traits that the rule rests on. With any, it needs a reason and only ranks. */
  traits: Trait[]
}

/** Subtypes that say something about a trait. */
const TRAITS_OF_SUBTYPE: Readonly<Partial<Record<Subtype, Trait>>> = {
  diapers: 'family',
  'divorce.filed': 'marital',
  'divorce.inferred': 'marital',
  diamonds: 'marital',
  'death.survivor': 'marital',
  'downsizing.retire': 'age',
  'diplomas.young': 'age',
}

export type JudgedRule = {
  name: string
  reason: string | null
  subtype: Subtype
  today: IsoDate
  /** Also refuses texts in which the guard of messages finds a protected class. */
  guard: OutreachGuard
}

/**
 * Judges a rule by fair-housing law. Protected classes are errors, wherever they are named. Family status, age and
 * marital status are traits. A place that decides alone is an error.
 */
export function judgeRule(
  rule: CompiledRule,
  { name, reason, subtype, today, guard }: JudgedRule,
): RuleVerdict {
  const errors = [...namedClasses(rule, guard), ...textErrors({ name, reason }, guard)]
  const traits = new Set<Trait>(TRAITS_OF_SUBTYPE[subtype] === undefined ? [] : [TRAITS_OF_SUBTYPE[subtype]])
  for (const path of rule.paths) {
    const kind = findVariable(path)?.kind
    if (kind && kind !== 'place') traits.add(kind)
    // A record about one of these categories tells of all three in some cases, such as a widow or a graduate.
    if (path === 'lifeRecords') for (const trait of TRAITS) traits.add(trait)
  }
  for (const { value, comparedWith } of rule.constants) {
    if (typeof value !== 'string' || isPlace(comparedWith)) continue
    for (const trait of traitsOf(value)) traits.add(trait)
  }
  for (const trait of traitsOf(name)) traits.add(trait)
  errors.push(...lifeCategories(rule))
  if (errors.length === 0) errors.push(...decidesAlone(rule, parseToday(today)))
  return { errors, traits: TRAITS.filter((trait) => traits.has(trait)) }
}

const isPlace = (path: string | null) => path !== null && findVariable(path)?.kind === 'place'

/** Protected class that a text names, by the words of rules or by the guard of messages. */
function findClass(text: string, guard: OutreachGuard): { name: string; words: string } | null {
  const found = protectedClassOf(text)
  if (found) return found
  const findings = guard(withoutHarmless(text), { channel: 'call' }).findings
  const finding = findings.find(({ rule }) => rule === 'protected-class')
  return finding ? { name: 'a protected class', words: finding.words } : null
}

function namedClasses({ constants }: CompiledRule, guard: OutreachGuard): RuleError[] {
  return constants.flatMap(({ value, start, end, comparedWith }) => {
    // Many cities have names such as Black Diamond. A place never decides alone.
    const found = typeof value === 'string' && !isPlace(comparedWith) ? findClass(value, guard) : null
    return found ? [{ message: refusal(found), start, end }] : []
  })
}

function textErrors(texts: { name: string; reason: string | null }, guard: OutreachGuard): RuleError[] {
  return Object.values(texts).flatMap((text) => {
    const found = text === null ? null : findClass(text, guard)
    return found ? [{ message: refusal(found), start: 0, end: 0 }] : []
  })
}

function refusal({ name, words }: { name: string; words: string }): string {
  return `"${words}" is about ${name}. The Fair Housing Act doesn't allow rules about that, for any reason.`
}

/** Categories of `lifeRecords` that a rule looks for in `records`, where they are never found. */
function lifeCategories({ constants, paths }: CompiledRule): RuleError[] {
  if (paths.includes('lifeRecords')) return []
  return constants.flatMap(({ value, start, end, comparedWith }) => {
    const field = comparedWith?.split('.').at(-1)
    if (typeof value !== 'string' || (field !== 'category' && field !== 'subtype')) return []
    const category = CATEGORIES.find((one) => one === value.split('.')[0])
    if (!category || NEUTRAL_CATEGORIES.includes(category)) return []
    return [
      { message: `records never has ${category}. It is in lifeRecords, which needs a reason.`, start, end },
    ]
  })
}

/** Contacts tried for each place until one fails the rule. */
const CONTACTS_PER_PLACE = 160
const MAX_PLACES = 40
/** Parts of rules evaluated in all, which bounds the time for long rules. */
const MAX_STEPS = 150_000

/**
 * A place decides alone if, with some places, the rule holds for every contact whose values are known. Invented contacts
 * tell, so no wording hides it: their values lie at, above and below every number that the rule names, and have each of
 * its texts or none.
 */
function decidesAlone(rule: CompiledRule, today: DayNumber): RuleError[] {
  const placePaths = rule.paths.filter((path) => isPlace(path))
  const whole = { start: 0, end: rule.text.length }
  const sample = createSampler(rule, today)
  const places = placesOf(rule, placePaths)
  let steps = 0
  for (const place of places) {
    let isDecided = true
    for (let contact = 0; contact < CONTACTS_PER_PLACE && isDecided; contact++) {
      steps += rule.text.length / 8
      if (steps > MAX_STEPS)
        return [
          {
            message: 'This rule is too complex to tell whether a place decides alone. Shorten it.',
            ...whole,
          },
        ]
      isDecided = holds(rule, sample(contact, place), today)
    }
    if (!isDecided) continue
    return [
      placePaths.length > 0
        ? {
            message:
              "City, state and ZIP code can't decide alone. Add another condition that must hold, too.",
            ...whole,
          }
        : { message: 'This rule holds for every contact. Add a condition.', ...whole },
    ]
  }
  return []
}

function holds(rule: CompiledRule, facts: RuleFacts, today: DayNumber): boolean {
  try {
    return rule.run(facts, today)
  } catch {
    return false
  }
}

type Place = ReadonlyMap<string, string>

/** Combinations of the places that a rule names, and others; each place variable alone comes first. */
function placesOf({ constants }: CompiledRule, paths: readonly string[]): Place[] {
  const textsOf = (path: string) => [
    ...new Set(
      constants.flatMap(({ value, comparedWith }) => (comparedWith === path ? [String(value)] : [])),
    ),
    'elsewhere',
  ]
  let places: Place[] = [new Map()]
  for (const path of paths) {
    places = places
      .flatMap((place) => textsOf(path).map((text): Place => new Map([...place, [path, text]])))
      .slice(0, 4 * MAX_PLACES)
  }
  // Evenly chosen, so that each named place has its turn.
  const step = Math.max(1, places.length / MAX_PLACES)
  return Array.from(
    { length: Math.min(places.length, MAX_PLACES) },
    (_, index) => places[Math.floor(index * step)] ?? new Map(),
  )
}

/** Returns invented contacts by number; the same number gives the same contact. */
function createSampler(rule: CompiledRule, today: DayNumber) {
  const numbers = rule.constants.flatMap(({ value }) => (typeof value === 'number' ? [value] : []))
  const texts = rule.constants.flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
  const days = texts.flatMap((text) => {
    const day = Date.parse(`${text}T00:00:00Z`) / 86_400_000
    return Number.isNaN(day) ? [] : [today - day]
  })
  const counts = [
    ...numbers,
    ...days,
    ...numbers.map((months) => months * 30.44),
    ...numbers.map((years) => years * 365.25),
  ]
  const usedPaths = new Set(rule.paths)
  const used = RULE_VARIABLES.filter(({ path, kind }) => usedPaths.has(path) && kind !== 'place')

  return (number: number, place: Place): RuleFacts => {
    const random = seeded(number)
    const pick = <T>(values: readonly T[], fallback: T): T =>
      values[Math.floor(random() * values.length)] ?? fallback
    const near = (values: readonly number[], [min, max]: readonly [number, number]) => {
      const value = pick([min, max, ...values.flatMap((one) => [one - 1, one, one + 1, one * 2])], min)
      return Math.min(max, Math.max(min, value))
    }
    const valueAt = ({ type, range = [0, 1e9], values }: RuleVariable) => {
      if (type === 'bool') return random() < 0.5
      if (type === 'string') return pick([...(values ?? []), ...texts, 'something else'], 'something else')
      if (type === 'date') return new Date((today - Math.round(near(counts, range))) * 86_400_000)
      const value = near([...numbers, ...counts], range)
      return type === 'int' ? BigInt(Math.round(value)) : value
    }
    const groups: Record<string, Record<string, ReturnType<typeof valueAt>>> = {
      ...{ contact: {}, household: {}, property: {}, relationship: {} },
    }
    const store = (path: string, value: ReturnType<typeof valueAt>) => {
      const [group = '', field = ''] = path.split('.')
      const fields = groups[group]
      if (fields) fields[field] = value
    }
    // Beside a place, knowing a value is no condition: then all values are known.
    const isKnown = ({ isAlwaysKnown }: RuleVariable) => isAlwaysKnown || place.size > 0 || random() > 0.2
    for (const variable of used) if (isKnown(variable)) store(variable.path, valueAt(variable))
    for (const [path, text] of place) store(path, text)
    const recordOf = () => ({
      category: pick([...texts, 'debt'], 'debt'),
      subtype: pick([...texts, 'debt.nod'], 'debt.nod'),
      on: new Date((today - Math.round(near(counts, [-400, 4000]))) * 86_400_000),
      confidence: near(numbers, [0, 1]),
    })
    const listOf = () => Array.from({ length: Math.floor(random() * 3) }, recordOf)
    const tags = texts.filter(() => random() < 0.4).map((text) => text.trim().toLowerCase())
    const { contact = {}, household = {}, property = {}, relationship = {} } = groups
    return { contact, household, property, relationship, tags, records: listOf(), lifeRecords: listOf() }
  }
}

/** Pseudo-random numbers from 0 to 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = (seed + 1) * 0x9e3779b1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
