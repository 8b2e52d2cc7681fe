import { useState } from 'react'
import { cx } from './class-names.ts'

const SIZES = { sm: 'size-7 text-xs', md: 'size-10 text-sm', lg: 'size-12 text-base' } as const

/** First letters of the first and last word of a name, upper case; empty for a blank name. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words
  return letters.map((word) => Array.from(word ?? '')[0]?.toUpperCase() ?? '').join('')
}

export interface AvatarProps {
  name: string
  /** Photo URL; initials are shown without one or if it fails to load. */
  src?: string | null
  size?: keyof typeof SIZES
  className?: string
}

/** A round portrait. Decorative: show the name beside it. */
export function Avatar({ name, src, size = 'md', className }: AvatarProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  return (
    <span
      aria-hidden
      className={cx(
        'relative grid shrink-0 place-items-center overflow-hidden rounded-full border border-line bg-raised font-semibold',
        SIZES[size],
        className,
      )}
    >
      {initials(name)}
      {src && src !== failedSrc && (
        <img
          key={src}
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          // An image that failed before hydration fires no event, so it is checked when attached.
          ref={(image) => {
            if (image?.complete && image.naturalWidth === 0) setFailedSrc(src)
          }}
          onError={() => setFailedSrc(src)}
          className="absolute inset-0 size-full bg-raised object-cover"
        />
      )}
    </span>
  )
}
