import { cx } from './class-names.ts'

const SIZES = { sm: 'text-base', md: 'text-2xl', lg: 'text-4xl' } as const

/** Colour of a score on a card: green from 75, yellow from 50, red below; dim when there is none. */
function tone(score: number | null): string {
  if (score === null) return 'text-dim'
  if (score >= 75) return 'text-band-high'
  return score >= 50 ? 'text-band-mid' : 'text-band-low'
}

export interface ScoreNumberProps {
  /** 0 to 100; null before the first score. */
  score: number | null
  size?: keyof typeof SIZES
  className?: string
}

/** A score in its band's colour. */
export function ScoreNumber({ score, size = 'md', className }: ScoreNumberProps) {
  return (
    <span
      className={cx(
        'leading-none font-semibold tracking-tight tabular-nums',
        SIZES[size],
        tone(score),
        className,
      )}
    >
      {score === null ? <span aria-hidden>–</span> : Math.round(score)}
      <span className="sr-only">{score === null ? 'Not scored yet' : ' of 100'}</span>
    </span>
  )
}
