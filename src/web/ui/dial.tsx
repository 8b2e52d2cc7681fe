import { CATEGORIES, type Category } from '#domain/signals/categories.ts'
import { categoryColor, categoryLabel } from './category.tsx'
import { cx } from './class-names.ts'

export interface DialSpoke {
  category: Category
  /** Length: 0 to 1, where 1 reaches the rim. */
  value: number
  /** Text after the category's name, such as "+60"; by default the value in percent. */
  caption?: string
}

interface DialProps {
  /** Missing categories have length 0. */
  spokes: readonly DialSpoke[]
  /** The number in the middle, 0 to 100; null draws a dash. */
  score?: number | null
  /** Start of the text alternative, such as `9D score`. */
  label: string
  /** Diameter in CSS pixels; it shrinks with its container. */
  size?: number
  /** Makes spokes focusable: called with a category on hover, focus or press, and with null afterward. */
  onSpoke?: (category: Category | null) => void
  /** The highlighted spoke; the others are faded. */
  active?: Category | null
  className?: string
}

type CompleteSpoke = Required<DialSpoke>

function completeSpokes(spokes: readonly DialSpoke[]): CompleteSpoke[] {
  return CATEGORIES.map((category) => {
    const spoke = spokes.find((spoke) => spoke.category === category)
    const value = spoke?.value ?? 0
    return { category, value, caption: spoke?.caption ?? `${Math.round(value * 100)}%` }
  })
}

/** Text alternative of the dial, longest spoke first. */
function describeDial({ label, score }: DialProps, spokes: readonly CompleteSpoke[]): string {
  const activeSpokes = spokes.filter((spoke) => spoke.value > 0).sort((a, b) => b.value - a.value)
  const scoreText =
    score === undefined ? '' : score === null ? ': not scored yet' : `: ${Math.round(score)} of 100`
  const parts = activeSpokes.map((spoke) => `${categoryLabel(spoke.category)} ${spoke.caption}`)
  return `${label}${scoreText}. ${parts.length > 0 ? `${parts.join(', ')}.` : 'No contributions.'}`
}

function Spoke({ index, spoke, props }: { index: number; spoke: CompleteSpoke; props: DialProps }) {
  const { onSpoke, active } = props
  const name = `${categoryLabel(spoke.category)} ${spoke.caption}`
  const hasContribution = spoke.value > 0
  const activate = () => onSpoke?.(spoke.category)
  const deactivate = () => onSpoke?.(null)
  const isInteractive = onSpoke && hasContribution
  const path = spokePath(DIAL, index, spoke.value)
  return (
    <g
      {...(isInteractive
        ? {
            role: 'button',
            tabIndex: 0,
            'aria-label': name,
            onFocus: activate,
            onBlur: deactivate,
            onClick: activate,
          }
        : {})}
      onPointerEnter={hasContribution ? activate : undefined}
      onPointerLeave={hasContribution ? deactivate : undefined}
      className={cx(
        'group/spoke outline-none transition-opacity',
        active && active !== spoke.category && 'opacity-40',
      )}
    >
      {hasContribution && <title>{name}</title>}
      <path
        d={spokePath(DIAL, index, 1)}
        className="fill-line/55 group-focus-visible/spoke:stroke-accent group-focus-visible/spoke:stroke-[2.5]"
      />
      {path && <path d={path} fill={categoryColor(spoke.category)} />}
    </g>
  )
}

function DialCenter({ score, size = 208 }: Pick<DialProps, 'score' | 'size'>) {
  if (score === undefined) return null
  const scoreText = score === null ? '–' : String(Math.round(score))
  // Under 160 px the caption would be too small or crowd the number.
  const hasCaption = score !== null && size >= 160
  return (
    <g aria-hidden textAnchor="middle">
      <text
        x="100"
        y={hasCaption ? 97 : 100}
        dy={hasCaption ? '0.26em' : '0.36em'}
        fontSize={scoreText.length > 2 ? 36 : 45}
        className="fill-text font-bold tracking-[-0.05em] tabular-nums"
      >
        {scoreText}
      </text>
      {hasCaption && (
        <text x="100" y="125" fontSize={(12 * 200) / size} className="fill-muted">
          of 100
        </text>
      )}
    </g>
  )
}

/** Nine spokes around the score, one per category; the length shows its contribution. */
export function Dial(props: DialProps) {
  const { score, size = 208, onSpoke, className } = props
  const spokes = completeSpokes(props.spokes)
  return (
    <div className={cx('w-fit max-w-full', className)}>
      <div className="relative max-w-full" style={{ width: size }}>
        <svg
          viewBox="0 0 200 200"
          width={size}
          height={size}
          role={onSpoke ? 'group' : 'img'}
          aria-label={describeDial(props, spokes)}
          className="block h-auto w-full"
        >
          {spokes.map((spoke, index) => (
            <Spoke key={spoke.category} index={index} spoke={spoke} props={props} />
          ))}
          <DialCenter score={score} size={size} />
        </svg>
      </div>
    </div>
  )
}

/** Spoke lengths of the logo, recognizable at 20 px. */
const MARK_LENGTHS = [0.72, 1, 0.62, 0.9, 0.55, 0.8, 0.6, 1, 0.7]

/** The dial as a logo; decorative, beside the name. */
export function DialMark({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 200 200" width={size} height={size} className="shrink-0" aria-hidden>
      {CATEGORIES.map((category, index) => (
        <path
          key={category}
          d={spokePath(MARK, index, MARK_LENGTHS[index] ?? 1)}
          fill={categoryColor(category)}
        />
      ))}
    </svg>
  )
}

/** Equal spokes around a hub, clockwise, the first centered at twelve o'clock. */
interface DialShape {
  count: number
  /** x and y of the center. */
  center: number
  /** Distances from the center at which spokes start and full spokes end. */
  hub: number
  rim: number
  /** Width of the gap between two spokes, the same from hub to rim. */
  gap: number
}

/** The dial, in a viewBox of 200 by 200. */
export const DIAL: DialShape = { count: 9, center: 100, hub: 37, rim: 99, gap: 5 }

/** The dial as a logo of a few pixels: smaller hub, wider gap. */
const MARK: DialShape = { count: 9, center: 100, hub: 34, rim: 99, gap: 6 }

/** Minimum visible length of a spoke above 0, as a share of the full length. */
const MIN_SPOKE_SHARE = 0.05

/** Middle of a spoke in radians clockwise from twelve o'clock. */
export function spokeAngle(index: number, count: number): number {
  return (index * 2 * Math.PI) / count
}

/** The point at an angle and distance from the center, y downwards. */
export function dialPoint(shape: DialShape, angle: number, distance: number): { x: number; y: number } {
  return { x: shape.center + distance * Math.sin(angle), y: shape.center - distance * Math.cos(angle) }
}

/** Distance from the center to a spoke's end; `value` is clamped to 0..1, and 0 has no length. */
export function spokeEnd(shape: DialShape, value: number): number {
  if (!(value > 0)) return shape.hub
  return shape.hub + (shape.rim - shape.hub) * Math.min(1, Math.max(MIN_SPOKE_SHARE, value))
}

/** SVG path of the annular sector of one spoke, from the hub to `value` (0 to 1); empty at 0. */
export function spokePath(shape: DialShape, index: number, value: number): string {
  const end = spokeEnd(shape, value)
  if (end <= shape.hub) return ''
  const middleAngle = spokeAngle(index, shape.count)
  const halfAngle = Math.PI / shape.count
  // A gap of constant width takes a larger angle near the hub.
  const hubHalfAngle = halfAngle - Math.asin(shape.gap / 2 / shape.hub)
  const endHalfAngle = halfAngle - Math.asin(shape.gap / 2 / end)
  const pointText = (angle: number, distance: number) => {
    const { x, y } = dialPoint(shape, angle, distance)
    return `${x.toFixed(2)} ${y.toFixed(2)}`
  }
  return [
    `M${pointText(middleAngle - hubHalfAngle, shape.hub)}`,
    `L${pointText(middleAngle - endHalfAngle, end)}`,
    `A${end.toFixed(2)} ${end.toFixed(2)} 0 0 1 ${pointText(middleAngle + endHalfAngle, end)}`,
    `L${pointText(middleAngle + hubHalfAngle, shape.hub)}`,
    `A${shape.hub} ${shape.hub} 0 0 0 ${pointText(middleAngle - hubHalfAngle, shape.hub)}Z`,
  ].join('')
}
