import { cx } from './class-names.ts'

/** A grey shape where content will be; size it by `className`. Put `aria-busy` on the region that loads. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('skeleton block rounded-md', className)} />
}
