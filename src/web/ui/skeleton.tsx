import { cx } from './class-names.ts'

/** A gray placeholder, sized by `className`. Set `aria-busy` on the loading region. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('skeleton block rounded-md', className)} />
}
