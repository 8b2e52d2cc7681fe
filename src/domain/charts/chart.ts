import { type ChartUnit, formatValue } from './values.ts'

/** Colors of a chart by meaning; screens and pictures have their own values for them. */
export type ChartTone =
  | 'accent'
  | 'green'
  | 'yellow'
  | 'orange'
  | 'red'
  | 'muted'
  | 'cat-death'
  | 'cat-divorce'
  | 'cat-downsizing'
  | 'cat-debt'
  | 'cat-diapers'
  | 'cat-diplomas'
  | 'cat-diamonds'
  | 'cat-destinations'
  | 'cat-disaster'

/** Numbers of one name along the labels of a chart; null where there is none. */
export type ChartSeries = {
  readonly name: string
  readonly tone: ChartTone
  readonly values: readonly (number | null)[]
  /** Draws a dashed line, such as for the previous period. */
  readonly isDashed?: boolean
}

type Labeled = {
  /** Heading of the labels in a table: `Week`. */
  readonly heading: string
  readonly labels: readonly string[]
  readonly unit: ChartUnit
}

/** A share with its interval. */
export type IntervalRow = {
  readonly name: string
  readonly value: number | null
  readonly low: number | null
  readonly high: number | null
  /** The value to compare with, drawn as a mark. */
  readonly expected?: number | null
}

/**
 * Data of a chart. `rows` are horizontal bars beside their names, for names that don't fit side by side. All kinds have the same
 * table, so that a reader of the table misses nothing.
 */
export type Chart =
  | (Labeled & {
      readonly kind: 'line' | 'area' | 'bars' | 'stacked-bars' | 'histogram' | 'sparkline' | 'rows'
      readonly series: readonly ChartSeries[]
    })
  | (Labeled & { readonly kind: 'funnel'; readonly valueName: string; readonly values: readonly number[] })
  | {
      readonly kind: 'intervals'
      readonly heading: string
      readonly valueName: string
      readonly expectedName?: string
      readonly unit: ChartUnit
      readonly rows: readonly IntervalRow[]
    }

export type ChartTable = {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** The numbers of a chart as a table: labels first. Missing numbers are dashes. */
export function tableOf(chart: Chart): ChartTable {
  const format = (value: number | null | undefined) => formatValue(value ?? null, chart.unit)
  if (chart.kind === 'intervals') {
    const { heading, valueName, expectedName, rows } = chart
    return {
      columns: [heading, valueName, 'Low', 'High', ...(expectedName ? [expectedName] : [])],
      rows: rows.map(({ name, value, low, high, expected }) => [
        ...[name, format(value), format(low), format(high)],
        ...(expectedName ? [format(expected)] : []),
      ]),
    }
  }
  if (chart.kind === 'funnel') {
    const { heading, valueName, labels, values } = chart
    return {
      columns: [heading, valueName, 'Of the first', 'Of the one before'],
      rows: labels.map((label, index) => [
        ...[label, format(values[index])],
        formatValue(shareOf(values[index], values[0]), 'percent'),
        formatValue(shareOf(values[index], values[index - 1]), 'percent'),
      ]),
    }
  }
  return {
    columns: [chart.heading, ...chart.series.map(({ name }) => name)],
    rows: chart.labels.map((label, index) => [
      label,
      ...chart.series.map(({ values }) => format(values[index])),
    ]),
  }
}

/** The share of a part; null for a whole of nothing, which has no shares. */
function shareOf(part: number | undefined, whole: number | undefined): number | null {
  return part === undefined || !whole ? null : part / whole
}
