import { expect, test } from 'vitest'
import { scoreBand } from './score-number.tsx'

test('changes the band of a score at 75 and 50', () => {
  expect([100, 75, 74, 50, 49, 0].map(scoreBand)).toEqual(['high', 'high', 'mid', 'mid', 'low', 'low'])
})
