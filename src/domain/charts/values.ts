/** Units of a chart's numbers: counts, shares from 0 to 1, minutes, whole dollars, and credits. */
export type ChartUnit = 'count' | 'percent' | 'minutes' | 'dollars' | 'credits'

/** Shown for numbers that do not exist, such as a share of nothing. */
const MISSING = '–'

const counts = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** A number with its unit as shown in tables and texts: `1,234`, `12.5%`, `3 h 20 min`, `$8,400`. A dash if it is missing. */
export function formatValue(value: number | null, unit: ChartUnit): string {
  if (value === null || !Number.isFinite(value)) return MISSING
  if (unit === 'percent') return `${(100 * value).toFixed(1)}%`
  if (unit === 'minutes') return formatMinutes(value)
  return unit === 'dollars' ? dollars.format(value) : counts.format(value)
}

/** A number as short as an axis needs it: `1.2K`, `25%`, `3 d`. */
export function formatTick(value: number, unit: ChartUnit): string {
  if (unit === 'percent') return `${+(100 * value).toFixed(1)}%`
  if (unit === 'minutes') return formatMinutes(value)
  return unit === 'dollars' ? `$${short.format(value)}` : short.format(value)
}

/** `45 min`, `3 h 20 min`, `2 d 4 h`; the smaller part is left out if it is zero. */
function formatMinutes(minutes: number): string {
  const whole = Math.round(minutes)
  if (whole < 60) return `${whole} min`
  const isLong = whole >= 24 * 60
  const [size, big, small] = isLong ? ([24 * 60, 'd', 'h'] as const) : ([60, 'h', 'min'] as const)
  const rest = Math.floor((whole % size) / (isLong ? 60 : 1))
  return `${Math.floor(whole / size)} ${big}${rest > 0 ? ` ${rest} ${small}` : ''}`
}
