import { cx } from './class-names.ts'

const SIZES = { sm: 'text-base', md: 'text-2xl', lg: 'text-4xl' } as const

/** The band of a score, 0 to 100: high (green) from 75, mid (yellow) from 50, low (red) below. */
export function scoreBand(score: number): 'high' | 'mid' | 'low' {
  if (score >= 75) return 'high'
  return score >= 50 ? 'mid' : 'low'
}

const TONES = { high: 'text-band-high', mid: 'text-band-mid', low: 'text-band-low' } as const

export interface ScoreNumberProps {
  /** 0 to 100; null before the first score. */
  score: number | null
  size?: keyof typeof SIZES
  className?: string
}

/** A score in its band's color. */
export function ScoreNumber({ score, size = 'md', className }: ScoreNumberProps) {
  return (
    <span
      className={cx(
        'leading-none font-semibold tracking-tight tabular-nums',
        SIZES[size],
        score === null ? 'text-dim' : TONES[scoreBand(score)],
        className,
      )}
    >
      {score === null ? <span aria-hidden>–</span> : Math.round(score)}
      <span className="sr-only">{score === null ? 'Not scored yet' : ' of 100'}</span>
    </span>
  )
}
