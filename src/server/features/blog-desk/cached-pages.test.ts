import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageServices } from '#contract/page-services.ts'
import { servePages } from '#server/pages.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { type Events, openEvents } from '#server/platform/events.ts'
import { createAppShell } from '#server/platform/http/app-shell.ts'
import { silentLog } from '#server/platform/log.ts'
import { addPost } from '#test/builders/blog-posts.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { deskPosts } from './service/posts.ts'

const NOW = new Date('2026-11-10T12:00:00Z')
let app: TestApp
const cleanups: { stop(): Promise<void> }[] = []
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => NOW } })
})
afterAll(async () => {
  for (const each of cleanups) await each.stop()
  await app.close()
})

/** Starts one process of an installation, with its own page cache and connection for changes. */
async function startProcess() {
  const events: Events = openEvents(app.database.appUrl, silentLog)
  await events.start()
  const shell = await createAppShell({ appUrl: 'http://localhost:3000', logLevel: 'silent', bodyLimit: 1024 })
  const render = async () => {
    const { posts } = await app.services.blog.list({ page: 1 })
    const headers = { 'content-type': 'text/html', 'cache-control': 'public, s-maxage=60' }
    return new Response(posts.map(({ title }) => title).join(), { headers })
  }
  const services = {} as PageServices
  await servePages(shell, { render, assets: null, vite: null }, { services, take: () => {}, events })
  cleanups.push({ stop: () => Promise.all([shell.close(), events.stop()]).then(() => {}) })
  return { events, blog: async () => (await shell.inject({ url: '/blog' })).body }
}

test('P11 refreshes the cached pages of all processes when a post is published', async () => {
  await addPost(app, { slug: 'fresh', title: 'Fresh news', status: 'ready', publishedAt: null })
  const [firstProcess, secondProcess] = [await startProcess(), await startProcess()]
  expect([await firstProcess.blog(), await secondProcess.blog()]).toEqual(['', ''])
  await app.owner.run(`update blog_posts set title = 'Fresher news' where slug = 'fresh'`)
  const db = openDatabase(app.database.appUrl, { log: silentLog, max: 1 })
  cleanups.push({ stop: () => db.close() })
  const desk = deskPosts({
    db,
    events: firstProcess.events,
    clock: app.clock,
    appUrl: 'http://localhost:3000',
    site: SITE,
  })
  const post = await app.owner.row<{ id: string }>(`select id from blog_posts where slug = 'fresh'`)
  const notifications = Promise.all(
    [firstProcess, secondProcess].map(
      ({ events }) => new Promise<void>((resolve) => void events.subscribeInstance(() => resolve())),
    ),
  )
  const caller = { actor: { kind: 'system', job: 'test' }, requestId: undefined } as const
  await desk.change(caller, post?.id ?? '', { status: 'published' })
  await notifications
  expect(await secondProcess.blog()).toBe('Fresher news')
  expect(await firstProcess.blog()).toBe('Fresher news')
})

const SITE = { brand: { name: 'Ninefold', team: 'The team' } } as never
