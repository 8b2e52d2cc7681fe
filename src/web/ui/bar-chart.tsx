const WIDTH = 600
const LEFT = 84
const BOTTOM = 26
const TOP = 14
const MAX_BAR_WIDTH = 28

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
  /** Width of the chart in bars; may exceed the number of bars. */
  slotCount?: number
  height: number
  /** End of the axis, which starts at 0. */
  max: number
  /** Formats the axis values; null hides one. */
  format: (value: number) => string | null
}

/** A bar chart. A table next to it should have the same numbers. */
export function BarChart({ label, bars, slotCount = bars.length, height, max, format }: BarChartProps) {
  const slotWidth = (WIDTH - LEFT) / Math.max(slotCount, 1)
  const barWidth = Math.min(slotWidth * 0.68, MAX_BAR_WIDTH)
  const baseline = height - BOTTOM
  const y = (value: number) => baseline - ((baseline - TOP) * value) / max
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${height}`}
      className="block w-full overflow-visible fill-muted text-[13px] tabular-nums max-sm:text-[20px]"
    >
      {[0, max / 2, max].map((value) => (
        <g key={value}>
          <path d={`M${LEFT} ${y(value)}H${WIDTH}`} className="stroke-line" />
          <text x={LEFT - 8} y={y(value) + 4} textAnchor="end">
            {format(value)}
          </text>
        </g>
      ))}
      {bars.map(({ key, value, title, name, isNameOptional }, index) => (
        <g key={key}>
          <rect
            x={LEFT + slotWidth * index + (slotWidth - barWidth) / 2}
            y={y(value)}
            width={barWidth}
            height={baseline - y(value)}
            rx={Math.min(2, barWidth / 4)}
            className="fill-accent"
          >
            <title>{title}</title>
          </rect>
          {name && (
            <text
              x={LEFT + slotWidth * (index + 0.5)}
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
