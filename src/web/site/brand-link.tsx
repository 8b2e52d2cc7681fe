import { Link } from 'react-router'
import { PRODUCT_NAME } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { cx } from '#web/ui/class-names.ts'
import { DialMark } from '#web/ui/dial.tsx'

/** The mark and the product's name, leading home. */
export function BrandLink({ className }: { className?: string }) {
  return (
    <Link to={urls.home} className={cx('inline-flex min-h-11 items-center gap-2.5 font-semibold', className)}>
      <DialMark size={26} />
      {PRODUCT_NAME}
    </Link>
  )
}
