import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  type AccentResult,
  adaptAccent,
  lowestContrast,
  MIN_CHROMA,
  MIN_CONTRAST,
  THEME_BACKGROUNDS,
  type ThemeName,
} from './accent.ts'
import { accentCss } from './accent-css.ts'
import { refusedAccentText } from './accent-text.ts'
import { contrast, distance, hexOf, type Oklch, parseHex, type Rgb, toOklch, toRgb } from './oklch.ts'

const THEMES: readonly ThemeName[] = ['dark', 'light']
const rgbOf = (hex: string) => parseHex(hex) ?? expect.fail(`${hex} is not a color`)
const hueDifference = (a: number, b: number) => Math.abs(((a - b + 540) % 360) - 180)

/** Every color of a dense grid: 72 hues, 10 chromas, 24 lightnesses. */
function* gridColors(): Generator<Rgb> {
  for (let hue = 0; hue < 360; hue += 5)
    for (let chroma = 0.03; chroma < 0.32; chroma += 0.03)
      for (let lightness = 0.04; lightness < 1; lightness += 0.04) yield toRgb({ lightness, chroma, hue })
}
const GRID = [...new Map([...gridColors()].map((rgb) => [hexOf(rgb), rgb])).values()]
const results = new Map<Rgb, AccentResult>(GRID.map((rgb) => [rgb, adaptAccent(rgb)]))
const passed = [...results].flatMap(([rgb, result]) => (result.ok ? [{ rgb, colors: result.colors }] : []))
const refused = [...results].flatMap(([rgb, result]) => (result.ok ? [] : [{ rgb, ...result }]))

test('knows the backgrounds of both themes as the style sheet defines them', () => {
  const css = readFileSync(new URL('../../web/app.css', import.meta.url), 'utf8')
  const [dark = '', light = ''] = css.split(':root[data-theme="light"] {')
  const tokenOf = (block: string, name: string): Oklch => {
    const [, lightness, chroma, hue] = new RegExp(
      `--color-${name}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`,
    ).exec(block)!
    return { lightness: Number(lightness), chroma: Number(chroma), hue: Number(hue) }
  }
  for (const name of ['page', 'surface', 'raised'] as const) {
    expect(THEME_BACKGROUNDS.dark[name]).toEqual(tokenOf(dark, name))
    expect(THEME_BACKGROUNDS.light[name]).toEqual(tokenOf(light, name))
  }
})

describe('an accent color of a dense grid', () => {
  test('passes often and is refused often, so that both are tested', () => {
    expect(passed.length).toBeGreaterThan(3000)
    expect(refused.length).toBeGreaterThan(500)
  })

  test.each(THEMES)('is readable on every background of the %s theme when it passes', (theme) => {
    for (const { rgb, colors } of passed) {
      for (const background of Object.values(THEME_BACKGROUNDS[theme])) {
        expect(contrast(colors[theme], toRgb(background)), hexOf(rgb)).toBeGreaterThanOrEqual(MIN_CONTRAST)
      }
    }
  })

  test.each(THEMES)('carries readable text as a button in the %s theme', (theme) => {
    const onAccent = toRgb(theme === 'dark' ? THEME_BACKGROUNDS.dark.page : THEME_BACKGROUNDS.light.surface)
    for (const { rgb, colors } of passed)
      expect(contrast(onAccent, colors[theme]), hexOf(rgb)).toBeGreaterThanOrEqual(MIN_CONTRAST)
  })

  test('stays as it is in a theme where it is readable already', () => {
    for (const { rgb, colors } of passed)
      for (const theme of THEMES)
        if (lowestContrast(rgb, theme) >= MIN_CONTRAST) expect(hexOf(colors[theme])).toBe(hexOf(rgb))
  })

  test('changes its lightness no more than it must', () => {
    for (const { rgb, colors } of passed)
      for (const theme of THEMES)
        if (hexOf(colors[theme]) !== hexOf(rgb))
          expect(lowestContrast(colors[theme], theme), hexOf(rgb)).toBeLessThan(MIN_CONTRAST + 0.15)
  })

  test('keeps its hue, and its chroma as far as screens can show it', () => {
    for (const { rgb, colors } of passed) {
      const color = toOklch(rgb)
      for (const theme of THEMES) {
        const adapted = toOklch(colors[theme])
        // Rounding to 8 bits turns the hue of pale colors by a few degrees.
        expect(hueDifference(adapted.hue, color.hue), hexOf(rgb)).toBeLessThan(1 + 0.35 / color.chroma)
        expect(adapted.chroma, hexOf(rgb)).toBeGreaterThan(Math.min(0.5 * color.chroma, 0.09))
        expect(adapted.chroma, hexOf(rgb)).toBeGreaterThanOrEqual(MIN_CHROMA)
        expect(adapted.chroma, hexOf(rgb)).toBeLessThan(color.chroma + 0.006)
      }
    }
  })

  test('is refused with a color of the same hue that passes', () => {
    for (const { rgb, nearest } of refused) {
      expect(adaptAccent(nearest).ok, hexOf(rgb)).toBe(true)
      const { hue, chroma } = toOklch(rgb)
      if (chroma > 0.02) expect(hueDifference(toOklch(nearest).hue, hue), hexOf(rgb)).toBeLessThan(8)
    }
  })

  test('is refused with the nearest color: none of the passing ones of the grid is much closer', () => {
    const passedColors = passed.map(({ rgb }) => toOklch(rgb))
    // Comparing each with all of them takes long, so every fifth is compared.
    for (const { rgb, nearest } of refused.filter((_, index) => index % 5 === 0)) {
      const color = toOklch(rgb)
      const closest = Math.min(...passedColors.map((each) => distance(each, color)))
      expect(distance(toOklch(nearest), color), hexOf(rgb)).toBeLessThan(closest + 0.012)
    }
  })
})

test.each([
  ['#000000', 'dark'],
  ['#0a0a23', 'dark'],
  ['#ffffff', 'pale'],
  ['#fffacd', 'pale'],
  ['#808080', 'gray'],
  ['#6b7280', 'gray'],
])('refuses %s as too %s', (hex, reason) => {
  const result = adaptAccent(rgbOf(hex))
  expect(result).toMatchObject({ ok: false, reason })
  expect(refusedAccentText(hex)).toMatch(
    /^This color is too .* The nearest color that works is #[0-9a-f]{6}\.$/,
  )
})

test.each(['#ffd600', '#001f3f', '#00ff00', '#ff0000', '#0000ff', '#7c3aed', '#d4af37', '#ffc0cb'])(
  'accepts %s',
  (hex) => {
    expect(refusedAccentText(hex)).toBeNull()
  },
)

test.each([
  ...['red', '#fff', '#12345', '#1234567', '', ' #1a6cf0', '#1a6cf0;', '#1a6cf0}', 'rgb(1,2,3)', 'url(//x)'],
  ...['#1a6cf0/**/', '#gggggg', '#１２３４５６', 'oklch(0.5 0.1 20)', '\\23 1a6cf0', '#1a6cf0\n'],
])('reads %j as no color', (text) => {
  expect(parseHex(text)).toBeNull()
  expect(refusedAccentText(text)).toBe('Enter a color like #1a6cf0')
})

test('writes a style sheet of numbers, whatever it is given', () => {
  const css = accentCss({ dark: [1, 2, 3], light: [255, 254, 253] })
  expect(css).toBe(
    'html:root{--color-accent:rgb(1 2 3)}html:root[data-theme="light"]{--color-accent:rgb(255 254 253)}',
  )
  const hostile = ['0}body{display:none', Number.NaN, 1e9] as unknown as Rgb
  expect(accentCss({ dark: hostile, light: hostile })).toMatch(/^[a-z:{}[\]()="\d -]+$/)
  expect(accentCss({ dark: hostile, light: hostile })).toContain('rgb(0 0 255)')
})
