import { useBrand } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { BrandMark, isWideLogo } from '#web/ui/brand-mark.tsx'
import { cx } from '#web/ui/class-names.ts'

/** Logo and product name, linked to the landing page. Hides a name that doesn't fit. */
export function BrandLink({ className }: { className?: string }) {
  const brand = useBrand()
  return (
    <a
      href={urls.home}
      className={cx('inline-flex h-11 min-w-0 flex-wrap gap-x-2.5 overflow-hidden font-semibold', className)}
    >
      <span className="inline-flex h-11 items-center">
        <BrandMark brand={brand} size={26} />
      </span>
      <span className={isWideLogo(brand.logo) ? 'sr-only' : 'inline-flex h-11 items-center'}>
        {brand.name}
      </span>
    </a>
  )
}
