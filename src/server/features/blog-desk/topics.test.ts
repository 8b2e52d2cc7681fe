import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ContentTopic } from '#contract/blog-desk.ts'
import { type Desk, IMPORT_TOPIC, openDesk, SIGNALS_TOPIC } from '#test/workspaces/blog-desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())
beforeEach(() => desk.clear())

describe('P12 topics', () => {
  test('are added with the default priority and listed in the order of use', async () => {
    const response = await desk.post('/api/blog/topics', { topic: ' Low ', category: 'Lead Generation' })
    expect([response.status, response.json]).toMatchObject([
      201,
      { topic: 'Low', priority: 1, useCount: 0, lastUsed: null, isActive: true, keywords: [] },
    ])
    await desk.addTopic({ ...SIGNALS_TOPIC, priority: 5, keywords: [' A ', 'a', 'b'] })
    await desk.addTopic({ ...IMPORT_TOPIC, priority: 5 })
    const firstPage = await desk.get('/api/blog/topics?limit=2')
    expect(firstPage.headers['x-total-count']).toBe('3')
    const nextUrl = /<(.+)>; rel="next"/.exec(String(firstPage.headers.link))?.[1] ?? ''
    const secondPage = (await desk.get(nextUrl)).json as ContentTopic[]
    const topics = [...(firstPage.json as ContentTopic[]), ...secondPage]
    expect(topics.map(({ topic }) => topic)).toEqual([SIGNALS_TOPIC.topic, IMPORT_TOPIC.topic, 'Low'])
    expect(topics[0]?.keywords).toEqual(['A', 'b'])
  })

  test('are stored once, even after a double click', async () => {
    const responses = await Promise.all([
      desk.post('/api/blog/topics', SIGNALS_TOPIC),
      desk.post('/api/blog/topics', SIGNALS_TOPIC),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await desk.listTopics()).toHaveLength(1)
  })

  test.each([
    [{ topic: '  ' }, 'topic'],
    [{ topic: 'x'.repeat(201) }, 'topic'],
    [{ topic: 'a\u0007b' }, 'topic'],
    [{ priority: 0 }, 'priority'],
    [{ priority: 11 }, 'priority'],
    [{ priority: 1.5 }, 'priority'],
    [{ category: 'Farming' }, 'category'],
    [{ keywords: ['x'.repeat(51)] }, 'keywords.0'],
    [{ keywords: [' '] }, 'keywords.0'],
    [{ keywords: Array.from({ length: 21 }, (_, n) => `k${n}`) }, 'keywords'],
  ])('are rejected with the name of the invalid field: %j', async (fields, field) => {
    const response = await desk.post('/api/blog/topics', { ...SIGNALS_TOPIC, ...fields })
    expect(response.status).toBe(400)
    expect(Object.keys((response.json as { fields: object }).fields)).toEqual([field])
  })

  test('can be edited and deactivated', async () => {
    const { id } = await desk.addTopic(SIGNALS_TOPIC)
    expect((await desk.patch(`/api/blog/topics/${id}`, { isActive: false, priority: 9 })).json).toMatchObject(
      {
        isActive: false,
        priority: 9,
        topic: SIGNALS_TOPIC.topic,
      },
    )
    expect([(await desk.generate()).status, (await desk.generate({ topicId: id })).status]).toEqual([
      409, 409,
    ])
    const otherTopic = await desk.addTopic(IMPORT_TOPIC)
    expect((await desk.patch(`/api/blog/topics/${otherTopic.id}`, SIGNALS_TOPIC)).status).toBe(409)
  })
})
