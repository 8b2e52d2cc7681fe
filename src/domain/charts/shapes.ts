import type { Chart } from './chart.ts'
import { tableOf } from './chart.ts'
import type { ChartPoint, Mark, MarkColor } from './layout.ts'

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
