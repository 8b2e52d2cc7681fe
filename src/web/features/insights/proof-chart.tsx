import { formatExactPercent } from '#web/lib/format.ts'

const WIDTH = 320
const HEIGHT = 92
const BAR = 22
const TOP = 6
const BASE = 62

interface ProofChartProps {
  share: number
  low: number
  high: number
  byChance: number
}

/** The share in the top 20% with its interval, and a dashed line at chance. The table has the same numbers. */
export function ProofChart({ share, low, high, byChance }: ProofChartProps) {
  const x = (fraction: number) => 14 + (WIDTH - 40) * fraction
  const middleY = TOP + 16 + BAR / 2
  const label = `${formatExactPercent(share)} in the top 20%, 95% interval ${formatExactPercent(low)} to ${formatExactPercent(high)}; by chance ${formatExactPercent(byChance)}`
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="block w-full max-w-80 fill-muted text-[13px] tabular-nums"
    >
      <path d={`M${x(0)} ${BASE}H${x(1)}`} className="stroke-line" />
      <rect x={x(0)} y={TOP + 16} width={x(share) - x(0)} height={BAR} rx={3} className="fill-accent/60" />
      <g className="stroke-text">
        <path d={`M${x(low)} ${middleY}H${x(high)}`} className="stroke-2" />
        <path d={`M${x(low)} ${middleY - 5}v10M${x(high)} ${middleY - 5}v10`} className="stroke-2" />
      </g>
      <path d={`M${x(byChance)} ${TOP + 8}V${BASE}`} strokeDasharray="4 3" className="stroke-dim" />
      <text x={x(byChance)} y={TOP + 4} textAnchor="middle">
        By chance
      </text>
      {[0, 0.5, 1].map((part) => (
        <text key={part} x={x(part)} y={BASE + 18} textAnchor="middle">
          {100 * part}%
        </text>
      ))}
    </svg>
  )
}
