import type { OutcomeComparison } from '#domain/score/field-evaluation.ts'
import { formatExactPercent } from '#web/lib/format.ts'
import { axisEnd } from './outcome-texts.ts'

const WIDTH = 360
const HEIGHT = 280
const LEFT = 64
const BOTTOM = 40
const TOP = 10
const RIGHT = 22
const TICKS = 4

/** Expected against observed shares with intervals; they agree on the dashed line. The table has the same numbers. */
export function CalibrationPlot({ groups }: { groups: readonly OutcomeComparison[] }) {
  const end = axisEnd(groups.flatMap(({ expected, high }) => [expected, high]))
  const x = (share: number) => LEFT + ((WIDTH - LEFT - RIGHT) * share) / end
  const y = (share: number) => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - TOP) * share) / end
  const matchCount = groups.filter(({ expected, low, high }) => low <= expected && expected <= high).length
  const ticks = Array.from({ length: TICKS + 1 }, (_, index) => (end * index) / TICKS)
  return (
    <svg
      role="img"
      aria-label={`Expected and observed shares: in ${matchCount} of ${groups.length} groups the expected share is within the observed interval`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="block w-full max-w-90"
    >
      {ticks.map((tick) => (
        <g key={tick} className="fill-muted text-sm tabular-nums">
          <path d={`M${LEFT} ${y(tick)}H${WIDTH - RIGHT}`} className="stroke-line" />
          <text x={LEFT - 6} y={y(tick) + 4} textAnchor="end">
            {shareLabel(tick)}
          </text>
          <text x={x(tick)} y={HEIGHT - BOTTOM + 17} textAnchor="middle">
            {shareLabel(tick)}
          </text>
        </g>
      ))}
      <path
        d={`M${x(0)} ${y(0)}L${x(end)} ${y(end)}`}
        strokeDasharray="4 4"
        className="fill-none stroke-dim"
      />
      {groups.map((group) => (
        <g key={`${group.expected} ${group.observed}`} className="fill-accent stroke-accent">
          <path d={`M${x(group.expected)} ${y(group.low)}V${y(group.high)}`} className="stroke-2" />
          <circle cx={x(group.expected)} cy={y(group.observed)} r={4} stroke="none">
            <title>{`Expected ${formatExactPercent(group.expected)}, moved ${formatExactPercent(group.observed)}`}</title>
          </circle>
        </g>
      ))}
      <g className="fill-muted text-sm">
        <text x={(LEFT + WIDTH - RIGHT) / 2} y={HEIGHT - 4} textAnchor="middle">
          Expected
        </text>
        <text
          x={12}
          y={(TOP + HEIGHT - BOTTOM) / 2}
          textAnchor="middle"
          transform={`rotate(-90 12 ${(TOP + HEIGHT - BOTTOM) / 2})`}
        >
          Moved
        </text>
      </g>
    </svg>
  )
}

function shareLabel(share: number): string {
  return `${+(100 * share).toFixed(1)}%`
}
