import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Chart } from '#domain/charts/chart.ts'
import { PROJECT_ROOT } from '#server/project-root.ts'
import { drawChart, PICTURE_COLORS } from './draw-chart.ts'

const picture = { title: 'Conversations', filtersText: 'Nov 1 – Nov 30, 2026', width: 600, height: 240 }
const chartOf = (values: (number | null)[]): Chart => ({
  ...{ kind: 'bars', heading: 'Day', labels: values.map((_, day) => `Nov ${day + 1}`), unit: 'count' },
  series: [{ name: 'Conversations', tone: 'accent', values }],
})

/** Pixels of about one color. */
async function countPixels(png: Buffer, hex: string): Promise<number> {
  const { data } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const wanted = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  let count = 0
  for (let at = 0; at < data.length; at += 3)
    if (wanted.every((value, channel) => Math.abs(value - (data[at + channel] ?? 0)) < 6)) count++
  return count
}

test('draws a chart in twice its size, with bars in their color', async () => {
  const png = await drawChart(chartOf([4, 0, 9]), picture)
  const { format, width } = await sharp(png).metadata()
  expect({ format, width }).toEqual({ format: 'png', width: 1200 })
  expect(await countPixels(png, PICTURE_COLORS.accent)).toBeGreaterThan(10_000)
})

test.each([
  ['no labels', chartOf([])],
  ['only missing numbers', chartOf([null, null])],
  [
    'several series and long names',
    {
      ...{ kind: 'rows', heading: 'Source', labels: ['Ærøskøbing '.repeat(12)], unit: 'minutes' },
      series: [
        { name: 'Median', tone: 'accent', values: [12] },
        { name: '80th percentile', tone: 'muted', values: [null] },
      ],
    } satisfies Chart,
  ],
] as [string, Chart][])('draws a chart with %s', async (_, chart) => {
  const png = await drawChart(chart, picture)
  expect((await sharp(png).metadata()).width).toBe(1200)
})

test('draws a row for each name, however many', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `ZIP ${60_000 + index}`)
  const chart: Chart = {
    ...{ kind: 'rows', heading: 'ZIP code', labels: names, unit: 'count' },
    series: [{ name: 'Contacts', tone: 'green', values: names.map((_, index) => index) }],
  }
  expect((await sharp(await drawChart(chart, picture)).metadata()).height).toBeGreaterThan(2 * 40 * 30)
})

test('has the colors of the light theme', () => {
  const css = readFileSync(path.join(PROJECT_ROOT, 'src/web/app.css'), 'utf8')
  const light = css.slice(css.indexOf(':root[data-theme="light"]'))
  for (const [name, hex] of Object.entries(PICTURE_COLORS)) {
    const [, l, c, h] =
      new RegExp(`--color-${name}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`).exec(light) ?? []
    expect([name, toHex(Number(l), Number(c), Number(h))]).toEqual([name, hex])
  }
})

/** OKLCH as sRGB, by its published matrices. */
function toHex(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const bytes = channels.map((value) => {
    const encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055
    return Math.round(255 * Math.min(1, Math.max(0, encoded)))
  })
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
