import { expect, test } from 'vitest'
import { swipeOf } from './swipe.ts'

test.each([
  ['next', [300, 400], [180, 410], false],
  ['previous', [100, 400], [220, 390], false],
  ['close', [10, 400], [140, 400], false],
  ['close', [200, 30], [205, 160], true],
  [null, [200, 300], [205, 430], false], // scrolling
  [null, [200, 300], [160, 300], false], // too short
  [null, [200, 300], [120, 360], false], // slanting
] as const)('A11 a swipe means %s from %j to %j', (meaning, [x, y], [toX, toY], onHeader) => {
  expect(swipeOf({ x, y }, { x: toX, y: toY }, onHeader)).toBe(meaning)
})
