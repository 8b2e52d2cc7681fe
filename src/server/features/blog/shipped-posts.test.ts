import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BlogPost } from '#contract/blog.ts'
import { readSite } from '#server/platform/content/site.ts'
import { addPost } from '#test/builders/blog-posts.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { blogService } from './service.ts'

const APP_URL = 'http://localhost:3000'

describe('P09 shipped posts', () => {
  const MIDSUMMER = '2026-07-01T12:00:00.000Z'
  let fresh: TestApp
  beforeAll(async () => {
    fresh = await createTestApp({ clock: { now: () => new Date(MIDSUMMER) } })
  })
  afterAll(() => fresh.close())

  type Shipped = {
    slug: string
    title: string
    content: string
    status: string
    publishedAt: string
    updatedAt: string
    readingTime: number
    seoScore: null
  }
  const shipped = () => fresh.owner.rows<Shipped>('select * from blog_posts where shipped order by slug')
  const readShipped = (slug: string) => fresh.visitor('GET', `/api/blog/posts/${slug}`)

  test('are added once by concurrent processes', async () => {
    const added = await Promise.all([1, 2, 3].map(() => fresh.services.blog.addShipped()))
    expect(added.reduce((a, b) => a + b)).toBe(12)
    expect(await shipped()).toHaveLength(12)
  })

  test('have a date, reading time and description, and show from their date on', async () => {
    const dates = new Set<boolean>()
    for (const { slug, publishedAt, readingTime, seoScore } of await shipped()) {
      const { status, json } = await readShipped(slug)
      dates.add(publishedAt <= MIDSUMMER)
      expect([slug, status]).toEqual([slug, publishedAt <= MIDSUMMER ? 200 : 404])
      expect([slug, readingTime >= 3 && readingTime <= 8, (seoScore ?? 0) >= 80]).toEqual([slug, true, true])
      if (status !== 200) continue
      const { metadata, content } = json as BlogPost
      expect(metadata).toMatchObject({ '@type': 'BlogPosting', timeRequired: `PT${readingTime}M` })
      expect(content).toMatch(/<h2 id="s-[a-z0-9-]+">/)
    }
    expect(dates).toEqual(new Set([true, false]))
  })

  test('remain as the operator changed or archived them', async () => {
    const [first, second] = await shipped()
    await fresh.owner.run(`update blog_posts set title = 'Ours', content = '<p>Ours</p>' where slug = $1`, [
      first!.slug,
    ])
    await fresh.owner.run(`update blog_posts set status = 'archived' where slug = $1`, [second!.slug])
    const changed = await shipped()
    expect(await fresh.services.blog.addShipped()).toBe(0)
    expect(await shipped()).toEqual(changed)
    expect((await readShipped(second!.slug)).status).toBe(404)
  })

  test('follow the brand at the next start if they are unedited', async () => {
    const { site } = readSite(null)
    const elm = { ...site, brand: { ...site.brand, name: 'Elm Street Data' } }
    const later = { now: () => new Date('2026-07-02T12:00:00.000Z') }
    const start = (of: typeof site) =>
      blogService({ db: fresh.db, clock: later, appUrl: APP_URL, site: of }).addShipped()
    const texts = async () =>
      new Map((await shipped()).map((post) => [post.slug, [post.title, post.content].join('\n')]))
    const [edited, archived] = await shipped()
    const before = await texts()
    const naming = [...before].filter(([, text]) => text.includes('Ninefold')).map(([slug]) => slug)
    const following = naming.filter((slug) => slug !== edited!.slug && slug !== archived!.slug)
    expect(following.length).toBeGreaterThan(0)

    expect(await start(elm)).toBe(following.length)
    for (const [slug, text] of await texts()) {
      const expected = following.includes(slug)
        ? before.get(slug)!.replaceAll('Ninefold', 'Elm Street Data')
        : before.get(slug)
      expect([slug, text]).toEqual([slug, expected])
    }
    const updated = (await shipped()).filter(({ updatedAt }) => updatedAt === later.now().toISOString())
    expect(updated.map(({ slug }) => slug)).toEqual(following)
    expect(await start(elm)).toBe(0)
    expect(await start(site)).toBe(following.length)
    expect(await texts()).toEqual(before)
  })

  test('are not sent in the newsletter', async () => {
    await addPost(fresh, { slug: 'ours', excerpt: 'News.', publishedAt: '2026-06-09T08:00:00Z' })
    await addPost(fresh, { slug: 'before', publishedAt: '2026-06-02T08:00:00Z' })
    const { blog } = fresh.services
    expect((await blog.list({ page: 1 })).total).toBeGreaterThan(2)
    const all = await blog.publishedSince('2020-01-01T00:00:00.000Z')
    expect(all.map(({ slug }) => slug)).toEqual(['before', 'ours'])
    expect(await blog.publishedSince('2026-06-02T08:00:00.000Z')).toEqual([
      { slug: 'ours', title: 'About ours', excerpt: 'News.', publishedAt: '2026-06-09T08:00:00.000Z' },
    ])
  })
})
