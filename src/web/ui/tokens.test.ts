import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CATEGORIES } from '#domain/signals/categories.ts'

const css = readFileSync(new URL('../app.css', import.meta.url), 'utf8')

/** Custom properties of the first block with this selector. */
function tokens(selector: string): Map<string, string> {
  const start = css.indexOf(`\n${selector} {`)
  if (start < 0) throw new Error(`app.css has no block ${selector}`)
  const block = css.slice(start, css.indexOf('\n}', start))
  return new Map(
    [...block.matchAll(/--(?:color-)?([\w-]+):\s*([^;]+);/g)].map((match) => [match[1]!, match[2]!]),
  )
}

const dark = new Map([...tokens('@theme static'), ...tokens(':root')])
const light = new Map([...dark, ...tokens(':root[data-theme="light"]')])

/** WCAG relative luminance of an OKLCH token, clamped to sRGB; follows aliases. */
function luminance(theme: Map<string, string>, name: string): number {
  const value = theme.get(name) ?? ''
  const alias = /^var\(--(?:color-)?([\w-]+)\)$/.exec(value)
  if (alias) return luminance(theme, alias[1]!)
  const [l, c, h] = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(value)!.slice(1).map(Number) as [
    number,
    number,
    number,
  ]
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const L = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const M = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const S = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clamp = (x: number) => Math.min(1, Math.max(0, x))
  return (
    0.2126 * clamp(4.0767416621 * L - 3.3077115913 * M + 0.2309699292 * S) +
    0.7152 * clamp(-1.2684380046 * L + 2.6097574011 * M - 0.3413193965 * S) +
    0.0722 * clamp(-0.0041960863 * L - 0.7034186147 * M + 1.707614701 * S)
  )
}

function contrast(theme: Map<string, string>, foreground: string, background: string): number {
  const [low, high] = [luminance(theme, foreground), luminance(theme, background)].sort((x, y) => x - y)
  return (high! + 0.05) / (low! + 0.05)
}

const SURFACES = ['page', 'surface', 'raised', 'popover']
const TEXT = [
  'text',
  'muted',
  'dim',
  'accent',
  'green',
  'yellow',
  'orange',
  'red',
  'band-high',
  'band-mid',
  'band-low',
]

describe.each([
  ['dark', dark],
  ['light', light],
] as const)('%s theme', (_, theme) => {
  test.each(TEXT)('%s is readable on every surface (4.5:1)', (name) => {
    for (const surface of SURFACES)
      expect(contrast(theme, name, surface), surface).toBeGreaterThanOrEqual(4.5)
  })

  test('text on filled controls is readable (4.5:1)', () => {
    expect(contrast(theme, 'on-danger', 'danger-fill')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(theme, 'on-accent', 'accent')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(theme, 'page', 'text')).toBeGreaterThanOrEqual(4.5)
  })

  test.each([...CATEGORIES, 'unknown'])('the %s hue stands out from every surface (3:1)', (category) => {
    for (const surface of SURFACES) {
      expect(contrast(theme, `cat-${category}`, surface), surface).toBeGreaterThanOrEqual(3)
    }
  })
})
