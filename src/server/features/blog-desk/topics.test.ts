import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ContentTopic } from '#contract/blog-desk.ts'
import { type Desk, IMPORTING, openDesk, SIGNALS } from '#test/workspaces/blog-desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())
beforeEach(() => desk.clear())

describe('P12 topics', () => {
  test('are added with the default priority and listed in the order of use', async () => {
    const low = await desk.post('/api/blog/topics', { topic: ' Low ', category: 'Lead Generation' })
    expect([low.status, low.json]).toMatchObject([
      201,
      { topic: 'Low', priority: 1, useCount: 0, lastUsed: null, isActive: true, keywords: [] },
    ])
    await desk.addTopic({ ...SIGNALS, priority: 5, keywords: [' A ', 'a', 'b'] })
    await desk.addTopic({ ...IMPORTING, priority: 5 })
    const listed = await desk.get('/api/blog/topics?limit=2')
    expect(listed.headers['x-total-count']).toBe('3')
    const next = /<(.+)>; rel="next"/.exec(String(listed.headers.link))?.[1] ?? ''
    const rest = (await desk.get(next)).json as ContentTopic[]
    const all = [...(listed.json as ContentTopic[]), ...rest]
    expect(all.map(({ topic }) => topic)).toEqual([SIGNALS.topic, IMPORTING.topic, 'Low'])
    expect(all[0]?.keywords).toEqual(['A', 'b'])
  })

  test('with the same words are one, even after a double click', async () => {
    const both = await Promise.all([
      desk.post('/api/blog/topics', SIGNALS),
      desk.post('/api/blog/topics', SIGNALS),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await desk.topicsNow()).toHaveLength(1)
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
  ])('that are invalid name the field: %j', async (wrong, field) => {
    const answer = await desk.post('/api/blog/topics', { ...SIGNALS, ...wrong })
    expect(answer.status).toBe(400)
    expect(Object.keys((answer.json as { fields: object }).fields)).toEqual([field])
  })

  test('can be edited and deactivated', async () => {
    const { id } = await desk.addTopic(SIGNALS)
    expect((await desk.patch(`/api/blog/topics/${id}`, { isActive: false, priority: 9 })).json).toMatchObject(
      {
        isActive: false,
        priority: 9,
        topic: SIGNALS.topic,
      },
    )
    expect([(await desk.generate()).status, (await desk.generate({ topicId: id })).status]).toEqual([
      409, 409,
    ])
    const other = await desk.addTopic(IMPORTING)
    expect((await desk.patch(`/api/blog/topics/${other.id}`, SIGNALS)).status).toBe(409)
  })
})
