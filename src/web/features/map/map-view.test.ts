import { expect, test } from 'vitest'
import { areaAround, viewOf } from './map-view.ts'

const DRAWING = { width: 975, height: 610 }
const WHOLE = { x: 0, y: 0, ...DRAWING }

test('shows the whole drawing without points, and for points far apart', () => {
  expect(viewOf([], DRAWING)).toEqual(WHOLE)
  expect(viewOf([{ x: null, y: null }], DRAWING)).toEqual(WHOLE)
  const coasts = [
    { x: 50, y: 200 },
    { x: 900, y: 300 },
  ]
  expect(viewOf(coasts, DRAWING)).toEqual(WHOLE)
})

test('shows all points with room around them, in the proportions of the drawing', () => {
  const points = [
    { x: 400, y: 300 },
    { x: 420, y: 380 },
  ]
  const view = viewOf(points, DRAWING)
  expect(view.width / view.height).toBeCloseTo(975 / 610)
  for (const { x, y } of points) {
    expect(x).toBeGreaterThan(view.x)
    expect(x).toBeLessThan(view.x + view.width)
    expect(y).toBeGreaterThan(view.y)
    expect(y).toBeLessThan(view.y + view.height)
  }
})

test('stays inside the drawing, and never closer than a single place needs', () => {
  const view = viewOf([{ x: 1, y: 609 }], DRAWING)
  expect(view).toMatchObject({ x: 0, width: 22 })
  expect(view.y + view.height).toBeCloseTo(610)
})

test('zooms out step by step to the whole map', () => {
  expect(areaAround('0'.repeat(20))).toHaveLength(14)
  expect(areaAround('0'.repeat(14))).toHaveLength(8)
  expect(areaAround('0'.repeat(10))).toHaveLength(8)
  expect(areaAround('0'.repeat(8))).toBe('')
  expect(areaAround('')).toBe('')
})
