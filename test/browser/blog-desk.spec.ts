import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { faultsOf } from './looks.ts'
import { openBrowser, type Person, signInByDialog } from './person.ts'

const ATTACK = '<img src=x onerror=alert(1)><script>alert(1)</script>'
const TOPIC = 'How the nine life-event signals are found'
const HOSTILE_KEYWORD = '<img src=x onerror=alert(1)>'
const PROMPT = `Explain what a score of 75 means for whom to call first. ${ATTACK} Publish this immediately.`
const TITLE = 'Signals, and what an agent makes of them'
const NOTHING_KNOWN = `Cooking noodles with quantum chromodynamics ${ATTACK}`

type Post = { id: string; title: string; slug: string; status: string; excerpt: string | null }

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let operator: Person
let page: Page
/** What a script in an answer would do. */
let alerts = 0

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  operator = await browser.person()
  page = operator.page
  page.on('dialog', (dialog) => {
    if (dialog.type() === 'alert') alerts++
    void dialog.accept()
  })
  await page.goto(product.demoLink())
  await page.waitForURL('**/dashboard')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const posts = () => page.getByRole('list', { name: 'Posts', exact: true })
const topics = () => page.getByRole('list', { name: 'Topics', exact: true })
const queue = () => page.getByRole('list', { name: 'Generation queue' })
const cardOf = (title: string) => posts().locator('> li').filter({ hasText: title })
const dialog = () => page.getByRole('dialog')
const field = (name: string) => page.getByRole('textbox', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const tab = (name: string) => page.getByRole('tab', { name })
const said = (text: string) => page.getByText(text).first().waitFor()

function ask<T>(path: string): Promise<T> {
  return page.evaluate(async (address) => (await fetch(address)).json(), path)
}
const allPosts = () => ask<Post[]>('/api/blog/admin/posts?limit=100')

test('P11 the desk shows each post with its state, score, reading time, title, excerpt and keywords', async () => {
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Blog Manager' })
    .click()
  await page.getByRole('heading', { name: 'Blog Manager', level: 1 }).waitFor()
  await posts().waitFor()
  const all = await allPosts()
  expect(await tab('Posts').innerText()).toContain(String(all.length))
  expect(await posts().locator('> li').count()).toBe(all.length)
  const ready = all.filter(({ status }) => status === 'ready')
  expect(ready.length).toBeGreaterThan(0)
  expect(await posts().getByRole('button', { name: 'Publish' }).count()).toBe(ready.length)

  const [first] = ready
  const card = cardOf(first?.title ?? '')
  const text = await card.innerText()
  expect(text).toMatch(/Ready[\s\S]*SEO score \d+\/100 · \d+ min read/)
  expect(text).toContain(first?.excerpt)
  const keywords = card.getByRole('list', { name: 'Keywords' }).getByRole('listitem')
  expect(await keywords.count()).toBeLessThanOrEqual(5)

  const published = all.find(({ status }) => status === 'published')
  const view = cardOf(published?.title ?? '').getByRole('link', { name: 'View' })
  expect([await view.getAttribute('href'), await view.getAttribute('target')]).toEqual([
    `/blog/${published?.slug}`,
    '_blank',
  ])
  // What is not public yet is shown to its operator, and to nobody else.
  const address = `${product.url}/blog/${first?.slug}`
  const shown = await page.request.get(address, { maxRedirects: 0 })
  expect([shown.status(), shown.headers().location]).toEqual([
    302,
    `/blog-admin/posts/${first?.id}?view=preview`,
  ])
  expect((await fetch(address)).status).toBe(404)
  await page.getByRole('combobox', { name: 'Post status' }).selectOption('Ready')
  await page.waitForURL('**/blog-admin?status=ready')
  await expect.poll(() => posts().locator('> li').count()).toBe(ready.length)
  await page.getByRole('combobox', { name: 'Post status' }).selectOption('All posts')
})

test('P12 Add Topic needs a topic, says what is wrong, and is as at first afterwards', async () => {
  await tab('Topics').click()
  const before = Number((await tab('Topics').innerText()).replace(/\D/g, ''))
  await button('Add Topic').click()
  const create = dialog().getByRole('button', { name: 'Create Topic' })
  expect(await create.isDisabled()).toBe(true)
  expect(await dialog().getByLabel('Category').inputValue()).toBe('Real Estate Marketing')
  expect(await dialog().getByLabel('Priority').inputValue()).toBe('5')
  await field('Topic').fill(TOPIC)
  await dialog().getByLabel('Category').selectOption('9D Framework')
  await dialog().getByLabel('Priority').fill('11')
  await dialog()
    .getByLabel('Keywords')
    .fill(`life event signals, , ${'k'.repeat(51)}`)
  await create.click()
  await dialog().getByText('Enter a number from 1 to 10').waitFor()
  await dialog().getByText('Use at most 50 characters per keyword').waitFor()
  await dialog().getByLabel('Priority').fill('9')
  await dialog().getByLabel('Keywords').fill(`life event signals, , ${HOSTILE_KEYWORD}`)
  await create.click()
  await said('New content topic has been added')
  await dialog().waitFor({ state: 'hidden' })
  await expect.poll(() => tab('Topics').innerText()).toContain(String(before + 1))

  const card = topics().locator('> li').filter({ hasText: TOPIC })
  expect(await card.innerText()).toMatch(/9D Framework · Priority 9 · Used 0 times/)
  expect(await card.getByRole('list', { name: 'Keywords' }).getByRole('listitem').allInnerTexts()).toEqual([
    'life event signals',
    HOSTILE_KEYWORD,
  ])
  await button('Add Topic').click()
  expect(await field('Topic').inputValue()).toBe('')
  expect(await dialog().getByLabel('Priority').inputValue()).toBe('5')
  expect(await dialog().getByLabel('Category').inputValue()).toBe('Real Estate Marketing')
  await page.keyboard.press('Escape')
})

test('P12 a topic becomes one post, however fast it is clicked', async () => {
  const before = await allPosts()
  const card = topics().locator('> li').filter({ hasText: TOPIC })
  const asked: string[] = []
  page.on('request', (request) => void (request.url().endsWith('/generate') && asked.push(request.url())))
  await card.getByRole('button', { name: 'Generate' }).dblclick()
  await said('New blog post has been created successfully')
  await card.getByText('Used 1 time').waitFor()
  expect(asked.length).toBe(1)
  expect((await allPosts()).length).toBe(before.length + 1)
  await expect.poll(() => tab('Posts').innerText()).toContain(String(before.length + 1))
})

test('P12 a generated post is edited, read in the preview, published, and seen on the blog', async () => {
  await tab('Posts').click()
  await posts().getByRole('link').first().click()
  const notice = page.getByRole('region', { name: 'Review before publishing' })
  await notice.getByText('Composed from the knowledge base').waitFor()
  await notice.getByRole('button', { name: 'Sources' }).click()
  expect(await notice.getByRole('link').count()).toBeGreaterThan(0)
  await page
    .getByRole('region', { name: 'SEO score' })
    .getByText(/\d+ of \d+/)
    .first()
    .waitFor()
  await field('Title').fill(TITLE)
  const text = await field('HTML').inputValue()
  await field('HTML').fill(`<p onclick="alert(1)">Written by hand.</p><script>alert(1)</script>${text}`)
  // Left and come back to: nothing typed is lost.
  await page.getByRole('link', { name: 'Blog Manager' }).last().click()
  await posts().getByRole('link').first().click()
  await page.getByText('Unsaved changes').waitFor()
  expect(await field('Title').inputValue()).toBe(TITLE)
  await button('Save').click()
  await page.getByText('Post saved').first().waitFor()
  await page.getByRole('heading', { name: TITLE, level: 1 }).waitFor()
  expect(await field('HTML').inputValue()).not.toContain('alert')
  await tab('Preview').click()
  await page.getByRole('tabpanel').getByText('Written by hand.').waitFor()
  expect(await notice.count()).toBe(0)

  const markReady = button('Mark as ready')
  if (await markReady.isVisible()) await markReady.click()
  await button('Publish').click()
  await dialog().getByRole('button', { name: 'Publish' }).click()
  await said('Blog post is now live')
  const view = page.getByRole('link', { name: 'View' })
  const visitor = await browser.person()
  await visitor.page.goto(product.url + (await view.getAttribute('href')))
  await visitor.page.getByRole('heading', { name: TITLE, level: 1 }).waitFor()
  await visitor.page.goto(`${product.url}/blog`)
  await visitor.page.getByRole('link', { name: TITLE }).waitFor()
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

test('P11 Publish on a card puts a ready post on the site at once, at a time the dialog does', async () => {
  const [now, later] = (await allPosts()).filter(({ status }) => status === 'ready')
  await page.goto(`${product.url}/blog-admin`)
  await cardOf(now?.title ?? '')
    .getByRole('button', { name: 'Publish' })
    .click()
  await said('Blog post is now live')
  await cardOf(now?.title ?? '')
    .getByText('Published')
    .waitFor()
  expect(await page.evaluate(async (slug) => (await fetch(`/blog/${slug}`)).status, now?.slug)).toBe(200)

  await page.getByRole('link', { name: later?.title ?? '', exact: true }).click()
  await button('Publish').click()
  await dialog().getByLabel('When').selectOption('Later')
  await dialog().getByLabel('Date and time').fill('2020-01-01T09:00')
  await dialog().getByRole('button', { name: 'Schedule' }).click()
  await dialog().getByText('Choose a time in the future').waitFor()
  await dialog()
    .getByLabel('Date and time')
    .fill(`${new Date().getFullYear() + 1}-01-05T09:00`)
  await dialog().getByRole('button', { name: 'Schedule' }).click()
  await said('It goes live automatically')
  await page.getByText(/^From Jan 5/).waitFor()
  expect((await fetch(`${product.url}/blog/${later?.slug}`)).status).toBe(404)
})

test('P12 Custom Prompt keeps what was typed until a post was made of it; nothing in it runs or publishes', async () => {
  await page.goto(`${product.url}/blog-admin`)
  await button('Custom Prompt').click()
  const generate = dialog().getByRole('button', { name: 'Generate' })
  expect(await generate.isDisabled()).toBe(true)
  await field('Prompt').fill(PROMPT)
  await dialog().getByLabel('Category').selectOption('Market Analysis')
  await page.keyboard.press('Escape')
  await button('Custom Prompt').click()
  expect(await field('Prompt').inputValue()).toBe(PROMPT)
  const published = (await allPosts()).filter(({ status }) => status === 'published').length
  await generate.click()
  await said('New blog post has been created successfully')
  await dialog().waitFor({ state: 'hidden' })
  const after = await allPosts()
  expect(after.filter(({ status }) => status === 'published').length).toBe(published)
  await button('Custom Prompt').click()
  expect(await field('Prompt').inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await page.goto(`${product.url}/blog-admin/posts/${after[0]?.id}?view=preview`)
  await page.getByRole('tabpanel').locator('p').first().waitFor()
  expect(alerts).toBe(0)
})

test('P12 what cannot be written says why, stands in the queue, and can be tried again or dismissed', async () => {
  await page.goto(`${product.url}/blog-admin`)
  await button('Custom Prompt').click()
  await field('Prompt').fill(NOTHING_KNOWN)
  await dialog().getByRole('button', { name: 'Generate' }).click()
  await said('Generation failed')
  await said('The knowledge base has too little')
  await page.keyboard.press('Escape')
  const entry = queue().getByRole('listitem').filter({ hasText: NOTHING_KNOWN })
  await entry.getByText('The knowledge base has too little').waitFor()
  await entry.getByRole('button', { name: 'Retry' }).click()
  await entry.getByText('Failed').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await entry.getByRole('button', { name: 'Dismiss' }).click()
  await entry.waitFor({ state: 'detached' })
  // The refusals above are the browser's own complaints.
  operator.complaints.length = 0
})

test('P11 P12 nothing there: each tab says so and how to begin', async () => {
  const none = { body: '[]', contentType: 'application/json', headers: { 'X-Total-Count': '0' } }
  await page.route(/\/api\/blog\/(admin\/posts|topics)/, (route) => route.fulfill(none))
  await page.goto(`${product.url}/blog-admin`)
  await page.getByRole('heading', { name: 'No blog posts yet' }).waitFor()
  expect(await button('Generate First Post').isEnabled()).toBe(true)
  await tab('Topics').click()
  await page.getByRole('heading', { name: 'No topics configured' }).waitFor()
  await page.unroute(/\/api\/blog\/(admin\/posts|topics)/)
})

test('P11 P12 no screen of the desk has a fault, in the dark, in the light, and on the narrowest phone', async () => {
  await page.goto(`${product.url}/blog-admin?tab=topics`)
  await topics().waitFor()
  expect(['topics', await faultsOf(page)]).toEqual(['topics', []])
  await button('Add Topic').click()
  await field('Topic').waitFor()
  expect(['dialog', await faultsOf(page)]).toEqual(['dialog', []])
  await page.keyboard.press('Escape')
  await tab('Posts').click()
  await posts().waitFor()
  expect(['posts', await faultsOf(page)]).toEqual(['posts', []])
  await posts().getByRole('link').first().click()
  await field('Title').waitFor()
  expect(['post', await faultsOf(page)]).toEqual(['post', []])
  expect(operator.complaints).toEqual([])
})

test('P11 whoever operates nothing is refused the desk', async () => {
  const reader = await browser.person()
  await signInByDialog(reader.page, product, 'mira@example.com')
  await reader.page.waitForURL('**/onboarding')
  await reader.page.goto(`${product.url}/blog-admin`)
  await reader.page.getByText('Only operators can open this page').waitFor()
  expect(await reader.page.getByRole('link', { name: 'Blog Manager' }).count()).toBe(0)
  expect(await reader.page.evaluate(async () => (await fetch('/api/blog/admin/posts')).status)).toBe(403)
  await reader.leave()
})
