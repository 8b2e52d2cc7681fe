import type { openDocumentReader, Reference, SiteDocument } from './site-document.ts'

type DocumentReader = Awaited<ReturnType<typeof openDocumentReader>>

/** A URL of the product and its response. */
export type CrawledUrl = {
  status: number
  type: string
  /** Target of a redirect. */
  location: string | null
  document: SiteDocument | null
  /** Pages that link here, as `kind on path`. */
  referrers: string[]
}

export type Crawl = {
  /** By path and query, with the prefix `POST ` for the targets of forms. */
  urls: Map<string, CrawledUrl>
  /** External links, and other schemes such as mailto. */
  externalLinks: (Reference & { source: string })[]
  /** Anchors that something links to. */
  anchors: { url: string; id: string; source: string }[]
}

const CONCURRENCY = 4
const CSS_URL = /url\(\s*["']?([^"')]+)/g

/**
 * Follows all references of site pages, starting at the given URLs. Requests other URLs of the product, but doesn't
 * follow them further. Stops after `limit` URLs.
 */
export async function crawl(
  url: string,
  startPaths: readonly string[],
  readDocument: DocumentReader,
  limit: number,
): Promise<Crawl> {
  const result: Crawl = { urls: new Map(), externalLinks: [], anchors: [] }
  const queue: [string, CrawledUrl][] = []

  const addReference = (reference: Reference, source: string) => {
    const target = URL.parse(reference.url, new URL(source, url))
    if (target?.origin !== url) return result.externalLinks.push({ ...reference, source: source })
    const path = (reference.kind === 'form[post]' ? 'POST ' : '') + target.pathname + target.search
    if (target.hash)
      result.anchors.push({ url: path, id: decodeURIComponent(target.hash.slice(1)), source: source })
    const knownUrl = result.urls.get(path)
    const crawledUrl = knownUrl ?? { status: 0, type: '', location: null, document: null, referrers: [] }
    crawledUrl.referrers.push(`${reference.kind} on ${source}`)
    if (knownUrl) return
    result.urls.set(path, crawledUrl)
    queue.push([path, crawledUrl])
  }

  for (const path of startPaths) addReference({ kind: 'start', url: path, rel: '' }, '/')
  while (queue.length > 0 && result.urls.size <= limit) {
    const batch = queue.splice(0, CONCURRENCY)
    const references = await Promise.all(
      batch.map(([address, crawledUrl]) => visit(url, address, crawledUrl, readDocument)),
    )
    batch.forEach(([path], index) => {
      for (const reference of references[index] ?? []) addReference(reference, path.replace('POST ', ''))
    })
  }
  return result
}

/** Records the response of a URL. @returns the URLs it refers to */
async function visit(
  url: string,
  path: string,
  crawledUrl: CrawledUrl,
  readDocument: DocumentReader,
): Promise<Reference[]> {
  const isForm = path.startsWith('POST ')
  const response = await fetch(url + path.replace('POST ', ''), {
    method: isForm ? 'POST' : 'GET',
    redirect: 'manual',
  })
  const text = await response.text()
  crawledUrl.status = response.status
  crawledUrl.type = response.headers.get('content-type') ?? ''
  crawledUrl.location = response.headers.get('location')
  if (isForm) return []
  if (crawledUrl.location) return [{ kind: 'redirect', url: crawledUrl.location, rel: '' }]
  if (crawledUrl.type.startsWith('text/css')) return urlsOfStyle(text)
  const markup = /^(text\/html|application\/(?:atom\+)?xml)/.exec(crawledUrl.type)?.[1]
  if (!markup) return []
  crawledUrl.document = await readDocument(text, markup === 'text/html' ? markup : 'application/xml')
  return markup !== 'text/html' || crawledUrl.document.isStatic ? crawledUrl.document.references : []
}

function urlsOfStyle(text: string): Reference[] {
  return [...text.matchAll(CSS_URL)].map(([, url = '']) => ({ kind: 'url()', url, rel: '' }))
}
