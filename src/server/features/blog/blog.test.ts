import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BlogPost, BlogPostCard } from '#contract/blog.ts'
import { addHeadingIds, sanitizeArticle } from '#server/platform/content/article-html.ts'
import { addHiddenPosts, addPost } from '#test/builders/blog-posts.ts'
import { SCRIPT_PAYLOADS } from '#test/data/script-payloads.ts'
import { createTestApp, type TestApp, type TestResponse } from '#test/test-app.ts'

let app: TestApp
let hiddenSlugs: string[]
const APP_URL = 'http://localhost:3000'
const NOW = '2026-03-10T12:00:00.000Z'
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => new Date(NOW) }, adminEmails: ['operator@example.com'] })
  hiddenSlugs = await addHiddenPosts(app)
  for (let day = 1; day <= 9; day++) {
    await addPost(app, {
      slug: `post-${day}`,
      category: day % 3 === 0 ? '9D Framework' : 'Lead Generation',
      keywords: day <= 2 ? ['Farming', 'Direct mail'] : [],
      publishedAt: `2026-03-0${day}T08:00:00Z`,
    })
  }
})
afterAll(() => app.close())

const listPosts = (query = '') => app.visitor('GET', `/api/blog/posts${query}`)
const slugsOf = (response: TestResponse) => (response.json as BlogPostCard[]).map(({ slug }) => slug)
const getPost = (slug: string) => app.visitor('GET', `/api/blog/posts/${slug}`)
const NEWEST_FIRST = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((day) => `post-${day}`)

describe('P09 the list of posts', () => {
  test('shows published posts, newest first, without their text', async () => {
    for (const query of ['', '?status=published']) {
      const response = await listPosts(query)
      expect(response.status).toBe(200)
      expect(slugsOf(response)).toEqual(NEWEST_FIRST)
      expect(response.headers['x-total-count']).toBe('9')
      expect(response.headers.link).toBeUndefined()
    }
    const [firstCard] = (await listPosts()).json as BlogPostCard[]
    expect(firstCard).toMatchObject({
      slug: 'post-9',
      title: 'About post-9',
      category: '9D Framework',
      status: 'published',
      seoScore: null,
      readingTime: 1,
      authorName: 'The Ninefold team',
      publishedAt: '2026-03-09T08:00:00.000Z',
    })
    expect(firstCard).not.toHaveProperty('content')
  })

  test('can be filtered by category', async () => {
    const response = await listPosts('?category=9D+Framework')
    expect(slugsOf(response)).toEqual(['post-9', 'post-6', 'post-3'])
    expect(response.headers['x-total-count']).toBe('3')
  })

  test('continues by the cursor of the Link header, also among posts with the same time', async () => {
    for (const slug of ['twin-a', 'twin-b', 'twin-c'])
      await addPost(app, { slug, category: 'Market Analysis', publishedAt: '2026-03-05T00:00:00.123456Z' })
    const slugs: string[] = []
    let url = '/api/blog/posts?category=Market+Analysis&limit=1'
    for (let page = 0; url && page < 5; page++) {
      const response = await app.visitor('GET', url)
      expect(response.headers['x-total-count']).toBe('3')
      slugs.push(...slugsOf(response))
      url = /<(.+)>; rel="next"/.exec(String(response.headers.link))?.[1] ?? ''
    }
    expect([...slugs].sort()).toEqual(['twin-a', 'twin-b', 'twin-c'])
    await app.owner.run(`delete from blog_posts where slug like 'twin-%'`)
  })

  test.each([
    '?status=draft',
    '?status=archived',
    '?status=',
    '?category=Farming',
    '?limit=0',
    '?limit=201',
    '?cursor=x',
    `?cursor=${Buffer.from('{"at":"2026-03-01 00:00:00+00","id":"x"}').toString('base64url')}`,
    '?author=me',
  ])('refuses %s', async (query) => {
    const response = await listPosts(query)
    expect(response.status).toBe(400)
    expect(response.json).toMatchObject({ code: 'invalid' })
  })

  test('lists no other status, even for the operator', async () => {
    const operator = await app.signIn('operator@example.com')
    expect((await operator.request('GET', '/api/blog/posts?status=draft')).status).toBe(400)
    expect(slugsOf(await operator.request('GET', '/api/blog/posts'))).toEqual(NEWEST_FIRST)
  })

  test('is numbered on the site, twelve per page', async () => {
    for (let n = 10; n <= 26; n++)
      await addPost(app, {
        slug: `more-${n}`,
        category: 'Real Estate Data',
        publishedAt: `2026-02-${n}T08:00:00Z`,
      })
    const { blog } = app.services
    const slugsOnPage = async (page: number) => (await blog.list({ page })).posts.map(({ slug }) => slug)
    expect(await blog.list({ page: 1 })).toMatchObject({ total: 26, pages: 3 })
    expect(await slugsOnPage(1)).toEqual([...NEWEST_FIRST, 'more-26', 'more-25', 'more-24'])
    expect(await slugsOnPage(3)).toEqual(['more-11', 'more-10'])
    expect([await slugsOnPage(4), await slugsOnPage(0), await slugsOnPage(Number.NaN)]).toEqual([
      [],
      await slugsOnPage(1),
      await slugsOnPage(1),
    ])
    expect(await blog.list({ category: 'Real Estate Data', page: 2 })).toMatchObject({ total: 17, pages: 2 })
    expect(await blog.list({ category: 'Real Estate Marketing', page: 1 })).toEqual({
      posts: [],
      total: 0,
      pages: 1,
    })
    await app.owner.run(`delete from blog_posts where slug like 'more-%'`)
  })
})

describe('P10 a post', () => {
  test('is found by its slug, with its text', async () => {
    const response = await getPost('post-1')
    expect(response.status).toBe(200)
    expect(response.json).toMatchObject({ slug: 'post-1', content: '<p>Text.</p>', metadata: null })
  })

  test.each(['nothing', 'Post-1', 'post-1%00', '..%2fetc', "post-1'", 'x'.repeat(150), 'post_1'])(
    "that doesn't exist returns Post not found (%s)",
    async (slug) => {
      const response = await getPost(slug)
      expect([response.status, response.json]).toMatchObject([
        404,
        { code: 'not_found', message: 'Post not found' },
      ])
    },
  )

  test('is sanitized when it is read', async () => {
    await addPost(app, { slug: 'bad' })
    // PostgreSQL can't store NUL.
    for (const payload of SCRIPT_PAYLOADS.map((text) => text.replaceAll('\0', ''))) {
      const html = `<h2>One</h2>${payload}`
      await app.owner.run(`update blog_posts set content = $1 where slug = 'bad'`, [html])
      const { content } = (await getPost('bad')).json as BlogPost
      expect([payload, content]).toEqual([payload, addHeadingIds(sanitizeArticle(html, APP_URL)).html])
      expect(content).toContain('<h2 id="s-one">One</h2>')
    }
    await app.owner.run(`delete from blog_posts where slug = 'bad'`)
  })

  test('names its author or the team, and describes itself with the URLs of this instance', async () => {
    const metadata = { '@type': 'BlogPosting', headline: 'H', url: 'https://elsewhere.example' }
    await addPost(app, { slug: 'described', authorName: 'Ada Okafor', metadata })
    const post = (await getPost('described')).json as BlogPost
    expect(post.authorName).toBe('Ada Okafor')
    const url = 'http://localhost:3000/blog/described'
    expect(post.metadata).toMatchObject({
      ...{ '@type': 'BlogPosting', headline: 'H', url, mainEntityOfPage: url },
      image: { url: `${url}/card.png`, width: 1200, height: 630 },
      datePublished: '2026-03-01T08:00:00.000Z',
      author: { '@type': 'Person', name: 'Ada Okafor' },
      publisher: { name: 'Ninefold' },
    })
    await app.owner.run(`update blog_posts set author_name = null where slug = 'described'`)
    const updatedPost = (await getPost('described')).json as BlogPost
    expect(updatedPost.metadata).toMatchObject({
      author: { '@type': 'Organization', name: 'The Ninefold team' },
    })
    await app.owner.run(`delete from blog_posts where slug = 'described'`)
  })

  test('links to its neighbors and the most related posts', async () => {
    const page = await app.services.blog.post('post-2')
    expect(page).toMatchObject({
      previous: { slug: 'post-1', title: 'About post-1' },
      next: { slug: 'post-3', title: 'About post-3' },
    })
    expect(page?.related.map(({ slug }) => slug)).toEqual(['post-1', 'post-8', 'post-7'])
    expect(await app.services.blog.post('post-1')).toMatchObject({ previous: null, next: { slug: 'post-2' } })
    const lastPage = await app.services.blog.post('post-9')
    expect([lastPage?.next, lastPage?.related.map(({ slug }) => slug)]).toEqual([null, ['post-6', 'post-3']])
  })
})

describe('P09 posts before their publication time, or archived', () => {
  test('are not public anywhere', async () => {
    const { blog } = app.services
    const urls = ['/api/blog/posts?limit=200', '/blog/feed.xml', '/sitemap.xml', '/api/blog/posts/post-1']
    for (const slug of hiddenSlugs) {
      expect([slug, (await getPost(slug)).status]).toEqual([slug, 404])
      expect([slug, (await app.visitor('GET', `/blog/${slug}/card.png`)).status]).toEqual([slug, 404])
      expect([slug, await blog.post(slug)]).toEqual([slug, null])
    }
    const results = await Promise.all([
      ...urls.map(async (url) => (await app.visitor('GET', url)).text),
      blog.list({ page: 1 }),
      blog.post('post-1'),
      blog.post('post-9'),
      blog.listPublishedSince('2020-01-01T00:00:00Z'),
      blog.listSitemapEntries(),
    ])
    const publicText = JSON.stringify(results)
    expect(publicText).not.toMatch(/CanaryPost|hidden-/)
    expect(publicText).toContain('post-5')
  })

  test('appear at their publication time', async () => {
    const laterApp = await createTestApp({ clock: { now: () => new Date('2026-03-11T12:00:00Z') } })
    await addHiddenPosts(laterApp)
    expect(slugsOf(await laterApp.visitor('GET', '/api/blog/posts'))).toEqual([
      'hidden-tomorrow',
      'hidden-next-second',
    ])
    await laterApp.close()
  })
})

test('P09 the database lets no request delete a post or publish one without a date', async () => {
  await expect(app.db.run('delete from blog_posts')).rejects.toMatchObject({ code: '42501' })
  await expect(addPost(app, { slug: 'dateless', publishedAt: null })).rejects.toMatchObject({ code: '23514' })
  await expect(addPost(app, { slug: 'post-1' })).rejects.toMatchObject({ code: '23505' })
})
