import { scaleBand, scaleLinear, scalePoint } from 'd3-scale'
import { area, curveMonotoneX, line } from 'd3-shape'
import type { Chart, ChartSeries } from './chart.ts'
import { at, type ChartPoint, dot, type Mark, pointTexts, rectangle } from './shapes.ts'
import { formatTick, formatValue } from './values.ts'

export type ChartLayout = {
  readonly width: number
  readonly height: number
  readonly marks: readonly Mark[]
  readonly points: readonly ChartPoint[]
}

/** Size of a chart's text in pixels. */
export const CHART_TEXT_SIZE = 12
/** Average width of a character at that size. */
const CHARACTER_WIDTH = 6.4
const ROW_HEIGHT = 30
/** Of one of several bars of a label. */
const BAR_HEIGHT = 16
const TICK_COUNT = 4

type Size = { readonly width: number; readonly height: number }
type LabeledChart = Extract<Chart, { series: readonly ChartSeries[] }>
type Plot = { left: number; right: number; top: number; bottom: number }

/** Marks of a chart for a size in pixels. Charts with a row for each label choose their own height. */
export function layOutChart(chart: Chart, size: Size): ChartLayout {
  if (chart.kind === 'funnel') return layOutFunnel(chart, size.width)
  if (chart.kind === 'intervals') return layOutIntervals(chart, size.width)
  if (chart.kind === 'rows') return layOutRows(chart, size.width)
  if (chart.kind === 'sparkline') return layOutSparkline(chart, size)
  return layOutSeries(chart, size)
}

function layOutSeries(chart: LabeledChart, { width, height }: Size): ChartLayout {
  const { kind, labels, series, unit } = chart
  const isStacked = kind === 'stacked-bars'
  const totals = labels.map((_, index) =>
    isStacked
      ? series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)
      : Math.max(0, ...series.map(({ values }) => values[index] ?? 0)),
  )
  const y = scaleLinear()
    .domain([0, Math.max(...totals, unit === 'percent' ? 0.01 : 1)])
    .nice(TICK_COUNT)
  // Parts of people don't exist.
  const ticks = y.ticks(TICK_COUNT).filter((tick) => unit !== 'count' || Number.isInteger(tick))
  const tickTexts = ticks.map((tick) => formatTick(tick, unit))
  const plot: Plot = {
    left: 10 + CHARACTER_WIDTH * Math.max(1, ...tickTexts.map(({ length }) => length)),
    right: width - 4,
    top: 8,
    bottom: height - 24,
  }
  y.range([plot.bottom, plot.top])
  const bands = scaleBand<number>()
    .domain(labels.map((_, index) => index))
    .range([plot.left, plot.right])
    .paddingInner(kind === 'histogram' ? 0.06 : 0.28)
    .paddingOuter(0.14)
  const centers = labels.map((_, index) => (bands(index) ?? 0) + bands.bandwidth() / 2)
  const marks: Mark[] = ticks.map((tick) => ({
    ...{ shape: 'path', d: `M${at(plot.left)} ${at(y(tick))}H${at(plot.right)}`, stroke: 'line' },
  }))
  marks.push(
    ...ticks.map((tick, index): Mark => {
      const text = tickTexts[index] ?? ''
      return { shape: 'text', x: plot.left - 6, y: y(tick) + 4, text, anchor: 'end', color: 'muted' }
    }),
    ...labelMarks(labels, centers, plot, height - 6),
  )
  if (kind === 'line' || kind === 'area') marks.push(...lineMarks(series, centers, y, kind === 'area'))
  else marks.push(...barMarks(series, labels.length, bands, y, isStacked))
  const step = labels.length > 1 ? bands.step() : plot.right - plot.left
  const points = pointTexts(chart).map((texts, index) => ({
    ...{ x: (centers[index] ?? 0) - step / 2, width: step, y: plot.top, height: plot.bottom - plot.top },
    ...texts,
  }))
  return { width, height, marks, points }
}

function lineMarks(
  series: readonly ChartSeries[],
  centers: readonly number[],
  y: (value: number) => number,
  isFilled: boolean,
): Mark[] {
  const shape = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => centers[index] ?? 0)
    .y((value) => y(value ?? 0))
    .curve(curveMonotoneX)
    .digits(2)
  const surface = area<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => centers[index] ?? 0)
    .y0(y(0))
    .y1((value) => y(value ?? 0))
    .curve(curveMonotoneX)
    .digits(2)
  return series.flatMap(({ values, tone, isDashed = false }): Mark[] => {
    const stroke: Mark = { shape: 'path', d: shape(values) ?? '', stroke: tone, width: 2, isDashed }
    const fill: Mark = { shape: 'path', d: surface(values) ?? '', fill: tone, opacity: 0.14 }
    // A point between two gaps has no line.
    const alone = values.flatMap((value, index): Mark[] =>
      value !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null
        ? [dot(centers[index] ?? 0, y(value), 3, tone)]
        : [],
    )
    return [...(isFilled && !isDashed ? [fill] : []), stroke, ...alone]
  })
}

function barMarks(
  series: readonly ChartSeries[],
  count: number,
  bands: { (index: number): number | undefined; bandwidth(): number },
  y: (value: number) => number,
  isStacked: boolean,
): Mark[] {
  const width = isStacked ? bands.bandwidth() : bands.bandwidth() / Math.max(1, series.length)
  return Array.from({ length: count }, (_, index) => {
    let below = 0
    return series.flatMap(({ values, tone }, place): Mark[] => {
      const value = values[index] ?? 0
      const start = isStacked ? below : 0
      below = start + value
      if (value <= 0) return []
      const x = (bands(index) ?? 0) + (isStacked ? 0 : width * place)
      return [
        { shape: 'path', d: rectangle(x, y(start + value), width, y(start) - y(start + value)), fill: tone },
      ]
    })
  }).flat()
}

/** As many labels as fit, evenly spaced, the first one included. */
function labelMarks(labels: readonly string[], centers: readonly number[], plot: Plot, y: number): Mark[] {
  const longest = Math.max(1, ...labels.map(({ length }) => length)) * CHARACTER_WIDTH + 10
  const every = Math.max(1, Math.ceil((labels.length * longest) / Math.max(1, plot.right - plot.left)))
  return labels.flatMap((text, index): Mark[] => {
    if (index % every !== 0) return []
    const half = (text.length * CHARACTER_WIDTH) / 2
    // The first and last label stay inside of the chart.
    const x = Math.min(Math.max(centers[index] ?? 0, half), plot.right - half)
    return [{ shape: 'text', x, y, text, anchor: 'middle', color: 'muted' }]
  })
}

function layOutFunnel(chart: Extract<Chart, { kind: 'funnel' }>, width: number): ChartLayout {
  const { labels, values, unit } = chart
  const height = labels.length * ROW_HEIGHT
  const { left, right } = rowPlot(
    labels,
    width,
    labels.map((_, index) => formatValue(values[index] ?? null, unit)),
  )
  const x = scaleLinear()
    .domain([0, Math.max(1, ...values)])
    .range([left, right])
  const marks = labels.flatMap((label, index): Mark[] => {
    const y = index * ROW_HEIGHT
    const end = x(values[index] ?? 0)
    return [
      rowLabel(label, left, y),
      {
        ...{
          shape: 'path',
          d: rectangle(left, y + 5, Math.max(1, end - left), ROW_HEIGHT - 10),
          fill: 'accent',
        },
        opacity: 1 - (0.55 * index) / Math.max(1, labels.length - 1),
      },
      {
        ...{ shape: 'text', x: end + 6, y: y + ROW_HEIGHT / 2 + 4, anchor: 'start', color: 'text' },
        text: formatValue(values[index] ?? null, unit),
      },
    ]
  })
  return { width, height, marks, points: rowPoints(chart, width) }
}

/** A group of bars for each label, a bar for each series with its number behind it. */
function layOutRows(chart: LabeledChart, width: number): ChartLayout {
  const { labels, series, unit } = chart
  const rowHeight = Math.max(ROW_HEIGHT, series.length * BAR_HEIGHT + 10)
  const numbers = series.flatMap(({ values }) => values.map((value) => formatValue(value, unit)))
  const { left, right } = rowPlot(labels, width, numbers)
  const highest = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const x = scaleLinear()
    .domain([0, highest || 1])
    .range([left, Math.max(left, right)])
  const barHeight = series.length === 1 ? ROW_HEIGHT - 10 : BAR_HEIGHT - 2
  const marks = labels.flatMap((label, index): Mark[] => {
    const top = index * rowHeight
    const middle = top + (rowHeight - ROW_HEIGHT) / 2
    const bars = series.flatMap(({ values, tone }, place): Mark[] => {
      const value = values[index] ?? null
      const y = top + 5 + place * BAR_HEIGHT
      const end = x(value ?? 0)
      const text = formatValue(value, unit)
      const bar: Mark = {
        shape: 'path',
        d: rectangle(left, y, Math.max(1, end - left), barHeight),
        fill: tone,
      }
      return [
        ...(value ? [bar] : []),
        { shape: 'text', x: end + 6, y: y + barHeight / 2 + 4, text, anchor: 'start', color: 'text' },
      ]
    })
    return [rowLabel(label, left, middle), ...bars]
  })
  return { width, height: labels.length * rowHeight, marks, points: rowPoints(chart, width, rowHeight) }
}

function layOutIntervals(chart: Extract<Chart, { kind: 'intervals' }>, width: number): ChartLayout {
  const { rows, unit } = chart
  const axisHeight = 24
  const height = rows.length * ROW_HEIGHT + axisHeight
  const { left, right } = rowPlot(
    rows.map(({ name }) => name),
    width,
    [],
  )
  const end = Math.max(
    0.01,
    ...rows.flatMap(({ value, high, expected }) => [value ?? 0, high ?? 0, expected ?? 0]),
  )
  const x = scaleLinear().domain([0, end]).nice(TICK_COUNT).range([left, right])
  const axis = x.ticks(TICK_COUNT).flatMap((tick): Mark[] => [
    { shape: 'path', d: `M${at(x(tick))} 0V${height - axisHeight}`, stroke: 'line' },
    {
      shape: 'text',
      x: x(tick),
      y: height - 6,
      text: formatTick(tick, unit),
      anchor: 'middle',
      color: 'muted',
    },
  ])
  const marks = rows.flatMap(({ name, value, low, high, expected }, index): Mark[] => {
    const middle = index * ROW_HEIGHT + ROW_HEIGHT / 2
    const drawn: Mark[] = [rowLabel(name, left, index * ROW_HEIGHT)]
    if (low !== null && high !== null)
      drawn.push({ shape: 'path', d: `M${at(x(low))} ${middle}H${at(x(high))}`, stroke: 'accent', width: 2 })
    if (expected != null)
      drawn.push({ shape: 'path', d: `M${at(x(expected))} ${middle - 9}v18`, stroke: 'text', width: 2 })
    if (value !== null) drawn.push(dot(x(value), middle, 4, 'accent'))
    return drawn
  })
  const points = rowPoints(chart, width)
  return { width, height, marks: [...axis, ...marks], points }
}

function layOutSparkline(chart: LabeledChart, { width, height }: Size): ChartLayout {
  const { labels, series } = chart
  const x = scalePoint<number>()
    .domain(labels.map((_, index) => index))
    .range([2, width - 2])
  const highest = Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const y = scaleLinear()
    .domain([0, highest])
    .range([height - 2, 2])
  const centers = labels.map((_, index) => x(index) ?? 0)
  const marks = lineMarks(series, centers, y, true)
  return { width, height, marks, points: [] }
}

/** Points of a chart with a row for each label. */
function rowPoints(chart: Chart, width: number, height = ROW_HEIGHT): ChartPoint[] {
  return pointTexts(chart).map((texts, index) => ({
    ...{ x: 0, y: index * height, width, height },
    ...texts,
  }))
}

/** Horizontal bounds of charts with a row for each label: the labels on the left, the numbers behind the bars. */
function rowPlot(
  labels: readonly string[],
  width: number,
  numbers: readonly string[],
): Pick<Plot, 'left' | 'right'> {
  const longest = Math.max(0, ...labels.map(({ length }) => length)) * CHARACTER_WIDTH + 12
  const numberWidth = Math.max(2, ...numbers.map(({ length }) => length)) * CHARACTER_WIDTH + 10
  return { left: Math.min(longest, width * 0.45), right: width - numberWidth }
}

function rowLabel(name: string, left: number, y: number): Mark {
  // Room for exactly the name can be a hair less in floating point.
  const fitting = Math.max(3, Math.floor((left - 12) / CHARACTER_WIDTH + 0.01))
  const text = name.length <= fitting ? name : `${name.slice(0, fitting - 1)}…`
  return { shape: 'text', x: left - 8, y: y + ROW_HEIGHT / 2 + 4, text, anchor: 'end', color: 'muted' }
}
