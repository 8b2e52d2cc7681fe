import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#web/routes.ts'

/** A public page at one of its URLs. */
export type SitePage = {
  /** Path and query. */
  path: string
  /** Its path in the route table, with a leading slash. */
  route: string
  /** True if search engines may index it and the sitemap lists it. */
  isListed: boolean
  /** Its HTTP status. */
  status: 200 | 404
}

const FRAME_FILE = 'site/site-frame.tsx'
/** Paths with queries to visit, by route. */
const PATHS_BY_ROUTE: Record<string, string[]> = {
  '/thank-you': ['/thank-you?type=contact', '/thank-you?type=newsletter'],
  '/blog': ['/blog', '/blog?category=lead-generation'],
  '/documentation': ['/documentation', '/documentation?q=score'],
}
/** URLs without a page. */
const MISSING_PATHS = ['/no-such-page', '/blog/no-such-post', '/documentation/no-such-page']

/** Lists all pages of the route table in the site's frame; paths with parameters come from the sitemap. */
export async function readSitePages(url: string): Promise<SitePage[]> {
  const listedPaths = await readSitemap(url)
  const frame = (await routes).find(({ file }) => file === FRAME_FILE)
  return [
    ...(frame?.children ?? []).flatMap((route) => pagesOf(route, listedPaths)),
    ...MISSING_PATHS.map((path) => ({ path, route: '/*', isListed: false, status: 404 as const })),
  ]
}

/** Paths that the sitemap lists. @throws if it lists URLs of another instance */
async function readSitemap(url: string): Promise<string[]> {
  const text = await (await fetch(`${url}/sitemap.xml`)).text()
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, pageUrl = '']) => {
    if (!pageUrl.startsWith(`${url}/`))
      throw new Error(`The sitemap lists ${pageUrl}, which is not below ${url}`)
    return pageUrl.slice(url.length).replaceAll('&amp;', '&')
  })
}

function pagesOf({ path = '', index }: RouteConfigEntry, listedPaths: readonly string[]): SitePage[] {
  const route = index ? '/' : `/${path}`
  if (route === '/*') return []
  return pathsOf(route, listedPaths).map((page) => ({
    path: page,
    route,
    isListed: listedPaths.includes(page),
    status: 200,
  }))
}

function pathsOf(route: string, listedPaths: readonly string[]): string[] {
  if (!route.includes(':')) return PATHS_BY_ROUTE[route] ?? [route]
  const pattern = new RegExp(`^${route.replace(/:\w+/g, '[^/?]+')}$`)
  const paths = listedPaths.filter((path) => pattern.test(path))
  if (paths.length === 0) throw new Error(`The sitemap lists no path of ${route}`)
  return paths
}
