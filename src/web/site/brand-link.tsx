import { useBrand } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { cx } from '#web/ui/class-names.ts'
import { DialMark } from '#web/ui/dial.tsx'

/** Logo and product name, linked to the landing page. Hides a name that doesn't fit. */
export function BrandLink({ className }: { className?: string }) {
  const { name } = useBrand()
  return (
    <a
      href={urls.home}
      className={cx('inline-flex h-11 min-w-0 flex-wrap gap-x-2.5 overflow-hidden font-semibold', className)}
    >
      <span className="inline-flex h-11 items-center">
        <DialMark size={26} />
      </span>
      <span className="inline-flex h-11 items-center">{name}</span>
    </a>
  )
}
