/** A color in OKLCH: lightness 0 to 1, chroma from 0 (gray), hue in degrees. */
export type Oklch = { lightness: number; chroma: number; hue: number }
/** An sRGB color: three whole numbers from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** Below this chroma the hue is only rounding noise. */
const GRAY_CHROMA = 0.004
/** Hue of the product's own grays, for colors without a hue. */
const NEUTRAL_HUE = 265
/** How far a channel may be outside of 0 to 1 and still round into it. */
const GAMUT_TOLERANCE = 0.0005

/** `#1a6cf0` to its channels; null for any other text. */
export function parseHex(text: string): Rgb | null {
  if (!/^#[0-9a-f]{6}$/i.test(text)) return null
  const value = Number.parseInt(text.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

export function hexOf(rgb: Rgb): string {
  return `#${rgb.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

export function toOklch(rgb: Rgb): Oklch {
  const [red, green, blue] = rgb.map(toLinear) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const chroma = Math.hypot(a, b)
  const hue = chroma < GRAY_CHROMA ? NEUTRAL_HUE : ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360
  return { lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, chroma, hue }
}

/** The nearest color that screens can show: chroma is reduced if needed, lightness and hue stay. */
export function toRgb(color: Oklch): Rgb {
  const channels = linearChannels({ ...color, chroma: Math.min(color.chroma, maxChroma(color)) })
  return channels.map(toByte) as unknown as Rgb // map keeps the length
}

/** Largest chroma of sRGB at this lightness and hue, at most the color's own. */
function maxChroma(color: Oklch): number {
  if (isInGamut(color)) return color.chroma
  let low = 0
  let high = color.chroma
  for (let step = 0; step < 14; step++) {
    const chroma = (low + high) / 2
    if (isInGamut({ ...color, chroma })) low = chroma
    else high = chroma
  }
  return low
}

/** Contrast ratio of WCAG, from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Distance of two colors as people see them (OKLab). */
export function distance(a: Oklch, b: Oklch): number {
  const [ax, ay] = hueVector(a)
  const [bx, by] = hueVector(b)
  return Math.hypot(a.lightness - b.lightness, ax - bx, ay - by)
}

function hueVector({ chroma, hue }: Oklch): [number, number] {
  const angle = (hue * Math.PI) / 180
  return [chroma * Math.cos(angle), chroma * Math.sin(angle)]
}

function linearChannels(color: Oklch): [number, number, number] {
  const [a, b] = hueVector(color)
  const l = (color.lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (color.lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (color.lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

export function isInGamut(color: Oklch): boolean {
  return linearChannels(color).every((value) => value >= -GAMUT_TOLERANCE && value <= 1 + GAMUT_TOLERANCE)
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map(toLinear) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function toLinear(channel: number): number {
  const value = channel / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function toByte(linear: number): number {
  const value = Math.min(1, Math.max(0, linear))
  return Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055))
}
