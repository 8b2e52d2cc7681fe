/** A rendered page; its nonce is a placeholder. */
export type RenderedPage = { status: number; headers: Headers; html: string }

const MAX_PAGES = 300
/** While one request renders a page anew, the others get the old one for at most this long. */
const GRACE_MS = 5000

/**
 * Keeps pages that say how long they may be shared (`s-maxage`), by address. All others are rendered for each
 * request: those that may depend on who asks, and addresses with a query, of which anybody can make up any number.
 */
export function createPageCache(now: () => number = Date.now) {
  const kept = new Map<string, { until: number; page: RenderedPage }>()
  let edition = 0

  /**
   * A page that cannot be rendered anew is shown as it was, and tried again soon: the database may be away.
   *
   * @throws what `render` throws; the page shown before stays for the next request
   */
  async function cached(address: string, render: () => Promise<RenderedPage>): Promise<RenderedPage> {
    if (address.includes('?')) return render()
    const known = kept.get(address)
    if (known && known.until > now()) return known.page
    if (known) known.until = now() + GRACE_MS
    const begun = edition
    const page = await render()
    // What it was rendered from may have changed meanwhile.
    if (begun !== edition) return page
    if (known && page.status >= 500) return known.page
    const seconds = sharedMaxAge(page)
    kept.delete(address)
    if (seconds > 0) kept.set(address, { until: now() + seconds * 1000, page })
    if (kept.size > MAX_PAGES) kept.delete(kept.keys().next().value ?? '')
    return page
  }

  /** Forgets every page: something that they show has changed. */
  const clear = () => {
    edition++
    kept.clear()
  }
  return Object.assign(cached, { clear })
}

function sharedMaxAge({ status, headers }: RenderedPage): number {
  if (status !== 200) return 0
  return Number(/\bs-maxage=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1] ?? 0)
}
