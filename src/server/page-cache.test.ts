import { describe, expect, test } from 'vitest'
import { createPageCache, type RenderedPage } from './page-cache.ts'

function page(html: string, control = 's-maxage=60', status = 200): RenderedPage {
  return { status, html, headers: new Headers({ 'cache-control': control }) }
}

describe('the page cache', () => {
  test('renders a shared page once per cache period', async () => {
    let time = 0
    let renders = 0
    const cached = createPageCache(() => time)
    const render = async () => page(`rendering ${++renders}`)
    expect((await cached('/about', render)).html).toBe('rendering 1')
    time = 59_999
    expect((await cached('/about', render)).html).toBe('rendering 1')
    time = 60_001
    expect((await cached('/about', render)).html).toBe('rendering 2')
  })

  test('renders private and missing pages for each request', async () => {
    let renders = 0
    const cached = createPageCache(() => 0)
    const privatePage = async () => page(`rendering ${++renders}`, 'no-store')
    const missingPage = async () => page(`rendering ${++renders}`, 's-maxage=60', 404)
    await cached('/dashboard', privatePage)
    await cached('/dashboard', privatePage)
    await cached('/nowhere', missingPage)
    await cached('/nowhere', missingPage)
    expect(renders).toBe(4)
  })

  test('serves the old page while one request renders the new one, and after a failure', async () => {
    let time = 0
    const cached = createPageCache(() => time)
    await cached('/blog', async () => page('old'))
    time = 61_000
    let fail: (error: Error) => void = () => {}
    const first = cached('/blog', () => new Promise((_, reject) => (fail = reject)))
    expect((await cached('/blog', async () => page('never asked for'))).html).toBe('old')
    fail(new Error('the database is away'))
    await expect(first).rejects.toThrow('the database is away')
    expect((await cached('/blog', async () => page('never asked for'))).html).toBe('old')
  })

  test('serves the old page instead of an error, and renders it again later', async () => {
    let time = 0
    const cached = createPageCache(() => time)
    await cached('/blog', async () => page('old'))
    time = 61_000
    expect((await cached('/blog', async () => page('a fault', '', 500))).html).toBe('old')
    expect((await cached('/blog', async () => page('never asked for'))).html).toBe('old')
    time += 5001
    expect((await cached('/blog', async () => page('new'))).html).toBe('new')
    expect((await cached('/about', async () => page('a fault', '', 500))).status).toBe(500)
  })

  test('caches no URL with a query, and evicts the oldest page', async () => {
    let renders = 0
    const cached = createPageCache(() => 0)
    const render = async () => page(`rendering ${++renders}`)
    await cached('/blog?page=2', render)
    expect((await cached('/blog?page=2', render)).html).toBe('rendering 2')
    for (let i = 0; i <= 300; i++) await cached(`/blog/${i}`, render)
    expect((await cached('/blog/300', render)).html).toBe('rendering 303')
    expect((await cached('/blog/0', render)).html).toBe('rendering 304')
  })
})

test('P11 a page rendered while the site changes is not cached', async () => {
  const cached = createPageCache(() => 0)
  const page = (html: string) => ({
    status: 200,
    headers: new Headers({ 'cache-control': 's-maxage=60' }),
    html,
  })
  let finish = (_: ReturnType<typeof page>) => {}
  const stalePage = cached('/blog', () => new Promise((resolve) => (finish = resolve)))
  cached.clear()
  finish(page('old'))
  expect((await stalePage).html).toBe('old')
  expect((await cached('/blog', async () => page('new'))).html).toBe('new')
  expect((await cached('/blog', async () => page('newer'))).html).toBe('new')
})
