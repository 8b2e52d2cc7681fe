import type { PageBrand } from '#contract/page-services.ts'
import { cx } from './class-names.ts'
import { DialMark } from './dial.tsx'

type Logo = PageBrand['logo']

/** Logos at least this many times as wide as high contain the name. */
const WIDE_RATIO = 2
const MAX_RATIO = 5

/** True for a logo that stands for the name, which is then for screen readers only. */
export function isWideLogo(logo: Logo): boolean {
  return logo !== null && logo.width / logo.height >= WIDE_RATIO
}

interface BrandMarkProps {
  brand: { logo: Logo; favicon: string | null }
  /** Height in CSS pixels. */
  size: number
  /** Shows the square icon in place of a wide logo. */
  compact?: boolean
}

/** The brand's logo, or the product's dial; decorative, beside the name. */
export function BrandMark({ brand: { logo, favicon }, size, compact = false }: BrandMarkProps) {
  if (!logo) return <DialMark size={size} />
  const isIcon = compact && isWideLogo(logo) && favicon !== null
  const width = isIcon ? size : Math.round(Math.min(logo.width / logo.height, MAX_RATIO) * size)
  return (
    <img
      src={isIcon ? favicon : logo.url}
      alt=""
      width={width}
      height={size}
      style={{ width, height: size }}
      className={cx(
        'shrink-0 object-contain',
        logo.faintOn.includes('dark') && 'dark:rounded-md dark:bg-tile-light dark:p-0.5',
        logo.faintOn.includes('light') && 'light:rounded-md light:bg-tile-dark light:p-0.5',
      )}
    />
  )
}
