import { type Chart, type ChartTone, tableOf } from './chart.ts'

/** Color of a mark: a tone, or one of the colors of text and lines. */
export type MarkColor = ChartTone | 'text' | 'dim' | 'line'

export type Mark =
  | {
      readonly shape: 'path'
      readonly d: string
      readonly fill?: MarkColor
      readonly stroke?: MarkColor
      /** Of fill and stroke, 0 to 1; 1 by default. */
      readonly opacity?: number
      readonly isDashed?: boolean
      /** Width of the stroke in pixels; 1 by default. */
      readonly width?: number
    }
  | {
      readonly shape: 'text'
      readonly x: number
      /** The baseline. */
      readonly y: number
      readonly text: string
      readonly anchor: 'start' | 'middle' | 'end'
      readonly color: MarkColor
    }

/** A place of a chart that can be pointed at, in the order of the labels. */
export type ChartPoint = {
  /** Bounds of its area, in pixels. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly title: string
  /** One text for each number: `Conversations: 12`. */
  readonly values: readonly { readonly text: string; readonly tone: ChartTone }[]
}

export function rectangle(x: number, y: number, width: number, height: number): string {
  return `M${at(x)} ${at(y)}h${at(width)}v${at(height)}h${at(-width)}Z`
}

export function dot(x: number, y: number, radius: number, fill: MarkColor): Mark {
  const d = `M${at(x - radius)} ${at(y)}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`
  return { shape: 'path', d, fill }
}

/** A coordinate with two decimals at most. */
export function at(value: number): number {
  return +value.toFixed(2)
}

/** Texts of each point, from the chart's table. */
export function pointTexts(chart: Chart): Pick<ChartPoint, 'title' | 'values'>[] {
  const { columns, rows } = tableOf(chart)
  const tones = 'series' in chart ? chart.series.map(({ tone }) => tone) : []
  return rows.map(([title = '', ...cells]) => ({
    title,
    values: cells.map((cell, place) => ({
      text: `${columns[place + 1]}: ${cell}`,
      tone: tones[place] ?? 'accent',
    })),
  }))
}
