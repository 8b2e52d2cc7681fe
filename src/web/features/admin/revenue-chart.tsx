import type { OperatorMonth } from '#contract/admin.ts'
import { formatCents, formatMonth } from '#web/lib/format.ts'
import { roundTop, shortMonth } from './admin-texts.ts'

const WIDTH = 600
const HEIGHT = 240
const LEFT = 84
const BOTTOM = 26
const TOP = 10

/** Bar chart of revenue per month. The table next to it has the same numbers. */
export function RevenueChart({ months }: { months: readonly OperatorMonth[] }) {
  const end = roundTop(Math.max(...months.map(({ revenueCents }) => revenueCents)) / 100) * 100
  const slot = (WIDTH - LEFT) / Math.max(months.length, 1)
  const bar = slot * 0.64
  const base = HEIGHT - BOTTOM
  const y = (cents: number) => base - ((base - TOP) * cents) / end
  const last = months.at(-1)
  return (
    <svg
      role="img"
      aria-label={`Revenue by month${last ? `: ${formatCents(last.revenueCents)} in ${formatMonth(last.month)} so far` : ''}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="block w-full fill-muted text-[13px] tabular-nums max-sm:text-[20px]"
    >
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <path d={`M${LEFT} ${y(end * share)}H${WIDTH}`} className="stroke-line" />
          <text x={LEFT - 8} y={y(end * share) + 4} textAnchor="end">
            {formatCents(end * share)}
          </text>
        </g>
      ))}
      {months.map(({ month, revenueCents }, at) => (
        <g key={month}>
          <rect
            x={LEFT + slot * at + (slot - bar) / 2}
            y={y(revenueCents)}
            width={bar}
            height={base - y(revenueCents)}
            rx={2}
            className="fill-accent"
          >
            <title>{`${formatMonth(month)}: ${formatCents(revenueCents)}`}</title>
          </rect>
          {/* Phones have room for every third name. */}
          <text
            x={LEFT + slot * (at + 0.5)}
            y={HEIGHT - 6}
            textAnchor="middle"
            className={(months.length - 1 - at) % 3 === 0 ? undefined : 'max-sm:hidden'}
          >
            {shortMonth(month)}
          </text>
        </g>
      ))}
    </svg>
  )
}
