import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DeskPostCard, Generated } from '#contract/blog-desk.ts'
import {
  DESK_START,
  type Desk,
  IMPORT_TOPIC,
  MINUTE_MS,
  openDesk,
  SIGNALS_TOPIC,
} from '#test/workspaces/blog-desk.ts'
import { requestPost } from './service/request.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())
beforeEach(() => desk.clear())

const UNKNOWN_TOPIC = 'Sourdough recipes with caraway and treacle'

describe('P12 generation', () => {
  test('takes the next topic, writes an article to review, and counts the use', async () => {
    const { id } = await desk.addTopic(SIGNALS_TOPIC)
    const response = await desk.generate()
    expect(response.status).toBe(200)
    const { post, entry } = response.json as Generated
    expect(entry).toMatchObject({ topicId: id, status: 'completed', blogPostId: post.id, error: null })
    expect(post).toMatchObject({
      title: SIGNALS_TOPIC.topic,
      slug: 'how-the-nine-life-event-signals-work',
      status: 'ready',
      publishedAt: null,
      needsReview: true,
      keywords: ['life event signals'],
    })
    expect(post.generatedAt).toBe(new Date(desk.clock.time).toISOString())
    expect(post.readingTime).toBeGreaterThanOrEqual(2)
    expect(post.seoScore).toBeGreaterThanOrEqual(75)
    expect(post.content.match(/<h2>/g)?.length).toBeGreaterThanOrEqual(4)
    expect(post.content).toMatch(/<h2>Sources<\/h2>\s*<ul>.*href="\/documentation\/signals#/s)
    expect(post.review.sources.length).toBeGreaterThanOrEqual(3)
    expect(await desk.listPublicSlugs()).not.toContain(post.slug)
    const [topic] = await desk.listTopics()
    expect(topic).toMatchObject({ useCount: 1, lastUsed: new Date(desk.clock.time).toISOString() })
  })

  test('takes unused topics by priority, then used ones in turn, with high priorities more often', async () => {
    const frequentTopic = 'Downsizing signals'
    await desk.addTopic({ ...SIGNALS_TOPIC, priority: 2 })
    await desk.addTopic({ ...IMPORT_TOPIC, priority: 3 })
    await desk.addTopic({ topic: frequentTopic, category: '9D Framework', priority: 10 })
    const subjects: string[] = []
    for (let n = 0; n < 7; n++) {
      desk.clock.time += MINUTE_MS
      subjects.push(((await desk.generate()).json as Generated).entry.subject)
    }
    expect(subjects.slice(0, 3)).toEqual([frequentTopic, IMPORT_TOPIC.topic, SIGNALS_TOPIC.topic])
    expect(subjects.slice(3)).toEqual([frequentTopic, frequentTopic, IMPORT_TOPIC.topic, frequentTopic])
  })

  test('takes different topics for two requests, and writes one post for a repeated request', async () => {
    await desk.addTopic(SIGNALS_TOPIC)
    await desk.addTopic(IMPORT_TOPIC)
    const [first, second] = await Promise.all([desk.generate(), desk.generate()])
    const subjects = [first, second].map((response) => (response.json as Generated).entry.subject)
    expect(subjects.sort()).toEqual([IMPORT_TOPIC.topic, SIGNALS_TOPIC.topic].sort())

    const requestId = crypto.randomUUID()
    const repeats = await Promise.all([
      desk.generate({ requestId }),
      desk.generate({ requestId }),
      desk.generate({ requestId }),
    ])
    expect(new Set(repeats.map((response) => (response.json as Generated).post.id)).size).toBe(1)

    const [topic] = await desk.listTopics()
    desk.clock.time += MINUTE_MS
    const responses = await Promise.all([
      desk.generate({ topicId: topic?.id }),
      desk.generate({ topicId: topic?.id }),
    ])
    expect(new Set(responses.map((response) => (response.json as Generated).post.id)).size).toBe(1)
  })

  test('writes from a prompt, with keywords of the article if none are given', async () => {
    const prompt = {
      customPrompt: 'Write an article about duplicate contacts and merging.',
      category: 'Real Estate Data',
    }
    const [response, repeat] = await Promise.all([desk.generate(prompt), desk.generate(prompt)])
    expect(response?.status).toBe(200)
    const { post, entry } = response!.json as Generated
    expect(entry).toMatchObject({ cause: 'prompt', topicId: null, category: 'Real Estate Data' })
    expect(post).toMatchObject({ title: 'Duplicate contacts and merging', status: 'ready' })
    expect(post.keywords).toEqual(['duplicate contacts and merging'])
    expect((repeat!.json as Generated).post.id).toBe(post.id)
  })

  test.each([
    [{ customPrompt: ' ', category: 'Lead Generation' }, 'customPrompt'],
    [{ customPrompt: 'x'.repeat(2001), category: 'Lead Generation' }, 'customPrompt'],
    [{ customPrompt: 'a\u0000b', category: 'Lead Generation' }, 'customPrompt'],
    [{ customPrompt: 'About signals' }, 'category'],
    [{ customPrompt: 'About signals', category: 'x' }, 'category'],
    [{ keywords: ['a'] }, 'keywords'],
    [{ topicId: 'x' }, 'topicId'],
  ])('rejects invalid fields: %j', async (body, field) => {
    const response = await desk.generate(body)
    expect([response.status, Object.keys((response.json as { fields: object }).fields)]).toEqual([
      400,
      [field],
    ])
  })

  test('explains when the knowledge base has too little, and allows a retry or cancel', async () => {
    const { id } = await desk.addTopic({ topic: UNKNOWN_TOPIC, category: 'Lead Generation', keywords: [] })
    const response = await desk.generate({ topicId: id })
    expect([response.status, response.json]).toMatchObject([
      422,
      { message: expect.stringContaining('too little on this subject') },
    ])
    const { items: entries } = await desk.readQueue()
    expect(entries).toMatchObject([
      { status: 'failed', retryCount: 0, error: expect.stringContaining('too little on this subject') },
    ])
    const [entry] = entries
    // A post without text remains archived until a retry.
    const listIds = async (query: string) =>
      ((await desk.get(`/api/blog/admin/posts${query}`)).json as DeskPostCard[]).map((post) => post.id)
    expect(await listIds('?status=archived')).toEqual([entry?.blogPostId])
    expect(await listIds('')).not.toContain(entry?.blogPostId)
    expect((await desk.post(`/api/blog/generation/${entry?.id}/retry`)).status).toBe(422)
    await desk.app.owner.run('update generation_queue set subject = $1', [SIGNALS_TOPIC.topic])
    const retryResponse = await desk.post(`/api/blog/generation/${entry?.id}/retry`)
    expect([retryResponse.status, retryResponse.json]).toMatchObject([
      200,
      { post: { status: 'ready', id: entry?.blogPostId } },
    ])
    expect((await desk.post(`/api/blog/generation/${entry?.id}/retry`)).status).toBe(409)
    expect((await desk.post(`/api/blog/generation/${entry?.id}/cancel`)).status).toBe(409)
  })

  test('archives the post of a canceled generation, even if a worker finishes later', async () => {
    await desk.app.queue.stop()
    await desk.addTopic(SIGNALS_TOPIC)
    const blogDesk = desk.app.services.blogDesk
    const { id } = (await pendingEntry()) as { id: string }
    expect((await desk.post(`/api/blog/generation/${id}/cancel`)).json).toMatchObject({
      entry: { status: 'canceled' },
      post: { status: 'archived' },
    })
    await blogDesk.generation.run(id, new AbortController().signal)
    expect((await desk.readQueue()).items).toMatchObject([{ status: 'canceled' }])
    expect(
      await desk.app.owner.rows(`select from blog_posts where status in ('ready', 'generating')`),
    ).toEqual([])
    await desk.app.queue.start()
  })

  test('Trust 19 continues after a stopped worker, once, and gives up after four attempts', async () => {
    await desk.app.queue.stop()
    await desk.addTopic(SIGNALS_TOPIC)
    const { id } = (await pendingEntry()) as { id: string }
    const claimUntil = (minutes: number) =>
      desk.app.owner.run(
        `update generation_queue set status = 'processing', claims = claims + 1, lease_until = $2 where id = $1`,
        [id, new Date(DESK_START + minutes * MINUTE_MS)],
      )
    await claimUntil(3)
    await desk.app.services.blogDesk.sweep()
    await desk.app.queue.drain()
    expect((await desk.readQueue()).items[0]?.status).toBe('processing')
    desk.clock.time = DESK_START + 4 * MINUTE_MS
    await desk.app.services.blogDesk.sweep()
    await desk.app.services.blogDesk.sweep()
    await desk.app.queue.drain()
    expect((await desk.readQueue()).items).toMatchObject([{ status: 'completed', retryCount: 1 }])
    const posts = await desk.app.owner.rows('select status from blog_posts where not shipped')
    expect(posts).toEqual([{ status: 'ready' }])
    await desk.app.owner.run(
      `update generation_queue set status = 'processing', retry_count = 3, lease_until = $1`,
      [new Date(DESK_START)],
    )
    await desk.app.owner.run(`update blog_posts set status = 'generating' where not shipped`)
    await desk.app.services.blogDesk.sweep()
    await desk.app.queue.drain()
    expect((await desk.readQueue()).items).toMatchObject([
      { status: 'failed', error: expect.stringContaining('stopped') },
    ])
    expect(await desk.app.owner.rows('select status from blog_posts where not shipped')).toEqual([
      { status: 'archived' },
    ])
    await desk.app.queue.start()
  })

  test('archives posts that no generation writes', async () => {
    await desk.app.owner.run(
      `insert into blog_posts (title, slug, category, status, updated_at)
       values ('Stuck', 'stuck', 'Lead Generation', 'generating', $1)`,
      [new Date(DESK_START)],
    )
    await desk.app.services.blogDesk.sweep()
    const readStatus = async () =>
      (await desk.app.owner.row<{ status: string }>(`select status from blog_posts where slug = 'stuck'`))
        ?.status
    expect(await readStatus()).toBe('generating')
    desk.clock.time += 10 * MINUTE_MS
    await desk.app.services.blogDesk.sweep()
    expect(await readStatus()).toBe('archived')
  })

  test('writes once a week from the next topic if enabled, however often the job runs', async () => {
    await desk.addTopic(SIGNALS_TOPIC)
    await desk.addTopic(IMPORT_TOPIC)
    const { generation } = desk.app.services.blogDesk
    await generation.runWeekly()
    expect((await desk.readQueue()).items).toEqual([])
    expect((await desk.patch('/api/blog/generation', { weekly: true })).json).toMatchObject({
      weekly: { isOn: true, nextAt: '2026-11-16T14:00:00.000Z' },
    })
    await Promise.all([generation.runWeekly(), generation.runWeekly()])
    await desk.app.queue.drain()
    expect((await desk.readQueue()).items).toMatchObject([{ cause: 'weekly' }])
    expect((await desk.patch('/api/blog/generation', { weekly: false })).json).toMatchObject({
      weekly: { isOn: false, nextAt: null },
    })
  })
})

/** Adds a request that no worker has claimed yet. */
async function pendingEntry(): Promise<{ id: string } | undefined> {
  const deps = { db: desk.app.db, events: desk.app.events, clock: desk.app.clock }
  const caller = { actor: { kind: 'system', job: 'test' }, requestId: undefined } as const
  return requestPost(deps, caller, {})
}
