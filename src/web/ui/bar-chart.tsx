const WIDTH = 600
const LEFT = 84
const BOTTOM = 26
const TOP = 14
const MAX_BAR = 28

interface Bar {
  key: string
  value: number
  title: string
  /** Text below the bar. */
  name?: string | undefined
  /** Hides the name on phones. */
  isNameOptional?: boolean
}

interface BarChartProps {
  /** Text alternative. */
  label: string
  bars: readonly Bar[]
  /** Width in bars; those beyond the last are empty. */
  slots?: number
  height: number
  /** End of the axis, which starts at 0. */
  top: number
  /** Formats the values beside the lines; null leaves one out. */
  format: (value: number) => string | null
}

/** A bar chart. A table next to it should have the same numbers. */
export function BarChart({ label, bars, slots = bars.length, height, top, format }: BarChartProps) {
  const slot = (WIDTH - LEFT) / Math.max(slots, 1)
  const bar = Math.min(slot * 0.68, MAX_BAR)
  const base = height - BOTTOM
  const y = (value: number) => base - ((base - TOP) * value) / top
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${height}`}
      className="block w-full overflow-visible fill-muted text-[13px] tabular-nums max-sm:text-[20px]"
    >
      {[0, top / 2, top].map((value) => (
        <g key={value}>
          <path d={`M${LEFT} ${y(value)}H${WIDTH}`} className="stroke-line" />
          <text x={LEFT - 8} y={y(value) + 4} textAnchor="end">
            {format(value)}
          </text>
        </g>
      ))}
      {bars.map(({ key, value, title, name, isNameOptional }, at) => (
        <g key={key}>
          <rect
            x={LEFT + slot * at + (slot - bar) / 2}
            y={y(value)}
            width={bar}
            height={base - y(value)}
            rx={Math.min(2, bar / 4)}
            className="fill-accent"
          >
            <title>{title}</title>
          </rect>
          {name && (
            <text
              x={LEFT + slot * (at + 0.5)}
              y={height - 6}
              textAnchor="middle"
              className={isNameOptional ? 'max-sm:hidden' : undefined}
            >
              {name}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}
