import { expect, test } from 'vitest'
import { DIAL, dialPoint, spokeAngle, spokeEnd, spokePath } from './dial.tsx'

/** Every corner and arc end of a path, as distance from the center and degrees clockwise from twelve. */
function polar(path: string): Array<{ distance: number; degrees: number }> {
  return path
    .replace('Z', '')
    .split(/(?=[MLA])/)
    .map((step) => {
      const [x, y] = step.slice(1).split(' ').map(Number).slice(-2)
      const dx = x! - DIAL.center
      const dy = DIAL.center - y!
      return { distance: Math.hypot(dx, dy), degrees: (Math.atan2(dx, dy) * 180) / Math.PI }
    })
}

test('draws nothing for a spoke without contribution', () => {
  for (const value of [0, -1, Number.NaN]) expect(spokePath(DIAL, 0, value)).toBe('')
})

test('scales length from hub to rim within the visible limits', () => {
  expect(spokeEnd(DIAL, 1)).toBe(DIAL.rim)
  expect(spokeEnd(DIAL, 7)).toBe(DIAL.rim)
  expect(spokeEnd(DIAL, 0.5)).toBeCloseTo((DIAL.hub + DIAL.rim) / 2)
  expect(spokeEnd(DIAL, 0.001)).toBeGreaterThan(DIAL.hub + 2)
})

test('places the first spoke at twelve o’clock and the others clockwise, 40 degrees apart', () => {
  expect(dialPoint(DIAL, spokeAngle(0, 9), 50)).toEqual({ x: 100, y: 50 })
  const third = dialPoint(DIAL, spokeAngle(2, 9), 50)
  expect(third.x).toBeGreaterThan(100)
  expect((spokeAngle(2, 9) * 180) / Math.PI).toBeCloseTo(80)
})

test('draws a sector from hub to end, symmetric about its middle', () => {
  const [a, b, c, d] = polar(spokePath(DIAL, 0, 0.5))
  expect(a!.distance).toBeCloseTo(DIAL.hub, 1)
  expect(b!.distance).toBeCloseTo(spokeEnd(DIAL, 0.5), 1)
  expect(c!.degrees).toBeCloseTo(-b!.degrees, 1)
  expect(d!.degrees).toBeCloseTo(-a!.degrees, 1)
})

test('keeps the same gap between neighbors at hub and rim', () => {
  const first = polar(spokePath(DIAL, 0, 1))
  const second = polar(spokePath(DIAL, 1, 1))
  const gap = (i: number, j: number) => {
    const half = ((second[j]!.degrees - first[i]!.degrees) * Math.PI) / 360
    return 2 * Math.sin(half) * first[i]!.distance
  }
  expect(gap(2, 1)).toBeCloseTo(DIAL.gap, 0)
  expect(gap(3, 0)).toBeCloseTo(DIAL.gap, 0)
})
