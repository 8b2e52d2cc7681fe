import type { documentReader, Reference, SiteDocument } from './site-document.ts'

type Reader = Awaited<ReturnType<typeof documentReader>>

/** A URL of the product and its response. */
export type Place = {
  status: number
  type: string
  /** Where a redirect leads. */
  location: string | null
  document: SiteDocument | null
  /** Pages that link here, as `kind on address`. */
  from: string[]
}

export type Crawl = {
  /** By path and query, with `POST ` in front for targets of forms only. */
  places: Map<string, Place>
  /** External links, and other schemes such as mailto. */
  outward: (Reference & { on: string })[]
  /** Anchors that something links to. */
  anchors: { address: string; id: string; on: string }[]
}

const AT_ONCE = 4
const STYLE_ADDRESS = /url\(\s*["']?([^"')]+)/g

/**
 * Follows all references of site pages, starting at the given URLs. Requests other URLs of the product, but doesn't
 * follow them further. Stops after `limit` URLs.
 */
export async function crawl(
  url: string,
  from: readonly string[],
  read: Reader,
  limit: number,
): Promise<Crawl> {
  const found: Crawl = { places: new Map(), outward: [], anchors: [] }
  const waiting: [string, Place][] = []

  const refer = (reference: Reference, on: string) => {
    const target = URL.parse(reference.address, new URL(on, url))
    if (target?.origin !== url) return found.outward.push({ ...reference, on })
    const address = (reference.kind === 'form[post]' ? 'POST ' : '') + target.pathname + target.search
    if (target.hash) found.anchors.push({ address, id: decodeURIComponent(target.hash.slice(1)), on })
    const known = found.places.get(address)
    const place = known ?? { status: 0, type: '', location: null, document: null, from: [] }
    place.from.push(`${reference.kind} on ${on}`)
    if (known) return
    found.places.set(address, place)
    waiting.push([address, place])
  }

  for (const address of from) refer({ kind: 'start', address, rel: '' }, '/')
  while (waiting.length > 0 && found.places.size <= limit) {
    const next = waiting.splice(0, AT_ONCE)
    const visited = await Promise.all(next.map(([address, place]) => visit(url, address, place, read)))
    next.forEach(([address], i) => {
      for (const reference of visited[i] ?? []) refer(reference, address.replace('POST ', ''))
    })
  }
  return found
}

/** Records the response of a URL. @returns the URLs it refers to */
async function visit(url: string, address: string, place: Place, read: Reader): Promise<Reference[]> {
  const isForm = address.startsWith('POST ')
  const response = await fetch(url + address.replace('POST ', ''), {
    method: isForm ? 'POST' : 'GET',
    redirect: 'manual',
  })
  const text = await response.text()
  place.status = response.status
  place.type = response.headers.get('content-type') ?? ''
  place.location = response.headers.get('location')
  if (isForm) return []
  if (place.location) return [{ kind: 'redirect', address: place.location, rel: '' }]
  if (place.type.startsWith('text/css')) return addressesOfStyle(text)
  const markup = /^(text\/html|application\/(?:atom\+)?xml)/.exec(place.type)?.[1]
  if (!markup) return []
  place.document = await read(text, markup === 'text/html' ? markup : 'application/xml')
  return markup !== 'text/html' || place.document.isStatic ? place.document.references : []
}

function addressesOfStyle(text: string): Reference[] {
  return [...text.matchAll(STYLE_ADDRESS)].map(([, address = '']) => ({ kind: 'url()', address, rel: '' }))
}
