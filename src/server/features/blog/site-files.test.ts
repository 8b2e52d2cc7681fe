import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sax from 'sax'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPost } from '#test/builders/blog-posts.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { securityTextOf } from './service/site-files.ts'

let app: TestApp
const ODD_TITLE = `Buyers & <sellers>: "what's" next]]>`
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => new Date('2026-03-10T12:00:00Z') } })
  await addPost(app, {
    slug: 'odd',
    title: ODD_TITLE,
    excerpt: `An <b>excerpt</b> & more\u0007`,
    keywords: [`"a" & 'b'`],
    authorName: 'Ada <Okafor>',
    publishedAt: '2026-03-09T08:00:00Z',
  })
  for (let n = 1; n <= 55; n++) {
    await addPost(app, {
      slug: `post-${n}`,
      publishedAt: new Date(Date.UTC(2026, 0, n, 8)).toISOString(),
    })
  }
})
afterAll(() => app.close())

type Node = { name: string; uri: string; attributes: Record<string, string>; text: string; children: Node[] }

/** Reads XML strictly, with namespaces. */
function parse(xml: string): Node {
  const root: Node = { name: '', uri: '', attributes: {}, text: '', children: [] }
  const stack = [root]
  const parser = sax.parser(true, { xmlns: true })
  parser.onerror = (error) => {
    throw error
  }
  parser.onopentag = (tag) => {
    const { name, uri, attributes } = tag as sax.QualifiedTag
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value])
    const node: Node = { name, uri, attributes: Object.fromEntries(values), text: '', children: [] }
    stack.at(-1)!.children.push(node)
    stack.push(node)
  }
  parser.ontext = (text) => {
    stack.at(-1)!.text += text
  }
  parser.onclosetag = () => stack.pop()
  parser.write(xml).close()
  return root.children[0]!
}
const childrenOf = (node: Node, name: string) => node.children.filter((child) => child.name === name)
const textOf = (node: Node, name: string) => childrenOf(node, name)[0]?.text

const get = (url: string, headers?: Record<string, string>) => app.visitor('GET', url, undefined, headers)
const ORIGIN = 'http://localhost:3000'

describe('P09 the feed', () => {
  test('is valid Atom (RFC 4287) with the newest fifty posts', async () => {
    const response = await get('/blog/feed.xml')
    expect(response.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    const feed = parse(response.text)
    expect([feed.name, feed.uri]).toEqual(['feed', 'http://www.w3.org/2005/Atom'])
    expect(textOf(feed, 'id')).toBe(`${ORIGIN}/blog`)
    expect(textOf(feed, 'title')).toBe('Ninefold blog')
    expect(textOf(feed, 'updated')).toBe('2026-03-09T08:00:00.000Z')
    expect(childrenOf(feed, 'link').map(({ attributes }) => [attributes.rel, attributes.href])).toEqual([
      ['self', `${ORIGIN}/blog/feed.xml`],
      ['alternate', `${ORIGIN}/blog`],
    ])
    const entries = childrenOf(feed, 'entry')
    expect(entries).toHaveLength(50)
    for (const entry of entries) {
      for (const name of ['id', 'title', 'updated', 'published', 'summary'])
        expect(textOf(entry, name)).toBeTruthy()
      expect(textOf(childrenOf(entry, 'author')[0]!, 'name')).toBeTruthy()
      expect(childrenOf(entry, 'link')[0]?.attributes.href).toMatch(
        /^http:\/\/localhost:3000\/blog\/[a-z0-9-]+$/,
      )
    }
    expect(new Set(entries.map((entry) => textOf(entry, 'id'))).size).toBe(50)
    expect(entries.at(-1)!.children.find(({ name }) => name === 'title')?.text).toBe('About post-7')
  })

  test('escapes titles and names', async () => {
    const [entry] = childrenOf(parse((await get('/blog/feed.xml')).text), 'entry')
    expect(textOf(entry!, 'title')).toBe(ODD_TITLE)
    expect(textOf(entry!, 'summary')).toBe('An <b>excerpt</b> & more')
    expect(textOf(childrenOf(entry!, 'author')[0]!, 'name')).toBe('Ada <Okafor>')
    expect(childrenOf(entry!, 'category').map(({ attributes }) => attributes.term)).toEqual([
      'Lead Generation',
      `"a" & 'b'`,
    ])
  })

  test('is not sent to a client that has it in its cache', async () => {
    const { headers } = await get('/blog/feed.xml')
    const etag = String(headers.etag)
    const lastModified = String(headers['last-modified'])
    expect(lastModified).toBe('Mon, 09 Mar 2026 08:00:00 GMT')
    const statusFor = async (headers: Record<string, string>) => (await get('/blog/feed.xml', headers)).status
    expect(await statusFor({ 'if-none-match': etag })).toBe(304)
    expect(await statusFor({ 'if-none-match': `"other", ${etag}` })).toBe(304)
    expect(await statusFor({ 'if-modified-since': lastModified })).toBe(304)
    expect(await statusFor({ 'if-none-match': '"other"', 'if-modified-since': lastModified })).toBe(200)
    expect(await statusFor({ 'if-modified-since': 'Mon, 09 Mar 2026 07:59:59 GMT' })).toBe(200)
    expect(await statusFor({ 'if-modified-since': 'yesterday' })).toBe(200)
    await app.owner.run(`update blog_posts set title = title || '.' where slug = 'odd'`)
    expect(await statusFor({ 'if-none-match': etag })).toBe(200)
    await app.owner.run(`update blog_posts set title = $1 where slug = 'odd'`, [ODD_TITLE])
  })

  test('has URLs from the configuration, not from the request', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    for (const url of ['/blog/feed.xml', '/sitemap.xml', '/robots.txt'])
      expect((await get(url, headers)).text).not.toContain('evil.example')
  })

  test('is valid without posts', async () => {
    const emptyApp = await createTestApp()
    const feed = parse((await emptyApp.visitor('GET', '/blog/feed.xml')).text)
    expect([childrenOf(feed, 'entry'), textOf(feed, 'updated')]).toEqual([[], '1970-01-01T00:00:00.000Z'])
    await emptyApp.close()
  })
})

describe('P09 files for crawlers', () => {
  test('list all public pages, documentation pages and posts with their last change in the sitemap', async () => {
    const response = await get('/sitemap.xml')
    expect(response.headers['content-type']).toBe('application/xml; charset=utf-8')
    const urlset = parse(response.text)
    expect([urlset.name, urlset.uri]).toEqual(['urlset', 'http://www.sitemaps.org/schemas/sitemap/0.9'])
    const entries = new Map(
      childrenOf(urlset, 'url').map((url) => [textOf(url, 'loc'), textOf(url, 'lastmod')]),
    )
    for (const path of [
      '/',
      '/blog',
      '/documentation',
      '/documentation/score',
      '/api',
      '/terms',
      '/free-signup',
    ])
      expect([path, entries.has(ORIGIN + path)]).toEqual([path, true])
    expect(entries.get(`${ORIGIN}/blog/odd`)).toBe('2026-03-09T08:00:00.000Z')
    expect(entries.size).toBe(childrenOf(urlset, 'url').length)
    expect(
      [...entries.keys()].filter((url) => /thank-you|dashboard|get-started|verify|newsletter/.test(url!)),
    ).toEqual([])
  })

  test('have every page of the route table in the sitemap, in robots.txt, or marked noindex', async () => {
    const routeTable = await readFile(join(import.meta.dirname, '../../../web/routes.ts'), 'utf8')
    const paths = [...routeTable.matchAll(/route\('([^'*:]+)'/g)].map(([, path]) => `/${path}`)
    expect(paths.length).toBeGreaterThan(20)
    const sitemap = (await get('/sitemap.xml')).text
    const disallowed = [...(await get('/robots.txt')).text.matchAll(/^Disallow: (.+)$/gm)].map(
      ([, prefix]) => prefix!,
    )
    const unlistedPaths = paths.filter(
      (path) =>
        !sitemap.includes(`<loc>${ORIGIN}${path}</loc>`) &&
        !disallowed.some((prefix) => path.startsWith(prefix)),
    )
    // Shown only after a form was sent.
    expect(unlistedPaths).toEqual(['/thank-you'])
  })

  test('exclude the app and the API in robots.txt and name the sitemap', async () => {
    const { text: robots, headers } = await get('/robots.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    const lines = robots.split('\n')
    expect(lines[0]).toBe('User-agent: *')
    expect(lines).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`)
    const disallowed = lines.filter((line) => line.startsWith('Disallow: ')).map((line) => line.slice(10))
    expect(disallowed).toEqual(
      expect.arrayContaining(['/api/', '/dashboard', '/admin', '/blog-admin', '/auth/']),
    )
    const urls = childrenOf(parse((await get('/sitemap.xml')).text), 'url').map((url) => textOf(url, 'loc')!)
    const paths = urls.map((url) => url.slice(ORIGIN.length) || '/')
    expect(paths.filter((path) => disallowed.some((prefix) => path.startsWith(prefix)))).toEqual([])
  })
})

describe('security.txt', () => {
  test('contains contact, instance and expiry (RFC 9116)', async () => {
    const { text: file, headers } = await get('/.well-known/security.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    const fields = file
      .trimEnd()
      .split('\n')
      .map((line) => line.split(': ', 2) as [string, string])
    expect(Object.fromEntries(fields)).toEqual({
      Contact: expect.stringMatching(/^mailto:security@[\w.-]+$/),
      Expires: '2026-09-06T00:00:00.000Z',
      'Preferred-Languages': 'en',
      Canonical: `${ORIGIN}/.well-known/security.txt`,
      Policy: `${ORIGIN}/security`,
    })
    expect(fields).toHaveLength(5)
    const tag = String(headers.etag)
    const repeatResponse = await get('/.well-known/security.txt', {
      'if-none-match': tag,
      'x-forwarded-host': 'evil.example',
    })
    expect(repeatResponse.status).toBe(304)
  })

  test('never expires while the instance runs', () => {
    for (const now of ['2026-03-10T23:59:59.999Z', '2027-03-10T00:00:00Z', '2028-02-29T12:00:00Z']) {
      const file = securityTextOf(ORIGIN, { mailbox: 'security@example.com', now: new Date(now) })
      const expires = Date.parse(file.match(/^Expires: (.+)$/m)![1]!)
      const days = (expires - Date.parse(now)) / 86_400_000
      expect([now, days > 170, days < 365]).toEqual([now, true, true])
    }
  })
})

describe('P10 the link picture', () => {
  const getPicture = async (url: string, headers: Record<string, string> = {}) => {
    const response = await app.app.inject({ url, headers })
    return { ...response, status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
  }

  test.each(['/blog/odd/card.png', '/card.png'])('%s is a PNG of 1200 by 630', async (url) => {
    const { status, headers, bytes } = await getPicture(url)
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/png',
      'public, max-age=86400',
    ])
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
    const { format, width, height } = await sharp(bytes).metadata()
    expect([format, width, height]).toEqual(['png', 1200, 630])
    expect((await getPicture(url, { 'if-none-match': String(headers.etag) })).status).toBe(304)
  })

  test('differs by title, and changes with it', async () => {
    const bytesBefore = (await getPicture('/blog/odd/card.png')).bytes
    expect(bytesBefore.equals((await getPicture('/blog/post-1/card.png')).bytes)).toBe(false)
    expect(bytesBefore.equals((await getPicture('/blog/odd/card.png')).bytes)).toBe(true)
    await app.owner.run(`update blog_posts set title = 'Something else' where slug = 'odd'`)
    expect(bytesBefore.equals((await getPicture('/blog/odd/card.png')).bytes)).toBe(false)
  })

  test('is drawn for many concurrent requests, and for titles with letters that the font lacks', async () => {
    await addPost(app, {
      slug: 'letters',
      title: `不動産 🏠 ${'x'.repeat(120)} \u0000`.replace('\u0000', '\u0007'),
    })
    const urls = ['letters', ...Array.from({ length: 10 }, (_, n) => `post-${n + 10}`)]
    const responses = await Promise.all(urls.map((slug) => getPicture(`/blog/${slug}/card.png`)))
    expect(responses.map(({ status }) => status)).toEqual(urls.map(() => 200))
  })

  test.each(['nothing', 'Odd', '%00', '..%2f..%2fetc'])('is not found for %s', async (slug) => {
    expect((await getPicture(`/blog/${slug}/card.png`)).status).toBe(404)
  })
})
