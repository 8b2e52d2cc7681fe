import {
  type KeyboardEvent,
  type PointerEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Chart } from '#domain/charts/chart.ts'
import { CHART_TEXT_SIZE, type ChartLayout, layOutChart } from '#domain/charts/layout.ts'
import type { ChartPoint, Mark, MarkColor } from '#domain/charts/shapes.ts'
import { cx } from '../class-names.ts'

const DEFAULT_HEIGHT = 240
/** Width before the chart is measured. */
const FIRST_WIDTH = 640

export interface ChartViewProps {
  chart: Chart
  /** Text alternative; the table has the numbers. */
  label: string
  /** Height in CSS pixels of charts that don't choose their own. */
  height?: number
  /** Opens the people behind a point, by the index of its label. */
  onOpen?: ((index: number) => void) | undefined
  className?: string
}

/** A chart as wide as its container. The arrow keys go from point to point, and each is read aloud. */
export function ChartView({ chart, label, height = DEFAULT_HEIGHT, onOpen, className }: ChartViewProps) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const layout = useMemo(() => layOutChart(chart, { width, height }), [chart, width, height])
  const [activeIndex, setActiveIndex] = useState<number | null>(null)
  const hintId = useId()
  const last = layout.points.length - 1
  const active = activeIndex === null ? undefined : layout.points[activeIndex]

  const onKeyDown = (event: KeyboardEvent) => {
    const at = activeIndex ?? -1
    const next = nextIndex(event.key, at, last)
    if (next !== null) setActiveIndex(next)
    else if (event.key === 'Escape' && active) setActiveIndex(null)
    else if (event.key === 'Enter' && active && onOpen) onOpen(at)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onPointerMove = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    setActiveIndex(pointAt(layout, event.clientX - box.left, event.clientY - box.top))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls, which a chart has none of
    <div
      ref={frame}
      role="group"
      aria-roledescription="chart"
      aria-label={label}
      aria-describedby={hintId}
      tabIndex={last >= 0 ? 0 : undefined}
      className={cx('relative rounded-md', className)}
      onKeyDown={onKeyDown}
      onBlur={() => setActiveIndex(null)}
      onPointerMove={onPointerMove}
      onPointerLeave={() => setActiveIndex(null)}
      onClick={onOpen && activeIndex !== null ? () => onOpen(activeIndex) : undefined}
    >
      <span id={hintId} className="sr-only">
        {onOpen ? 'Arrow keys read the values, Enter lists the people.' : 'Arrow keys read the values.'}
      </span>
      <ChartDrawing layout={layout} active={active} />
      {active && <PointValues point={active} width={layout.width} />}
      <span role="status" className="sr-only">
        {active && [active.title, ...active.values.map(({ text }) => text)].join(', ')}
      </span>
    </div>
  )
}

function nextIndex(key: string, at: number, last: number): number | null {
  if (last < 0) return null
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(at + 1, last)
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(at - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}

/** Index of the point below the pointer; null beside all. */
function pointAt({ points }: ChartLayout, x: number, y: number): number | null {
  const index = points.findIndex(
    (point) => x >= point.x && x < point.x + point.width && y >= point.y && y < point.y + point.height,
  )
  return index === -1 ? null : index
}

function ChartDrawing({ layout, active }: { layout: ChartLayout; active: ChartPoint | undefined }) {
  const { width, height, marks } = layout
  return (
    <svg aria-hidden width={width} height={height} className="block max-w-full overflow-visible tabular-nums">
      {active && (
        <rect
          x={active.x}
          y={active.y}
          width={active.width}
          height={active.height}
          className="fill-text opacity-6"
        />
      )}
      {marks.map((mark, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: marks have no identity of their own
        <MarkView key={index} mark={mark} />
      ))}
    </svg>
  )
}

const colorOf = (color: MarkColor) => `var(--color-${color})`

function MarkView({ mark }: { mark: Mark }) {
  if (mark.shape === 'text')
    return (
      <text
        x={mark.x}
        y={mark.y}
        textAnchor={mark.anchor}
        fontSize={CHART_TEXT_SIZE}
        fill={colorOf(mark.color)}
      >
        {mark.text}
      </text>
    )
  const { d, fill, stroke, opacity, isDashed, width } = mark
  return (
    <path
      d={d}
      fill={fill ? colorOf(fill) : 'none'}
      stroke={stroke ? colorOf(stroke) : 'none'}
      strokeWidth={width}
      strokeLinejoin="round"
      strokeDasharray={isDashed ? '4 4' : undefined}
      opacity={opacity}
    />
  )
}

const VALUES_WIDTH = 208

/** The values of the active point, beside it. */
function PointValues({ point, width }: { point: ChartPoint; width: number }) {
  const middle = point.x + point.width / 2
  const left = Math.max(0, Math.min(middle + 12, width - VALUES_WIDTH))
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-10 w-52 rounded-md border border-line-strong bg-popover px-2.5 py-2 text-xs"
      style={{ left, top: Math.max(0, point.y + 4) }}
    >
      <p className="font-medium">{point.title}</p>
      {point.values.map(({ text, tone }) => (
        <p key={text} className="mt-1 flex items-center gap-1.5 text-muted tabular-nums">
          <span className="size-2 shrink-0 rounded-sm" style={{ background: colorOf(tone) }} />
          {text}
        </p>
      ))}
    </div>
  )
}

/** The width of an element in CSS pixels, followed as it changes. */
function useWidth(frame: React.RefObject<HTMLDivElement | null>): number {
  const [width, setWidth] = useState(FIRST_WIDTH)
  // Before the first paint, so that nothing is drawn in another width.
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    setWidth(Math.max(1, Math.floor(element.clientWidth)))
    const observer = new ResizeObserver(() => setWidth(Math.max(1, Math.floor(element.clientWidth))))
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return width
}
