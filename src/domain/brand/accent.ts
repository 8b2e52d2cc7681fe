import {
  contrast,
  distance,
  hexOf,
  isInGamut,
  type Oklch,
  parseHex,
  type Rgb,
  toOklch,
  toRgb,
} from './oklch.ts'

export type ThemeName = 'dark' | 'light'

/**
 * Backgrounds under text and buttons in the accent color, as the themes define them in `src/web/app.css`; a test compares
 * both.
 */
export const THEME_BACKGROUNDS: Readonly<
  Record<ThemeName, Readonly<Record<'page' | 'surface' | 'raised', Oklch>>>
> = {
  dark: {
    page: { lightness: 0.165, chroma: 0.006, hue: 265 },
    surface: { lightness: 0.195, chroma: 0.007, hue: 265 },
    raised: { lightness: 0.225, chroma: 0.008, hue: 265 },
  },
  light: {
    page: { lightness: 0.985, chroma: 0.003, hue: 265 },
    surface: { lightness: 1, chroma: 0, hue: 265 },
    raised: { lightness: 0.965, chroma: 0.005, hue: 265 },
  },
}

/** Contrast of text, as WCAG AA requires. */
export const MIN_CONTRAST = 4.5
/** Less chroma is a gray, which doesn't stand out from text. */
export const MIN_CHROMA = 0.04
/** A color that must change its lightness more than this isn't recognizable. */
const MAX_LIGHTNESS_CHANGE = 0.4

const BACKGROUNDS: Readonly<Record<ThemeName, readonly Rgb[]>> = {
  dark: Object.values(THEME_BACKGROUNDS.dark).map(toRgb),
  light: Object.values(THEME_BACKGROUNDS.light).map(toRgb),
}

/** An accent color as each theme shows it. */
export type AccentColors = Readonly<Record<ThemeName, Rgb>>
export type AccentResult =
  | { ok: true; colors: AccentColors }
  /** `nearest` is the closest color that passes. */
  | { ok: false; reason: 'gray' | 'pale' | 'dark'; nearest: Rgb }

/** Lowest contrast with any background of a theme. */
export function lowestContrast(rgb: Rgb, theme: ThemeName): number {
  return Math.min(...BACKGROUNDS[theme].map((background) => contrast(rgb, background)))
}

/**
 * Adapts the lightness of a color to each theme, so that text and buttons in it are readable; hue and chroma stay. Refuses
 * colors that wouldn't be recognized afterward.
 */
export function adaptAccent(rgb: Rgb): AccentResult {
  const color = toOklch(rgb)
  const reason = refusalOf(color)
  if (reason) return { ok: false, reason, nearest: findNearest(color) }
  return { ok: true, colors: { dark: colorFor(color, 'dark'), light: colorFor(color, 'light') } }
}

/** Reads a stored or typed color; null if it isn't one that passes. */
export function accentColorsOf(hex: string): AccentColors | null {
  const rgb = parseHex(hex)
  const result = rgb && adaptAccent(rgb)
  return result?.ok ? result.colors : null
}

/** Why a color is refused; null if it passes. */
function refusalOf(color: Oklch): 'gray' | 'pale' | 'dark' | null {
  const dark = toOklch(colorFor(color, 'dark'))
  const light = toOklch(colorFor(color, 'light'))
  if (dark.lightness - color.lightness > MAX_LIGHTNESS_CHANGE) return 'dark'
  if (color.lightness - light.lightness > MAX_LIGHTNESS_CHANGE) return 'pale'
  return Math.min(color.chroma, dark.chroma, light.chroma) < MIN_CHROMA ? 'gray' : null
}

/** The color with the least change of lightness that is readable on every background of a theme. */
function colorFor(color: Oklch, theme: ThemeName): Rgb {
  const own = toRgb(color)
  if (lowestContrast(own, theme) >= MIN_CONTRAST) return own
  let readable = theme === 'dark' ? 1 : 0
  let unreadable = color.lightness
  let result = toRgb({ ...color, lightness: readable })
  for (let step = 0; step < 12; step++) {
    const lightness = (readable + unreadable) / 2
    const rgb = toRgb({ ...color, lightness })
    if (lowestContrast(rgb, theme) < MIN_CONTRAST) {
      unreadable = lightness
    } else {
      readable = lightness
      result = rgb
    }
  }
  return result
}

const LIGHTNESS_STEP = 0.005
const CHROMA_STEP = 0.0025
/** Chroma above what a color has, or needs, only leads away from it. */
const CHROMA_SCOPE = 0.02

/** The nearest color of the same hue that passes. */
function findNearest(color: Oklch): Rgb {
  const candidates: { rgb: Rgb; difference: number }[] = []
  const maxChroma = Math.max(color.chroma, MIN_CHROMA) + CHROMA_SCOPE
  for (let lightness = 0; lightness <= 1; lightness += LIGHTNESS_STEP) {
    for (let chroma = MIN_CHROMA; chroma <= maxChroma; chroma += CHROMA_STEP) {
      const candidate = { lightness, chroma, hue: color.hue }
      if (!isInGamut(candidate)) break
      candidates.push({ rgb: toRgb(candidate), difference: distance(candidate, color) })
    }
  }
  candidates.sort((a, b) => a.difference - b.difference)
  const nearest = candidates.find(({ rgb }) => refusalOf(toOklch(rgb)) === null)
  if (!nearest) throw new Error(`No color of the hue of ${hexOf(toRgb(color))} passes`)
  return nearest.rgb
}
