import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tableOf } from '#domain/charts/chart.ts'
import { layOutChart } from '#domain/charts/layout.ts'
import { VIEW_CHARTS } from './charts.ts'
import { FUNNEL_MILESTONES } from './milestones.ts'
import type { ViewChart } from './view-chart.ts'

const figure = (value: number, drill: string | null = 'metric=x&from=2026-11-01&to=2026-11-30') => ({
  ...{ value, previous: null, drill },
})

describe('charts by day, week or month', () => {
  const movement = {
    range: { to: '2026-11-20' },
    unit: 'week' as const,
    rose: figure(3, 'metric=score.rose&from=2026-11-04&to=2026-11-20&signal=debt'),
    fell: figure(1),
    added: figure(0),
    series: [
      { from: '2026-11-04', rose: 2, fell: 0, added: 0 },
      { from: '2026-11-09', rose: 1, fell: 1, added: 0 },
      { from: '2026-11-16', rose: 0, fell: 0, added: 0 },
    ],
  }

  test('lead from each number to the people of its period, within the range', () => {
    const [chart] = VIEW_CHARTS.movement(movement)
    expect(chart?.drills.map(([rose]) => rose)).toEqual([
      'metric=score.rose&from=2026-11-04&to=2026-11-08&signal=debt',
      'metric=score.rose&from=2026-11-09&to=2026-11-15&signal=debt',
      'metric=score.rose&from=2026-11-16&to=2026-11-20&signal=debt',
    ])
  })

  test('name weeks by their first day with the year', () => {
    const [chart] = VIEW_CHARTS.movement(movement)
    expect(chart && tableOf(chart.chart).rows[0]).toEqual(['Nov 4, 2026', '2', '0', '0'])
  })
})

describe('the funnel', () => {
  const stages = FUNNEL_MILESTONES.map((milestone, index) => ({ milestone, people: figure(8 - index) }))
  const row = (value: string) => ({
    value,
    stages: FUNNEL_MILESTONES.map((_, index) => ({ people: 8 - index, drill: `metric=${index}` })),
  })

  test('has a step for each milestone with its people', () => {
    const [steps] = VIEW_CHARTS.funnel({ stages, bySignal: [], bySource: [] })
    expect(steps?.chart).toMatchObject({ kind: 'funnel', values: [8, 7, 6, 5, 4, 3, 2, 1] })
  })

  test('offers the people of each source, and of contacts without one', () => {
    const [, , bySource] = VIEW_CHARTS.funnel({ stages, bySignal: [], bySource: [row(''), row('Zillow')] })
    expect(bySource?.chart).toMatchObject({ labels: ['No source', 'Zillow'] })
    expect(bySource?.drills).toEqual([
      ['metric=1', 'metric=2', 'metric=7'],
      ['metric=1', 'metric=2', 'metric=7'],
    ])
  })
})

test('the charts of the overview show the period before, as far as it has units', () => {
  const count = { signals: 1, activities: 2, conversations: 3, appointmentsSet: 0, closed: 0 }
  const figure = { value: 0, previous: 0, drill: 'metric=x' }
  const figures = {
    signals: figure,
    activities: figure,
    conversations: figure,
    appointmentsSet: figure,
    closed: figure,
  }
  const course = { range: { to: '2026-11-10' }, unit: 'week' as const }
  const series = [
    { from: '2026-11-01', ...count },
    { from: '2026-11-02', ...count },
  ]
  const [chart] = VIEW_CHARTS.overview({
    ...course,
    figures,
    series,
    previousSeries: [{ ...count, conversations: 7 }],
  })
  expect(chart?.chart).toMatchObject({
    series: [{ values: [3, 3] }, { name: 'Period before', values: [7, null] }],
  })
  const [alone] = VIEW_CHARTS.overview({ ...course, figures, series, previousSeries: null })
  expect(alone?.chart).toMatchObject({ series: [{ values: [3, 3] }] })
})

describe('the histogram of response times', () => {
  const bucket = (fromMinutes: number, toMinutes: number | null, people: number) => ({
    ...{ fromMinutes, toMinutes, people, previous: null, drill: `response ${fromMinutes}` },
  })
  const labelsOf = (histogram: ReturnType<typeof bucket>[]) => {
    const [chart] = VIEW_CHARTS.response({ previous: null, histogram, bySignal: [] })
    return chart && tableOf(chart.chart).rows
  }

  test('has empty buckets between the others', () => {
    expect(labelsOf([bucket(0, 1, 2), bucket(2, 2 * Math.SQRT2, 1), bucket(4, 4 * Math.SQRT2, 5)])).toEqual([
      ['0 min', '2'],
      ['1 min', '0'],
      ['1.4 min', '0'],
      ['2 min', '1'],
      ['2.8 min', '0'],
      ['4 min', '5'],
    ])
  })

  test('stays short however far apart the times are', () => {
    expect(labelsOf([bucket(0, 1, 1), bucket(2 ** 22, null, 1)])?.length).toBe(46)
  })

  test('is empty without people', () => {
    expect(labelsOf([])).toEqual([])
  })
})

test('tables of every view show dashes for missing numbers, never NaN', () => {
  const rate = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null })
  const bands = fc.array(
    fc.record({
      ...{ minScore: fc.nat(80), maxScore: fc.nat(100), people: fc.nat(1000) },
      ...{ rate, low: rate, high: rate, expected: rate, movedDrill: fc.constant(null) },
    }),
    { maxLength: 5 },
  )
  const times = fc.option(fc.double({ min: 0, max: 1e7, noNaN: true }), { nil: null })
  const bySignal = fc.array(
    fc.record({
      ...{ signal: fc.constantFrom('debt', 'death'), drill: fc.constant('') },
      ...{ medianMinutes: times, percentile80Minutes: times },
    }),
    { maxLength: 3 },
  )
  fc.assert(
    fc.property(bands, bySignal, (someBands, signals) => {
      const charts: ViewChart[] = [
        ...VIEW_CHARTS.bands({ bands: someBands }),
        ...VIEW_CHARTS.response({ previous: null, histogram: [], bySignal: signals }),
      ]
      for (const { chart, drills } of charts) {
        const layout = layOutChart(chart, { width: 400, height: 200 })
        const { rows } = tableOf(chart)
        expect(JSON.stringify([rows, layout])).not.toMatch(/NaN|Infinity|undefined/)
        expect(drills.length).toBe(rows.length)
      }
    }),
  )
})
