import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BlogPost } from '#contract/blog.ts'
import { readSite } from '#server/platform/content/site.ts'
import { addPost } from '#test/builders/blog-posts.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { blogService } from './service.ts'

const APP_URL = 'http://localhost:3000'

describe('P09 shipped posts', () => {
  const NOW = '2026-07-01T12:00:00.000Z'
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ clock: { now: () => new Date(NOW) } })
  })
  afterAll(() => app.close())

  type ShippedRow = {
    slug: string
    title: string
    content: string
    status: string
    publishedAt: string
    updatedAt: string
    readingTime: number
    seoScore: null
  }
  const listShipped = () => app.owner.rows<ShippedRow>('select * from blog_posts where shipped order by slug')
  const readShipped = (slug: string) => app.visitor('GET', `/api/blog/posts/${slug}`)

  test('are added once by concurrent processes', async () => {
    const counts = await Promise.all([1, 2, 3].map(() => app.services.blog.addShipped()))
    expect(counts.reduce((a, b) => a + b)).toBe(12)
    expect(await listShipped()).toHaveLength(12)
  })

  test('have a date, reading time and description, and are public from their date on', async () => {
    const dates = new Set<boolean>()
    for (const { slug, publishedAt, readingTime, seoScore } of await listShipped()) {
      const { status, json } = await readShipped(slug)
      dates.add(publishedAt <= NOW)
      expect([slug, status]).toEqual([slug, publishedAt <= NOW ? 200 : 404])
      expect([slug, readingTime >= 3 && readingTime <= 8, (seoScore ?? 0) >= 80]).toEqual([slug, true, true])
      if (status !== 200) continue
      const { metadata, content } = json as BlogPost
      expect(metadata).toMatchObject({ '@type': 'BlogPosting', timeRequired: `PT${readingTime}M` })
      expect(content).toMatch(/<h2 id="s-[a-z0-9-]+">/)
    }
    expect(dates).toEqual(new Set([true, false]))
  })

  test("don't overwrite the operator's changes, nor restore archived posts", async () => {
    const [editedPost, archivedPost] = await listShipped()
    await app.owner.run(`update blog_posts set title = 'Ours', content = '<p>Ours</p>' where slug = $1`, [
      editedPost!.slug,
    ])
    await app.owner.run(`update blog_posts set status = 'archived' where slug = $1`, [archivedPost!.slug])
    const postsBefore = await listShipped()
    expect(await app.services.blog.addShipped()).toBe(0)
    expect(await listShipped()).toEqual(postsBefore)
    expect((await readShipped(archivedPost!.slug)).status).toBe(404)
  })

  test('follow a new brand at the next start if they are unedited', async () => {
    const { site } = readSite(null)
    const otherBrand = { ...site, brand: { ...site.brand, name: 'Elm Street Data' } }
    const laterClock = { now: () => new Date('2026-07-02T12:00:00.000Z') }
    const addShippedFor = (brandedSite: typeof site) =>
      blogService({ db: app.db, clock: laterClock, appUrl: APP_URL, site: brandedSite }).addShipped()
    const readTexts = async () =>
      new Map((await listShipped()).map((post) => [post.slug, [post.title, post.content].join('\n')]))
    const [editedPost, archivedPost] = await listShipped()
    const textsBefore = await readTexts()
    const brandedSlugs = [...textsBefore]
      .filter(([, text]) => text.includes('Ninefold'))
      .map(([slug]) => slug)
    const updatedSlugs = brandedSlugs.filter(
      (slug) => slug !== editedPost!.slug && slug !== archivedPost!.slug,
    )
    expect(updatedSlugs.length).toBeGreaterThan(0)

    expect(await addShippedFor(otherBrand)).toBe(updatedSlugs.length)
    for (const [slug, text] of await readTexts()) {
      const expected = updatedSlugs.includes(slug)
        ? textsBefore.get(slug)!.replaceAll('Ninefold', 'Elm Street Data')
        : textsBefore.get(slug)
      expect([slug, text]).toEqual([slug, expected])
    }
    const updatedPosts = (await listShipped()).filter(
      ({ updatedAt }) => updatedAt === laterClock.now().toISOString(),
    )
    expect(updatedPosts.map(({ slug }) => slug)).toEqual(updatedSlugs)
    expect(await addShippedFor(otherBrand)).toBe(0)
    expect(await addShippedFor(site)).toBe(updatedSlugs.length)
    expect(await readTexts()).toEqual(textsBefore)
  })

  test('are not sent in the newsletter', async () => {
    await addPost(app, { slug: 'ours', excerpt: 'News.', publishedAt: '2026-06-09T08:00:00Z' })
    await addPost(app, { slug: 'before', publishedAt: '2026-06-02T08:00:00Z' })
    const { blog } = app.services
    expect((await blog.list({ page: 1 })).total).toBeGreaterThan(2)
    const posts = await blog.listPublishedSince('2020-01-01T00:00:00.000Z')
    expect(posts.map(({ slug }) => slug)).toEqual(['before', 'ours'])
    expect(await blog.listPublishedSince('2026-06-02T08:00:00.000Z')).toEqual([
      { slug: 'ours', title: 'About ours', excerpt: 'News.', publishedAt: '2026-06-09T08:00:00.000Z' },
    ])
  })
})
