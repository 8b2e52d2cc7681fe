import { expect, test } from 'vitest'
import { type Example, learnChance } from './learned.ts'
import { createRandom } from './random.ts'

const PEOPLE = 6_000

/** People whose chance depends on two facts together, and on a rare one; the first guess knows neither. */
function drawExamples(seed: number): Example[] {
  const random = createRandom(seed, 1)
  return Array.from({ length: PEOPLE }, () => {
    const [a, b] = [random.uniform(), random.uniform()]
    const rare = random.uniform() < 0.03 ? random.uniform() : 0
    const trueChance = (a > 0.5 && b > 0.7 ? 0.4 : 0.1) + (rare > 0 ? 0.3 : 0)
    return { facts: Float32Array.from([a, b, rare, 7]), chance: 0.15, trueChance }
  })
}

const meanError = (people: readonly Example[], chanceOf: (person: Example) => number) =>
  people.reduce((sum, person) => sum + Math.abs(chanceOf(person) - person.trueChance), 0) / people.length

test('learns combinations and rare facts, and applies them to other people', () => {
  const chanceOf = learnChance(drawExamples(1))
  const others = drawExamples(2)
  expect(meanError(others, ({ chance }) => chance)).toBeGreaterThan(0.08)
  expect(meanError(others, chanceOf)).toBeLessThan(0.012)
  expect(
    meanError(
      others.filter(({ facts }) => (facts[2] ?? 0) > 0),
      chanceOf,
    ),
  ).toBeLessThan(0.06)
})

test('keeps the first guess where the facts tell nothing', () => {
  const chanceOf = learnChance(drawExamples(1).map((person) => ({ ...person, trueChance: person.chance })))
  for (const person of drawExamples(2).slice(0, 50)) expect(chanceOf(person)).toBeCloseTo(0.15, 9)
})
