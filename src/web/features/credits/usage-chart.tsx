import type { CreditUsageDay } from '#contract/billing.ts'
import { formatCount, formatDay } from '#web/lib/format.ts'
import { axisTop, usageDescription } from './usage-days.ts'

const WIDTH = 600
const HEIGHT = 180
const LEFT = 68
const BOTTOM = 24
const TOP = 14

interface UsageChartProps {
  days: readonly CreditUsageDay[]
  /** Width in days; future days are empty. */
  width: number
}

/** Bar chart of credits used per day. The table next to it has the same numbers. */
export function UsageChart({ days, width }: UsageChartProps) {
  const end = axisTop(days)
  const slot = (WIDTH - LEFT) / Math.max(width, 1)
  const bar = Math.min(slot * 0.72, 28)
  const base = HEIGHT - BOTTOM
  const y = (used: number) => base - ((base - TOP) * used) / end
  const last = days.length - 1
  return (
    <svg
      role="img"
      aria-label={usageDescription(days)}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="block w-full fill-muted text-xs tabular-nums max-sm:text-[20px]"
    >
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <path d={`M${LEFT} ${y(end * share)}H${WIDTH}`} className="stroke-line" />
          {Number.isInteger(end * share) && (
            <text x={LEFT - 8} y={y(end * share) + 4} textAnchor="end">
              {formatCount(end * share)}
            </text>
          )}
        </g>
      ))}
      {days.map(({ day, used }, at) => (
        <rect
          key={day}
          x={LEFT + slot * at + (slot - bar) / 2}
          y={y(used)}
          width={bar}
          height={base - y(used)}
          rx={Math.min(2, bar / 4)}
          className="fill-accent"
        >
          <title>{`${formatDay(day)}: ${used}`}</title>
        </rect>
      ))}
      {days[0] && (
        <text x={LEFT} y={HEIGHT - 4}>
          {shortDay(days[0].day)}
        </text>
      )}
      {last * slot > 110 && days[last] && (
        <text x={LEFT + slot * (last + 0.5)} y={HEIGHT - 4} textAnchor={last > width - 3 ? 'end' : 'middle'}>
          {shortDay(days[last].day)}
        </text>
      )}
    </svg>
  )
}

/** `Nov 21` */
function shortDay(day: string): string {
  return formatDay(day).replace(/, \d{4}$/, '')
}
