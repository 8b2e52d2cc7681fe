import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DeskPostCard, Generated } from '#contract/blog-desk.ts'
import { DESK_START, type Desk, IMPORTING, MINUTE, openDesk, SIGNALS } from '#test/workspaces/blog-desk.ts'
import { requestPost } from './service/request.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())
beforeEach(() => desk.clear())

const UNKNOWN = 'Sourdough recipes with caraway and treacle'

describe('P12 generation', () => {
  test('takes the next topic, writes an article to review, and counts the use', async () => {
    const { id } = await desk.addTopic(SIGNALS)
    const answer = await desk.generate()
    expect(answer.status).toBe(200)
    const { post: made, entry } = answer.json as Generated
    expect(entry).toMatchObject({ topicId: id, status: 'completed', blogPostId: made.id, error: null })
    expect(made).toMatchObject({
      title: SIGNALS.topic,
      slug: 'how-the-nine-life-event-signals-work',
      status: 'ready',
      publishedAt: null,
      needsReview: true,
      keywords: ['life event signals'],
    })
    expect(made.generatedAt).toBe(new Date(desk.clock.time).toISOString())
    expect(made.readingTime).toBeGreaterThanOrEqual(2)
    expect(made.seoScore).toBeGreaterThanOrEqual(75)
    expect(made.content.match(/<h2>/g)?.length).toBeGreaterThanOrEqual(4)
    expect(made.content).toMatch(/<h2>Sources<\/h2>\s*<ul>.*href="\/documentation\/signals#/s)
    expect(made.review.sources.length).toBeGreaterThanOrEqual(3)
    expect(await desk.publicSlugs()).not.toContain(made.slug)
    const [topic] = await desk.topicsNow()
    expect(topic).toMatchObject({ useCount: 1, lastUsed: new Date(desk.clock.time).toISOString() })
  })

  test('takes unused topics first by priority; then each in turn, high priorities sooner', async () => {
    const often = 'Downsizing signals'
    await desk.addTopic({ ...SIGNALS, priority: 2 })
    await desk.addTopic({ ...IMPORTING, priority: 3 })
    await desk.addTopic({ topic: often, category: '9D Framework', priority: 10 })
    const order: string[] = []
    for (let n = 0; n < 7; n++) {
      desk.clock.time += MINUTE
      order.push(((await desk.generate()).json as Generated).entry.subject)
    }
    expect(order.slice(0, 3)).toEqual([often, IMPORTING.topic, SIGNALS.topic])
    expect(order.slice(3)).toEqual([often, often, IMPORTING.topic, often])
  })

  test('takes different topics for two requests, and writes one post for a repeated one', async () => {
    await desk.addTopic(SIGNALS)
    await desk.addTopic(IMPORTING)
    const [one, other] = await Promise.all([desk.generate(), desk.generate()])
    const subjects = [one, other].map((answer) => (answer.json as Generated).entry.subject)
    expect(subjects.sort()).toEqual([IMPORTING.topic, SIGNALS.topic].sort())

    const requestId = crypto.randomUUID()
    const same = await Promise.all([
      desk.generate({ requestId }),
      desk.generate({ requestId }),
      desk.generate({ requestId }),
    ])
    expect(new Set(same.map((answer) => (answer.json as Generated).post.id)).size).toBe(1)

    const [topic] = await desk.topicsNow()
    desk.clock.time += MINUTE
    const clicks = await Promise.all([
      desk.generate({ topicId: topic?.id }),
      desk.generate({ topicId: topic?.id }),
    ])
    expect(new Set(clicks.map((answer) => (answer.json as Generated).post.id)).size).toBe(1)
  })

  test('writes from a prompt, with its own keywords if none are given', async () => {
    const prompt = {
      customPrompt: 'Write an article about duplicate contacts and merging.',
      category: 'Real Estate Data',
    }
    const [answer, second] = await Promise.all([desk.generate(prompt), desk.generate(prompt)])
    expect(answer?.status).toBe(200)
    const { post: made, entry } = answer!.json as Generated
    expect(entry).toMatchObject({ cause: 'prompt', topicId: null, category: 'Real Estate Data' })
    expect(made).toMatchObject({ title: 'Duplicate contacts and merging', status: 'ready' })
    expect(made.keywords).toEqual(['duplicate contacts and merging'])
    expect((second!.json as Generated).post.id).toBe(made.id)
  })

  test.each([
    [{ customPrompt: ' ', category: 'Lead Generation' }, 'customPrompt'],
    [{ customPrompt: 'x'.repeat(2001), category: 'Lead Generation' }, 'customPrompt'],
    [{ customPrompt: 'a\u0000b', category: 'Lead Generation' }, 'customPrompt'],
    [{ customPrompt: 'About signals' }, 'category'],
    [{ customPrompt: 'About signals', category: 'x' }, 'category'],
    [{ keywords: ['a'] }, 'keywords'],
    [{ topicId: 'x' }, 'topicId'],
  ])('rejects invalid fields: %j', async (wrong, field) => {
    const answer = await desk.generate(wrong)
    expect([answer.status, Object.keys((answer.json as { fields: object }).fields)]).toEqual([400, [field]])
  })

  test('explains when the knowledge base has too little, and allows a retry or cancel', async () => {
    const { id } = await desk.addTopic({ topic: UNKNOWN, category: 'Lead Generation', keywords: [] })
    const answer = await desk.generate({ topicId: id })
    expect([answer.status, answer.json]).toMatchObject([
      422,
      { message: expect.stringContaining('too little on this subject') },
    ])
    const { items: entries } = await desk.queueNow()
    expect(entries).toMatchObject([
      { status: 'failed', retryCount: 0, error: expect.stringContaining('too little on this subject') },
    ])
    const [entry] = entries
    // A post without a text is archived until a retry.
    const idsIn = async (query: string) =>
      ((await desk.get(`/api/blog/admin/posts${query}`)).json as DeskPostCard[]).map((post) => post.id)
    expect(await idsIn('?status=archived')).toEqual([entry?.blogPostId])
    expect(await idsIn('')).not.toContain(entry?.blogPostId)
    expect((await desk.post(`/api/blog/generation/${entry?.id}/retry`)).status).toBe(422)
    await desk.app.owner.run('update generation_queue set subject = $1', [SIGNALS.topic])
    const again = await desk.post(`/api/blog/generation/${entry?.id}/retry`)
    expect([again.status, again.json]).toMatchObject([
      200,
      { post: { status: 'ready', id: entry?.blogPostId } },
    ])
    expect((await desk.post(`/api/blog/generation/${entry?.id}/retry`)).status).toBe(409)
    expect((await desk.post(`/api/blog/generation/${entry?.id}/cancel`)).status).toBe(409)
  })

  test('archives the post of a canceled generation, even if a worker finishes later', async () => {
    await desk.app.queue.stop()
    await desk.addTopic(SIGNALS)
    const waiting = desk.app.services.blogDesk
    const { id } = (await pendingEntry()) as { id: string }
    expect((await desk.post(`/api/blog/generation/${id}/cancel`)).json).toMatchObject({
      entry: { status: 'canceled' },
      post: { status: 'archived' },
    })
    await waiting.generation.run(id, new AbortController().signal)
    expect((await desk.queueNow()).items).toMatchObject([{ status: 'canceled' }])
    expect(
      await desk.app.owner.rows(`select from blog_posts where status in ('ready', 'generating')`),
    ).toEqual([])
    await desk.app.queue.start()
  })

  test('Trust 19 continues after a stopped worker, once, and gives up after four attempts', async () => {
    await desk.app.queue.stop()
    await desk.addTopic(SIGNALS)
    const { id } = (await pendingEntry()) as { id: string }
    const claimed = (minutes: number) =>
      desk.app.owner.run(
        `update generation_queue set status = 'processing', claims = claims + 1, lease_until = $2 where id = $1`,
        [id, new Date(DESK_START + minutes * MINUTE)],
      )
    await claimed(3)
    await desk.app.services.blogDesk.sweep()
    await desk.app.queue.drain()
    expect((await desk.queueNow()).items[0]?.status).toBe('processing')
    desk.clock.time = DESK_START + 4 * MINUTE
    await desk.app.services.blogDesk.sweep()
    await desk.app.services.blogDesk.sweep()
    await desk.app.queue.drain()
    expect((await desk.queueNow()).items).toMatchObject([{ status: 'completed', retryCount: 1 }])
    const made = await desk.app.owner.rows('select status from blog_posts where not shipped')
    expect(made).toEqual([{ status: 'ready' }])
    await desk.app.owner.run(
      `update generation_queue set status = 'processing', retry_count = 3, lease_until = $1`,
      [new Date(DESK_START)],
    )
    await desk.app.owner.run(`update blog_posts set status = 'generating' where not shipped`)
    await desk.app.services.blogDesk.sweep()
    await desk.app.queue.drain()
    expect((await desk.queueNow()).items).toMatchObject([
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
    const stateOf = async () =>
      (await desk.app.owner.row<{ status: string }>(`select status from blog_posts where slug = 'stuck'`))
        ?.status
    expect(await stateOf()).toBe('generating')
    desk.clock.time += 10 * MINUTE
    await desk.app.services.blogDesk.sweep()
    expect(await stateOf()).toBe('archived')
  })

  test('writes once a week from the next topic if enabled, however often the job runs', async () => {
    await desk.addTopic(SIGNALS)
    await desk.addTopic(IMPORTING)
    const { generation } = desk.app.services.blogDesk
    await generation.runWeekly()
    expect((await desk.queueNow()).items).toEqual([])
    expect((await desk.patch('/api/blog/generation', { weekly: true })).json).toMatchObject({
      weekly: { isOn: true, nextAt: '2026-11-16T14:00:00.000Z' },
    })
    await Promise.all([generation.runWeekly(), generation.runWeekly()])
    await desk.app.queue.drain()
    expect((await desk.queueNow()).items).toMatchObject([{ cause: 'weekly' }])
    expect((await desk.patch('/api/blog/generation', { weekly: false })).json).toMatchObject({
      weekly: { isOn: false, nextAt: null },
    })
  })
})

/** A request that no worker has claimed yet. */
async function pendingEntry(): Promise<{ id: string } | undefined> {
  const deps = { db: desk.app.db, events: desk.app.events, clock: desk.app.clock }
  const caller = { actor: { kind: 'system', job: 'test' }, requestId: undefined } as const
  return requestPost(deps, caller, {})
}
