import { urls } from '#web/lib/urls.ts'

/** True for pages that work while the organization is suspended: billing and the admin console. */
export function isOpenWhileSuspended(path: string): boolean {
  return [urls.billing, urls.admin, urls.blogAdmin].some(
    (open) => path === open || path.startsWith(`${open}/`),
  )
}
