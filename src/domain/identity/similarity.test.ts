import { expect, test } from 'vitest'
import { editDistance, jaroWinkler } from './similarity.ts'

test.each([
  ['smith', 'smith', 0],
  ['smith', 'smiht', 1],
  ['oak', 'oaks', 1],
  ['juniper', 'junpier', 1],
  ['kitten', 'sitting', 3],
  ['abc', 'xyz', 3],
  ['', 'ab', 2],
])('%s and %s are %d edits apart', (a, b, edits) => {
  expect(editDistance(a, b, 3)).toBe(edits)
  expect(editDistance(b, a, 3)).toBe(edits)
  if (edits > 1) expect(editDistance(a, b, 1)).toBe(2)
})

test.each([
  ['martha', 'marhta', 0.961],
  ['dwayne', 'duane', 0.84],
  ['dixon', 'dicksonx', 0.813],
  ['same', 'same', 1],
  ['abc', 'xyz', 0],
  ['', '', 1],
  ['', 'a', 0],
])('the similarity of %s and %s is %d (published examples)', (a, b, similarity) => {
  expect(jaroWinkler(a, b)).toBeCloseTo(similarity, 3)
  expect(jaroWinkler(b, a)).toBeCloseTo(similarity, 3)
})
