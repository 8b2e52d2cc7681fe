import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { MapShape } from '#contract/map.ts'
import { cx } from '#web/ui/class-names.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import { shapesQuery } from './map-queries.ts'
import { type View, viewOf } from './map-view.ts'

/** Part of the drawing up to which counties are drawn. */
const COUNTY_VIEW_SHARE = 0.45

/** A dot at a position of the drawing, which `GET /api/map` gives for each group. */
export interface PlaceDot {
  key: string
  x: number | null
  y: number | null
  count: number
  /** Shown on hover. */
  label: string
}

interface PlacesMapProps {
  /** Describes the map to screen readers; the same figures must be in a list or table beside it. */
  label: string
  /** Counts by county FIPS code, which shade the counties. */
  counties?: ReadonlyMap<string, number>
  dots?: readonly PlaceDot[]
  /** Key of the dot to highlight. */
  activeKey?: string | null
  onActive?: (key: string | null) => void
  onOpen?: (key: string) => void
  className?: string
}

/**
 * States and counties with shaded counties or dots. Zooms to the dots, or to the counties with counts. Mouse and touch only: a
 * list beside it serves keyboards and screen readers.
 */
export function PlacesMap(props: PlacesMapProps) {
  const { dots = [], counties, label, className } = props
  const outlines = useQuery(shapesQuery([]))
  return (
    <div
      className={cx(
        'relative aspect-[975/610] w-full overflow-hidden rounded-lg border border-line bg-surface',
        className,
      )}
    >
      <Loaded
        query={outlines}
        failure="We couldn't load the map"
        isCompact
        pending={<Skeleton className="absolute inset-0" />}
      >
        {({ width, height, states }) => {
          const view = viewOf(dots, { width, height })
          const shownStates = statesOf(states, view, { width, dots, counties })
          return (
            <Drawing label={label} view={view} states={states} countiesOf={shownStates} counts={counties}>
              {dots.map((dot) => (
                <Dot key={dot.key} {...props} dot={dot} view={view} />
              ))}
            </Drawing>
          )
        }}
      </Loaded>
    </div>
  )
}

/** Codes of the states whose counties are drawn: those with dots in a close view, or with counts. */
function statesOf(
  states: readonly MapShape[],
  view: View,
  {
    width,
    dots,
    counties,
  }: { width: number; dots: readonly PlaceDot[]; counties: PlacesMapProps['counties'] },
): string[] {
  if (counties) return [...new Set([...counties.keys()].map((county) => county.slice(0, 2)))]
  if (dots.length === 0 || view.width > width * COUNTY_VIEW_SHARE) return []
  return states.filter(({ path }) => isInView(path, view)).map(({ id }) => id)
}

/** True if the box around a path overlaps the view. */
function isInView(path: string, view: View): boolean {
  const { west, east, north, south } = boxOf(path)
  const isBeside = east < view.x || west > view.x + view.width
  return !isBeside && south >= view.y && north <= view.y + view.height
}

/** The box around a path. */
function boxOf(path: string) {
  const numbers = (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number)
  const xs = numbers.filter((_, i) => i % 2 === 0)
  const ys = numbers.filter((_, i) => i % 2 === 1)
  return { west: Math.min(...xs), east: Math.max(...xs), north: Math.min(...ys), south: Math.max(...ys) }
}

interface DrawingProps {
  label: string
  view: View
  states: readonly MapShape[]
  countiesOf: readonly string[]
  counts: ReadonlyMap<string, number> | undefined
  children: ReactNode
}

function Drawing({ label, view, states, countiesOf, counts, children }: DrawingProps) {
  const detailed = useQuery({ ...shapesQuery(countiesOf), enabled: countiesOf.length > 0 })
  const max = Math.max(1, ...(counts?.values() ?? []))
  const line = { fill: 'none', vectorEffect: 'non-scaling-stroke' } as const
  return (
    <>
      <svg
        role="img"
        aria-label={label}
        viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
        className="absolute inset-0 size-full"
      >
        {states.map(({ id, path }) => (
          <path key={id} d={path} fill="var(--color-raised)" />
        ))}
        {countiesOf.length > 0 &&
          detailed.data?.counties.map(({ id, name, path }) => (
            <path
              key={id}
              d={path}
              {...line}
              fill={countyFill(counts?.get(id) ?? 0, max)}
              stroke="var(--color-line-strong)"
              strokeWidth={0.75}
            >
              <title>{counts ? `${name}: ${counts.get(id) ?? 0}` : name}</title>
            </path>
          ))}
        {states.map(({ id, path }) => (
          <path key={id} d={path} {...line} stroke="var(--color-dim)" strokeWidth={1} />
        ))}
      </svg>
      {!counts &&
        countiesOf.length > 0 &&
        detailed.data?.counties.map((county) => <CountyName key={county.id} county={county} view={view} />)}
      {children}
    </>
  )
}

/** Narrowest county that is labeled, as a share of the view. */
const MIN_LABELED_SHARE = 0.16

/** The name of a county at its center; none for small ones and those outside of the view. */
function CountyName({ county, view }: { county: MapShape; view: View }) {
  const { west, east, north, south } = boxOf(county.path)
  const left = ((west + east) / 2 - view.x) / view.width
  const top = ((north + south) / 2 - view.y) / view.height
  const isShown = left > 0.06 && left < 0.94 && top > 0.04 && top < 0.96
  if (!isShown || east - west < view.width * MIN_LABELED_SHARE) return null
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute -translate-1/2 text-[11px] text-dim"
      style={{ left: `${left * 100}%`, top: `${top * 100}%` }}
    >
      {county.name}
    </span>
  )
}

/** Darker for more contacts; the root keeps counties with few of them visible. */
function countyFill(count: number, max: number): string {
  if (count === 0) return 'var(--color-raised)'
  const share = Math.round(18 + 72 * Math.sqrt(count / max))
  return `color-mix(in oklch, var(--color-accent) ${share}%, var(--color-raised))`
}

/** Diameters in pixels. */
const MIN_DOT = 12
const MAX_DOT = 44
const DOT_GROWTH = 5

interface DotProps extends Pick<PlacesMapProps, 'activeKey' | 'onActive' | 'onOpen'> {
  dot: PlaceDot
  view: View
}

function Dot({ dot, view, activeKey, onActive, onOpen }: DotProps) {
  const { key, x, y, count, label } = dot
  if (x === null || y === null) return null
  const isActive = key === activeKey
  const size = Math.min(MAX_DOT, MIN_DOT + DOT_GROWTH * Math.log2(count))
  return (
    <button
      type="button"
      // The list beside the map has the same button for keyboards and screen readers.
      aria-hidden
      tabIndex={-1}
      title={label}
      data-dot={key}
      onClick={() => onOpen?.(key)}
      onPointerEnter={() => onActive?.(key)}
      onPointerLeave={() => onActive?.(null)}
      className={cx(
        'absolute grid -translate-1/2 place-items-center rounded-full border text-[11px] font-semibold tabular-nums',
        isActive
          ? 'z-10 border-text bg-accent text-on-accent'
          : 'border-surface/70 bg-accent/85 text-on-accent hover:bg-accent',
      )}
      style={{
        left: `${((x - view.x) / view.width) * 100}%`,
        top: `${((y - view.y) / view.height) * 100}%`,
        width: size,
        height: size,
      }}
    >
      {size >= 24 && count}
      {isActive && (
        <span className="pointer-events-none absolute bottom-full mb-1.5 rounded-md border border-line-strong bg-popover px-2 py-1 text-xs font-medium whitespace-nowrap text-text">
          {label}
        </span>
      )}
    </button>
  )
}
