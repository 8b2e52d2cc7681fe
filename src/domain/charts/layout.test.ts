import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Chart, type ChartTone, tableOf } from './chart.ts'
import { layOutChart } from './layout.ts'
import { formatTick, formatValue } from './values.ts'

const labels = ['Jan 5', 'Jan 12', 'Jan 19']
const seriesOf = (values: (number | null)[], tone: ChartTone = 'accent') => ({
  name: 'Conversations',
  tone,
  values,
})
const chartOf = (
  kind: 'line' | 'area' | 'bars' | 'stacked-bars' | 'histogram' | 'rows',
  values: (number | null)[],
): Chart => ({
  ...{ kind, heading: 'Week', labels, unit: 'count' },
  series: [seriesOf(values), { ...seriesOf(values, 'green'), name: 'Appointments' }],
})
const size = { width: 600, height: 240 }

describe('tables', () => {
  test('have a row for each label and a dash for each missing number', () => {
    expect(tableOf(chartOf('line', [4, null, 0]))).toEqual({
      columns: ['Week', 'Conversations', 'Appointments'],
      rows: [
        ['Jan 5', '4', '4'],
        ['Jan 12', '–', '–'],
        ['Jan 19', '0', '0'],
      ],
    })
  })

  test('of funnels give shares, and dashes where nothing came before', () => {
    const funnel: Chart = {
      ...{ kind: 'funnel', heading: 'Step', valueName: 'People', unit: 'count' },
      ...{ labels: ['Signal', 'Contacted', 'Conversation'], values: [200, 50, 0] },
    }
    expect(tableOf(funnel).rows).toEqual([
      ['Signal', '200', '100.0%', '–'],
      ['Contacted', '50', '25.0%', '25.0%'],
      ['Conversation', '0', '0.0%', '0.0%'],
    ])
    expect(tableOf({ ...funnel, values: [0, 0, 0] }).rows[1]).toEqual(['Contacted', '0', '–', '–'])
  })

  test('of intervals name what was expected', () => {
    const rows = [{ name: '75 and more', value: 0.3, low: 0.2, high: 0.42, expected: 0.28 }]
    expect(
      tableOf({
        kind: 'intervals',
        heading: 'Band',
        valueName: 'Moved',
        expectedName: 'Expected',
        unit: 'percent',
        rows,
      }),
    ).toEqual({
      columns: ['Band', 'Moved', 'Low', 'High', 'Expected'],
      rows: [['75 and more', '30.0%', '20.0%', '42.0%', '28.0%']],
    })
  })
})

describe('layouts', () => {
  test.each(['line', 'area', 'bars', 'stacked-bars', 'histogram', 'rows'] as const)(
    'of %s have a point for each label',
    (kind) => {
      const { points } = layOutChart(chartOf(kind, [4, null, 9]), size)
      expect(points.map(({ title }) => title)).toEqual(labels)
      expect(points[2]?.values.map(({ text }) => text)).toEqual(['Conversations: 9', 'Appointments: 9'])
    },
  )

  test('stack bars on each other up to their sum', () => {
    const { marks } = layOutChart(chartOf('stacked-bars', [5, 5, 5]), size)
    const bars = marks.flatMap((mark) => (mark.shape === 'path' && mark.fill ? [mark.d] : []))
    // A bar starts where the one below ends: `M x y h w v height`.
    const numbers = bars.slice(0, 2).map((d) => d.match(/-?[\d.]+/g)?.map(Number) ?? [])
    const [lower = [], upper = []] = numbers
    expect((upper[1] ?? 0) + (upper[3] ?? 0)).toBeCloseTo(lower[1] ?? 0)
  })

  test('count people in whole numbers', () => {
    const { marks } = layOutChart(chartOf('bars', [1, 0, 1]), size)
    const ticks = marks.flatMap((mark) => (mark.shape === 'text' && mark.anchor === 'end' ? [mark.text] : []))
    expect(ticks).toEqual(['0', '1'])
  })

  test('give each row its label and all of its numbers, however narrow the chart', () => {
    const { marks, height } = layOutChart(chartOf('rows', [4, null, 9]), { width: 300, height: 100 })
    const texts = marks.flatMap((mark) => (mark.shape === 'text' ? [mark.text] : []))
    expect(texts).toEqual(['Jan 5', '4', '4', 'Jan 12', '–', '–', 'Jan 19', '9', '9'])
    expect(height).toBe(3 * 42)
  })

  test.each(
    Array.from({ length: 30 }, (_, index) => 'Dana Demo of Naperville, Illinois'.slice(0, index + 1)),
  )('show the whole name “%s” where there is room', (name) => {
    const chart: Chart = {
      ...{ kind: 'rows', heading: 'Member', labels: [name], unit: 'count' },
      series: [seriesOf([4])],
    }
    const texts = layOutChart(chart, { width: 900, height: 100 }).marks.map(
      (mark) => mark.shape === 'text' && mark.text,
    )
    expect(texts).toContain(name)
  })

  test('leave out labels that do not fit', () => {
    const many = Array.from({ length: 60 }, (_, index) => `Week ${index}`)
    const chart: Chart = {
      ...{ kind: 'bars', heading: 'Week', labels: many, unit: 'count' },
      series: [seriesOf(many.map(() => 1))],
    }
    const shown = layOutChart(chart, { width: 360, height: 200 }).marks.filter(
      (mark) => mark.shape === 'text' && mark.anchor === 'middle',
    )
    expect(shown.length).toBeGreaterThan(2)
    expect(shown.length).toBeLessThan(10)
  })

  test('contain no number that is not finite, whatever the values and the size', () => {
    const value = fc.oneof(fc.constant(null), fc.nat(2_000_000), fc.constant(0))
    const kinds = fc.constantFrom(
      'line',
      'area',
      'bars',
      'stacked-bars',
      'histogram',
      'sparkline',
      'rows',
      'funnel',
      'intervals',
    )
    fc.assert(
      fc.property(
        kinds,
        fc.array(value, { maxLength: 40 }),
        fc.integer({ min: 1, max: 1600 }),
        (kind, values, width) => {
          const layout = layOutChart(anyChart(kind, values), { width, height: 200 })
          const text = JSON.stringify(layout)
          expect(text).not.toMatch(/NaN|Infinity|undefined/)
          expect(
            layout.marks.every((mark) => mark.shape === 'path' || Number.isFinite(mark.x + mark.y)),
          ).toBe(true)
        },
      ),
      { numRuns: 400 },
    )
  })
})

function anyChart(kind: Chart['kind'], values: (number | null)[]): Chart {
  const names = values.map((_, index) => `Label ${index}`)
  if (kind === 'funnel')
    return {
      ...{ kind, heading: 'Step', valueName: 'People', unit: 'count', labels: names },
      values: values.map((value) => value ?? 0),
    }
  if (kind === 'intervals')
    return {
      ...{ kind, heading: 'Band', valueName: 'Moved', unit: 'percent' },
      rows: names.map((name, index) => {
        const value = values[index] ?? null
        return { name, value, low: value, high: value }
      }),
    }
  return { kind, heading: 'Week', labels: names, unit: 'count', series: [seriesOf(values)] }
}

test.each([
  [null, 'count', '–'],
  [Number.NaN, 'percent', '–'],
  [1234, 'count', '1,234'],
  [0.125, 'percent', '12.5%'],
  [45, 'minutes', '45 min'],
  [200, 'minutes', '3 h 20 min'],
  [24 * 60 * 2 + 240, 'minutes', '2 d 4 h'],
  [8400.4, 'dollars', '$8,400'],
] as const)('shows %s %s as %s', (value, unit, text) => {
  expect(formatValue(value, unit)).toBe(text)
})

test.each([
  [1200, 'count', '1.2K'],
  [0.25, 'percent', '25%'],
  [1_500_000, 'dollars', '$1.5M'],
] as const)('shortens %s %s to %s', (value, unit, text) => {
  expect(formatTick(value, unit)).toBe(text)
})
