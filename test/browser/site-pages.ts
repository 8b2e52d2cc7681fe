import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#web/routes.ts'

/** A public page at one of its URLs. */
export type SitePage = {
  /** Path and query. */
  address: string
  /** Its path in the route table, with a leading slash. */
  route: string
  /** True if search engines may index it and the sitemap lists it. */
  isListed: boolean
  /** Its HTTP status. */
  status: 200 | 404
}

const FRAME = 'site/site-frame.tsx'
/** URLs of a route that its path doesn't tell. */
const ADDRESSES: Record<string, string[]> = {
  '/thank-you': ['/thank-you?type=contact', '/thank-you?type=newsletter'],
  '/blog': ['/blog', '/blog?category=lead-generation'],
  '/documentation': ['/documentation', '/documentation?q=score'],
}
/** URLs without a page. */
const MISSING = ['/no-such-page', '/blog/no-such-post', '/documentation/no-such-page']

/** All pages of the route table under the site's frame; those with a name in their path as the sitemap lists them. */
export async function sitePages(url: string): Promise<SitePage[]> {
  const listed = await sitemapOf(url)
  const frame = (await routes).find(({ file }) => file === FRAME)
  const found = (frame?.children ?? []).flatMap((route) => pagesOf(route, listed))
  return [
    ...found,
    ...MISSING.map((address) => ({ address, route: '/*', isListed: false, status: 404 as const })),
  ]
}

/** Paths that the sitemap lists. @throws where it lists another instance's */
async function sitemapOf(url: string): Promise<string[]> {
  const text = await (await fetch(`${url}/sitemap.xml`)).text()
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => {
    if (!address.startsWith(`${url}/`))
      throw new Error(`The sitemap lists ${address}, which is not below ${url}`)
    return address.slice(url.length).replaceAll('&amp;', '&')
  })
}

function pagesOf({ path = '', index }: RouteConfigEntry, listed: readonly string[]): SitePage[] {
  const route = index ? '/' : `/${path}`
  if (route === '/*') return []
  return addressesOf(route, listed).map((address) => ({
    address,
    route,
    isListed: listed.includes(address),
    status: 200,
  }))
}

function addressesOf(route: string, listed: readonly string[]): string[] {
  if (!route.includes(':')) return ADDRESSES[route] ?? [route]
  const named = new RegExp(`^${route.replace(/:\w+/g, '[^/?]+')}$`)
  const found = listed.filter((address) => named.test(address))
  if (found.length === 0) throw new Error(`The sitemap lists no address of ${route}`)
  return found
}
