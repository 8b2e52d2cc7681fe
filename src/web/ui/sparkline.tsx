import { cx } from './class-names.ts'

export interface SparkPoint {
  /** Time in milliseconds since 1970. */
  time: number
  /** 0 to 100. */
  score: number
}

export interface SparklineProps {
  /** Oldest first. */
  points: readonly SparkPoint[]
  /** Start of the text alternative, such as "Score over time". */
  label: string
  /** Small label on the dashed line. */
  thresholdLabel?: string
  /** Height in CSS pixels; the width is the container's. */
  height?: number
  className?: string
}

const TOP = 6
/** Score of the dashed line. */
const THRESHOLD = 75

/** Points of the curve in a viewBox 100 wide; a single point becomes a level line. */
function curvePoints(points: readonly SparkPoint[], height: number): Array<[number, number]> {
  const first = points[0]?.time ?? 0
  const span = (points.at(-1)?.time ?? 0) - first
  const y = (score: number) => TOP + (height - TOP) * (1 - Math.min(100, Math.max(0, score)) / 100)
  const curve = points.map((point): [number, number] => [
    span > 0 ? ((point.time - first) / span) * 100 : 100,
    y(point.score),
  ])
  return curve.length === 1 && curve[0] ? [[0, curve[0][1]], curve[0]] : curve
}

/** A filled curve of a score over time, with a dashed line at the threshold. */
export function Sparkline(props: SparklineProps) {
  const { points, label, thresholdLabel, height = 72, className } = props
  const latest = points.at(-1)
  const oldest = points[0]
  if (!latest || !oldest) return <p className={cx('text-[13px] text-dim', className)}>No score history yet</p>
  const scores = points.map((point) => point.score)
  const description = `${label}: from ${Math.round(oldest.score)} to ${Math.round(latest.score)}, highest ${Math.round(Math.max(...scores))}`
  const line = curvePoints(points, height)
    .map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`)
    .join('L')
  const thresholdY = TOP + (height - TOP) * (1 - THRESHOLD / 100)
  return (
    <div className={cx('relative', className)}>
      <svg
        role="img"
        aria-label={description}
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
        width="100%"
        height={height}
        className="block overflow-visible"
      >
        <path d={`M0 ${height}L${line}L100 ${height}Z`} className="fill-accent/14" />
        <path
          d={`M0 ${thresholdY}H100`}
          vectorEffect="non-scaling-stroke"
          strokeDasharray="3 3"
          className="fill-none stroke-dim/70"
        />
        <path
          d={`M${line}`}
          vectorEffect="non-scaling-stroke"
          strokeLinejoin="round"
          className="fill-none stroke-accent stroke-2"
        />
      </svg>
      {thresholdLabel && (
        <span
          aria-hidden
          // A shadow keeps the label readable over the curve.
          className="absolute left-0 -translate-y-full text-xs text-muted [text-shadow:0_0_3px_var(--color-surface),0_0_3px_var(--color-surface),0_0_3px_var(--color-surface)]"
          style={{ top: thresholdY - 2 }}
        >
          {thresholdLabel}
        </span>
      )}
    </div>
  )
}
