import { BoundedMap } from './platform/bounded-map.ts'

/** A rendered page; its nonce is a placeholder. */
export type RenderedPage = { status: number; headers: Headers; html: string }

const MAX_PAGES = 300
/** While one request renders a page again, the others get the old one for at most this long. */
const GRACE_MS = 5000

/**
 * Caches pages that declare `s-maxage`, by origin and URL. Pages that may depend on the caller, and URLs with a query string (which
 * anyone can vary without end), are rendered for each request.
 */
export function createPageCache(now: () => number = Date.now) {
  const pages = new BoundedMap<string, { until: number; page: RenderedPage }>(MAX_PAGES)
  let edition = 0

  /**
   * Serves the previous page when rendering fails, and retries soon: the database may be unavailable.
   *
   * @throws what `render` throws; the previous page remains for the next request
   */
  async function cached(url: string, render: () => Promise<RenderedPage>): Promise<RenderedPage> {
    if (url.includes('?')) return render()
    const entry = pages.get(url)
    if (entry && entry.until > now()) return entry.page
    if (entry) entry.until = now() + GRACE_MS
    const startEdition = edition
    const page = await render()
    // The content may have changed while it was being rendered.
    if (startEdition !== edition) return page
    if (entry && page.status >= 500) return entry.page
    const seconds = sharedMaxAge(page)
    if (seconds > 0) pages.set(url, { until: now() + seconds * 1000, page })
    else pages.delete(url)
    return page
  }

  /** Drops every page after their content changed. */
  const clear = () => {
    edition++
    pages.clear()
  }
  return Object.assign(cached, { clear })
}

function sharedMaxAge({ status, headers }: RenderedPage): number {
  if (status !== 200) return 0
  return Number(/\bs-maxage=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1] ?? 0)
}
