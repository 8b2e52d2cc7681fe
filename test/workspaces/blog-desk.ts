import type { BlogPostCard } from '#contract/blog.ts'
import type { ContentTopic, DeskPost, Generated, Generation } from '#contract/blog-desk.ts'
import { createTestApp, type TestResponse } from '../test-app.ts'

export const DESK_START = Date.parse('2026-11-10T12:00:00Z')
export const MINUTE_MS = 60_000
export const SIGNALS_TOPIC = {
  topic: 'How the nine life-event signals work',
  category: '9D Framework',
} as const
export const IMPORT_TOPIC = {
  topic: 'Clean up a contact list before importing it',
  category: 'Real Estate Data',
} as const

/** The application with the shipped posts, an operator at the content desk, and an adjustable clock. */
export async function openDesk() {
  const clock = { time: DESK_START }
  const app = await createTestApp({
    clock: { now: () => new Date(clock.time) },
    adminEmails: ['operator@example.com'],
  })
  await app.services.blog.addShipped()
  const operator = await app.signIn('operator@example.com')
  await app.queue.start()

  const get = (url: string) => operator.request('GET', url)
  const post = (url: string, body?: unknown) => operator.request('POST', url, body)
  const generate = (body: unknown = {}) => post('/api/blog/generate', body)
  /** Adds a topic a second after the last one. */
  const addTopic = async (topic: object) => {
    clock.time += 1000
    return (await post('/api/blog/topics', { keywords: ['life event signals'], ...topic }))
      .json as ContentTopic
  }
  return {
    ...{ app, clock, operator, get, post, generate, addTopic },
    patch: (url: string, body: unknown) => operator.request('PATCH', url, body),
    listTopics: async () => (await get('/api/blog/topics')).json as ContentTopic[],
    readQueue: async () => (await get('/api/blog/generation')).json as Generation,
    listPublicSlugs: async () =>
      ((await app.visitor('GET', '/api/blog/posts?limit=200')).json as BlogPostCard[]).map(
        ({ slug }) => slug,
      ),
    async generatePost(): Promise<DeskPost> {
      await addTopic(SIGNALS_TOPIC)
      return ((await generate()).json as Generated).post
    },
    /** Resets to the shipped posts. */
    async clear(): Promise<void> {
      clock.time = DESK_START
      await app.owner.run('delete from generation_queue')
      await app.owner.run('delete from content_topics')
      await app.owner.run('delete from blog_posts where not shipped')
    },
    async close(): Promise<void> {
      await app.queue.stop()
      await app.close()
    },
  }
}
export type Desk = Awaited<ReturnType<typeof openDesk>>

export const deskPostOf = (response: TestResponse | undefined) => response?.json as unknown as DeskPost
