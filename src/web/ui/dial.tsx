import { CATEGORIES, type Category } from '#domain/signals/categories.ts'
import { categoryColor, categoryLabel } from './category-style.ts'
import { cx } from './class-names.ts'
import { DIAL, dialPoint, MARK, spokeAngle, spokePath } from './dial-geometry.ts'

export interface DialSpoke {
  category: Category
  /** Length: 0 to 1, where 1 reaches the rim. */
  value: number
  /** Text after the category's name, such as "+60"; by default the value in percent. */
  caption?: string
}

export interface DialProps {
  /** Missing categories have length 0. */
  spokes: readonly DialSpoke[]
  /** The number in the middle, 0 to 100; null draws a dash. */
  score?: number | null
  /** Text in the middle instead of the number. */
  center?: string
  /** Start of the text alternative, such as `9D score`. */
  label: string
  /** Diameter in CSS pixels; it shrinks with its container. */
  size?: number
  /** Names and captions around the rim. */
  labels?: boolean
  /** Spokes grow once when first shown. */
  draw?: boolean
  /** Makes spokes focusable: called with a category on hover, focus or press, and with null on leaving. */
  onSpoke?: (category: Category | null) => void
  /** The highlighted spoke; the others are faded. */
  active?: Category | null
  className?: string
}

type CompleteSpoke = Required<DialSpoke>

function completeSpokes(spokes: readonly DialSpoke[]): CompleteSpoke[] {
  return CATEGORIES.map((category) => {
    const given = spokes.find((spoke) => spoke.category === category)
    const value = given?.value ?? 0
    return { category, value, caption: given?.caption ?? `${Math.round(value * 100)}%` }
  })
}

/** Text alternative of the dial, longest spoke first. */
function describeDial({ label, score }: DialProps, all: readonly CompleteSpoke[]): string {
  const live = all.filter((spoke) => spoke.value > 0).sort((a, b) => b.value - a.value)
  const number =
    score === undefined ? '' : score === null ? ': not scored yet' : `: ${Math.round(score)} of 100`
  const parts = live.map((spoke) => `${categoryLabel(spoke.category)} ${spoke.caption}`)
  return `${label}${number}. ${parts.length > 0 ? `${parts.join(', ')}.` : 'No contributions.'}`
}

function Spoke({ index, spoke, props }: { index: number; spoke: CompleteSpoke; props: DialProps }) {
  const { onSpoke, active, draw } = props
  const name = `${categoryLabel(spoke.category)} ${spoke.caption}`
  const live = spoke.value > 0
  const activate = () => onSpoke?.(spoke.category)
  const deactivate = () => onSpoke?.(null)
  const isInteractive = onSpoke && live
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
      onPointerEnter={live ? activate : undefined}
      onPointerLeave={live ? deactivate : undefined}
      className={cx(
        'group/spoke outline-none transition-opacity',
        active && active !== spoke.category && 'opacity-40',
      )}
    >
      {live && <title>{name}</title>}
      <path
        d={spokePath(DIAL, index, 1)}
        className="fill-line/55 group-focus-visible/spoke:stroke-accent group-focus-visible/spoke:stroke-[2.5]"
      />
      {path && (
        <path
          d={path}
          fill={categoryColor(spoke.category)}
          className={draw ? 'animate-spoke [--spoke-hub:18.5%]' : undefined}
          style={draw ? { animationDelay: `${index * 60}ms` } : undefined}
        />
      )}
    </g>
  )
}

function DialCenter({ score, size = 208 }: Pick<DialProps, 'score' | 'size'>) {
  if (score === undefined) return null
  const figures = score === null ? '–' : String(Math.round(score))
  // Under 160 px the caption would be too small or crowd the number.
  const caption = score !== null && size >= 160
  return (
    <g aria-hidden textAnchor="middle">
      <text
        x="100"
        y={caption ? 97 : 100}
        dy={caption ? '0.26em' : '0.36em'}
        fontSize={figures.length > 2 ? 36 : 45}
        className="fill-text font-bold tracking-[-0.05em] tabular-nums"
      >
        {figures}
      </text>
      {caption && (
        <text x="100" y="125" fontSize={(12 * 200) / size} className="fill-muted">
          of 100
        </text>
      )}
    </g>
  )
}

/** Names around the rim, in HTML so that their size doesn't change when the dial shrinks. */
function RimLabels({ all }: { all: readonly CompleteSpoke[] }) {
  return all.map((spoke, index) => {
    const angle = spokeAngle(index, DIAL.count)
    const { x, y } = dialPoint(DIAL, angle, DIAL.rim + 8)
    const across = Math.abs(Math.sin(angle)) < 0.2 ? -50 : Math.sin(angle) > 0 ? 0 : -100
    return (
      <span
        key={spoke.category}
        aria-hidden
        className={cx(
          'pointer-events-none absolute text-xs leading-tight whitespace-nowrap text-muted md:text-[13px]',
          across === 0 ? 'text-left' : across === -50 ? 'text-center' : 'text-right',
        )}
        style={{
          left: `${x / 2}%`,
          top: `${y / 2}%`,
          transform: `translate(${across}%, ${Math.round(-50 - 50 * Math.cos(angle))}%)`,
        }}
      >
        {categoryLabel(spoke.category)}
        <span className="block text-dim tabular-nums">{spoke.caption}</span>
      </span>
    )
  })
}

/** Nine spokes around the score, one per category, as long as its contribution. */
export function Dial(props: DialProps) {
  const { score, center, size = 208, labels, onSpoke, className } = props
  const all = completeSpokes(props.spokes)
  return (
    <div className={cx(labels ? 'w-full px-20 py-12 md:px-24' : 'w-fit max-w-full', className)}>
      <div
        className={cx('relative', labels ? 'mx-auto' : 'max-w-full')}
        style={labels ? { maxWidth: size } : { width: size }}
      >
        <svg
          viewBox="0 0 200 200"
          width={size}
          height={size}
          role={onSpoke ? 'group' : 'img'}
          aria-label={describeDial(props, all)}
          className="block h-auto w-full"
        >
          {all.map((spoke, index) => (
            <Spoke key={spoke.category} index={index} spoke={spoke} props={props} />
          ))}
          {center === undefined && <DialCenter score={score} size={size} />}
        </svg>
        {center !== undefined && (
          <span
            aria-hidden
            className="pointer-events-none absolute inset-0 grid place-items-center font-semibold"
          >
            {center}
          </span>
        )}
        {labels && <RimLabels all={all} />}
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
