import { urls } from '#web/lib/urls.ts'

/** Whether a page works for somebody whose organization is suspended: billing, and the operator's own console. */
export function isOpenWhileSuspended(path: string): boolean {
  return [urls.billing, urls.admin, urls.blogAdmin].some(
    (open) => path === open || path.startsWith(`${open}/`),
  )
}
