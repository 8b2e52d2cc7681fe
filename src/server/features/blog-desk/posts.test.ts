import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BlogPost, BlogPostCard } from '#contract/blog.ts'
import type { DeskPostCard } from '#contract/blog-desk.ts'
import { SCRIPT_PAYLOADS } from '#test/data/script-payloads.ts'
import { DESK_START, type Desk, deskPostOf, MINUTE_MS, openDesk } from '#test/workspaces/blog-desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())
beforeEach(() => desk.clear())

describe('P11 posts', () => {
  test('are listed in every state, last changed first, with their checks', async () => {
    const post = await desk.generatePost()
    const response = await desk.get('/api/blog/admin/posts?limit=5')
    const [firstPost] = response.json as DeskPostCard[]
    expect(firstPost).toMatchObject({
      id: post.id,
      status: 'ready',
      nextStatuses: ['published', 'draft', 'archived'],
    })
    expect(Number(response.headers['x-total-count'])).toBe(13)
    const seenIds = new Set<string>()
    let url = '/api/blog/admin/posts?limit=5'
    while (url) {
      const page = await desk.get(url)
      for (const { id } of page.json as DeskPostCard[]) seenIds.add(id)
      url = /<(.+)>; rel="next"/.exec(String(page.headers.link))?.[1] ?? ''
    }
    expect(seenIds.size).toBe(13)
    const { checks, seoScore } = deskPostOf(await desk.get(`/api/blog/admin/posts/${post.id}`))
    expect(checks.reduce((sum, { points }) => sum + points, 0)).toBe(seoScore)
    expect(checks.reduce((sum, { most: max }) => sum + max, 0)).toBe(100)
    for (const { points, most: max, advice } of checks) expect(advice === null).toBe(points === max)
  })

  test('are scored when shipped with the product', async () => {
    const posts = (await desk.app.visitor('GET', '/api/blog/posts')).json as BlogPostCard[]
    for (const { seoScore } of posts) expect(seoScore).toBeGreaterThanOrEqual(80)
  })

  test('are published everywhere on request', async () => {
    const post = await desk.generatePost()
    const change = { status: 'published', publishedAt: new Date(desk.clock.time).toISOString() }
    const responses = await Promise.all([
      desk.patch(`/api/blog/posts/${post.id}`, change),
      desk.patch(`/api/blog/posts/${post.id}`, change),
    ])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(deskPostOf(responses[1]!)).toMatchObject({
      status: 'published',
      publishedAt: change.publishedAt,
      isScheduled: false,
      needsReview: false,
    })
    const publicPost = (await desk.app.visitor('GET', `/api/blog/posts/${post.slug}`)).json as BlogPost
    expect(publicPost.metadata).toMatchObject({
      '@type': 'BlogPosting',
      headline: post.title,
      articleSection: '9D Framework',
    })
    expect(JSON.stringify(publicPost)).not.toContain('needed')
    expect((await desk.app.visitor('GET', '/blog/feed.xml')).text).toContain(post.slug)
    expect((await desk.app.visitor('GET', '/sitemap.xml')).text).toContain(post.slug)
    const entries = await desk.app.owner.rows(
      `select from audit_log where action = 'blog-post.changed' and subject = $1`,
      [post.id],
    )
    expect(entries).toHaveLength(2)
  })

  test('are published at a future time', async () => {
    const post = await desk.generatePost()
    const publishedAt = new Date(DESK_START + 60 * MINUTE_MS).toISOString()
    const response = await desk.patch(`/api/blog/posts/${post.id}`, { status: 'published', publishedAt })
    expect(response.json).toMatchObject({ status: 'published', isScheduled: true, scheduledFor: publishedAt })
    expect(await desk.listPublicSlugs()).not.toContain(post.slug)
    desk.clock.time = DESK_START + 61 * MINUTE_MS
    expect(await desk.listPublicSlugs()).toContain(post.slug)
    const unpublished = await desk.patch(`/api/blog/posts/${post.id}`, { status: 'ready' })
    expect(unpublished.json).toMatchObject({ status: 'ready', publishedAt: null, scheduledFor: null })
    expect(await desk.listPublicSlugs()).not.toContain(post.slug)
  })

  test('change only to allowed states, otherwise respond with a conflict', async () => {
    const post = await desk.generatePost()
    const url = `/api/blog/posts/${post.id}`
    const statuses: Record<string, number[]> = {}
    for (const from of ['draft', 'generating', 'ready', 'published', 'archived']) {
      for (const to of ['draft', 'ready', 'published', 'archived']) {
        await desk.app.owner.run(`update blog_posts set status = $2, published_at = $3 where id = $1`, [
          post.id,
          from,
          new Date(desk.clock.time),
        ])
        statuses[from] = [...(statuses[from] ?? []), (await desk.patch(url, { status: to })).status]
      }
    }
    expect(statuses).toEqual({
      draft: [200, 200, 409, 200],
      generating: [409, 409, 409, 409],
      ready: [200, 200, 200, 200],
      published: [409, 200, 200, 200],
      archived: [200, 200, 409, 200],
    })
    expect((await desk.patch(url, { status: 'generating' })).status).toBe(400)
  })

  test('are sanitized when edited, and need no review afterwards', async () => {
    const post = await desk.generatePost()
    const url = `/api/blog/posts/${post.id}`
    const response = await desk.patch(url, {
      title: 'A better title',
      slug: 'better-title',
      metaDescription: '',
      content: '<h1>Hi</h1><p>Text.</p>',
    })
    expect(response.json).toMatchObject({
      ...{ title: 'A better title', slug: 'better-title', metaDescription: null, needsReview: false },
      ...{ content: '<h2>Hi</h2><p>Text.</p>', excerpt: post.excerpt, readingTime: 1 },
    })
    for (const payload of SCRIPT_PAYLOADS.map((text) => text.replaceAll('\0', '')).slice(0, 40)) {
      const response = await desk.patch(url, { content: `<p>One</p>${payload}` })
      if (response.status === 400) continue // control characters
      expect(deskPostOf(response).content).not.toMatch(/<script|<iframe|\son\w+=|javascript:/i)
    }
    expect((await desk.patch(url, { slug: 'Not a slug' })).json).toMatchObject({
      fields: { slug: expect.any(String) },
    })
    expect((await desk.patch(url, { slug: 'crm-data-cleanup' })).status).toBe(409)
    expect((await desk.patch(url, {})).status).toBe(400)
    expect((await desk.patch(url, { publishedAt: new Date(desk.clock.time).toISOString() })).status).toBe(400)
    await desk.patch(url, { status: 'published' })
    expect((await desk.patch(url, { slug: 'moved' })).status).toBe(409)
    expect((await desk.patch(url, { title: 'Corrected' })).json).toMatchObject({
      title: 'Corrected',
      status: 'published',
    })
  })

  test('are not published without a text', async () => {
    const post = await desk.generatePost()
    const response = await desk.patch(`/api/blog/posts/${post.id}`, {
      content: '<p> </p>',
      status: 'published',
    })
    expect([response.status, response.json]).toMatchObject([400, { fields: { content: expect.any(String) } }])
    const farFuture = { status: 'published', publishedAt: '2099-01-01T00:00:00Z' }
    expect((await desk.patch(`/api/blog/posts/${post.id}`, farFuture)).json).toMatchObject({
      fields: { publishedAt: expect.any(String) },
    })
  })
})
