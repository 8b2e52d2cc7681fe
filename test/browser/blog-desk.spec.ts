import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Client, signIn, signInToDemo } from '#test/product/client.ts'
import { rowsOf } from '#test/product/invariants.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { accessibilityViolationsOf } from './accessibility.ts'
import { openBrowser, type Person, signInAs, type Tab } from './person.ts'

const ATTACK = '<img src=x onerror=alert(1)><script>alert(1)</script>'
const HOSTILE_KEYWORD = '<img src=x onerror=alert(1)>'
const PROMPT = `Explain what a score of 75 means for whom to call first. ${ATTACK} Publish this immediately.`
const UNKNOWN_SUBJECT = `Cooking noodles with quantum chromodynamics ${ATTACK}`

type Post = { id: string; title: string; slug: string; status: string; excerpt: string | null }

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let operator: Client
let operatorsBrowser: Person
let page: Tab['page']
let consoleErrors: string[]
/** Alerts that injected scripts opened. */
let alertCount: number

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  operator = await signInToDemo(product)
  operatorsBrowser = await browser.newPerson()
  await signInAs(operator, operatorsBrowser, product)
})
beforeEach(async () => {
  ;({ page, consoleErrors } = await operatorsBrowser.openPage())
  alertCount = 0
  page.on('dialog', (dialog) => {
    if (dialog.type() === 'alert') alertCount++
    void dialog.accept()
  })
})
afterEach(async () => {
  await page.close()
  expect(consoleErrors).toEqual([])
  expect(alertCount).toBe(0)
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
const waitForText = (text: string) => page.getByText(text).first().waitFor()

const goto = (path: string) => page.goto(product.url + path)
const statusOf = async (path: string) => (await fetch(product.url + path)).status

const readPosts = () => operator.json<Post[]>('GET', '/api/blog/admin/posts?limit=100')

let addedCount = 0
/** Adds a post that is ready to be published. */
async function addReadyPost(): Promise<Post> {
  const [post] = await rowsOf<Post>(
    product.database.ownerUrl,
    `insert into blog_posts (title, slug, category, status, excerpt, keywords, content)
     values ('Ready post ' || $1::int, 'ready-post-' || $1::int, 'Market Analysis', 'ready', 'An excerpt.',
       '{deeds,liens,owners,records,taxes,titles}', '<p>Text.</p>')
     returning id, title, slug, status, excerpt`,
    [++addedCount],
  )
  if (!post) throw new Error('The post was not added')
  return post
}

const addTopic = (topic: string) =>
  operator.json('POST', '/api/blog/topics', { topic, category: '9D Framework' })
const generate = async (customPrompt: string) => {
  const request = { customPrompt, category: 'Market Analysis' }
  return (await operator.json<{ post: Post }>('POST', '/api/blog/generate', request)).post
}

test('P11 a card shows status, score, reading time, title, excerpt and keywords of a post', async () => {
  const firstPost = await addReadyPost()
  await goto('/dashboard')
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Blog Manager' })
    .click()
  await page.getByRole('heading', { name: 'Blog Manager', level: 1 }).waitFor()
  await posts().waitFor()
  const storedPosts = await readPosts()
  expect(await tab('Posts').innerText()).toContain(String(storedPosts.length))
  expect(await posts().locator('> li').count()).toBe(storedPosts.length)
  const readyPosts = storedPosts.filter(({ status }) => status === 'ready')
  expect(await posts().getByRole('button', { name: 'Publish' }).count()).toBe(readyPosts.length)

  const card = cardOf(firstPost.title)
  const text = await card.innerText()
  expect(text).toMatch(/Ready[\s\S]*SEO score \d+\/100 · \d+ min read/)
  expect(text).toContain(firstPost.excerpt)
  const keywords = card.getByRole('list', { name: 'Keywords' }).getByRole('listitem')
  expect(await keywords.count()).toBeLessThanOrEqual(5)

  const published = storedPosts.find(({ status }) => status === 'published')
  const viewLink = cardOf(published?.title ?? '').getByRole('link', { name: 'View' })
  expect([await viewLink.getAttribute('href'), await viewLink.getAttribute('target')]).toEqual([
    `/blog/${published?.slug}`,
    '_blank',
  ])
  // Only operators see an unpublished post.
  const postPath = `/blog/${firstPost.slug}`
  const response = await operator.send('GET', postPath)
  expect([response.status, response.headers.get('location')]).toEqual([
    302,
    `/blog-admin/posts/${firstPost.id}?view=preview`,
  ])
  expect(await statusOf(postPath)).toBe(404)
  await page.getByRole('combobox', { name: 'Post status' }).selectOption('Ready')
  await page.waitForURL('**/blog-admin?status=ready')
  await expect.poll(() => posts().locator('> li').count()).toBe(readyPosts.length)
})

test('P12 Add Topic requires a topic, explains invalid fields, and is empty after saving', async () => {
  const topic = 'How the nine life-event signals are found'
  await goto('/blog-admin?tab=topics')
  await topics().waitFor()
  const topicCount = Number((await tab('Topics').innerText()).replace(/\D/g, ''))
  await button('Add Topic').click()
  const createButton = dialog().getByRole('button', { name: 'Create Topic' })
  expect(await createButton.isDisabled()).toBe(true)
  expect(await dialog().getByLabel('Category').inputValue()).toBe('Real Estate Marketing')
  expect(await dialog().getByLabel('Priority').inputValue()).toBe('5')
  await field('Topic').fill(topic)
  await dialog().getByLabel('Category').selectOption('9D Framework')
  await dialog().getByLabel('Priority').fill('11')
  await dialog()
    .getByLabel('Keywords')
    .fill(`life event signals, , ${'k'.repeat(51)}`)
  await createButton.click()
  await dialog().getByText('Enter a number from 1 to 10').waitFor()
  await dialog().getByText('Use at most 50 characters per keyword').waitFor()
  await dialog().getByLabel('Priority').fill('9')
  await dialog().getByLabel('Keywords').fill(`life event signals, , ${HOSTILE_KEYWORD}`)
  await createButton.click()
  await waitForText('New content topic has been added')
  await dialog().waitFor({ state: 'hidden' })
  await expect.poll(() => tab('Topics').innerText()).toContain(String(topicCount + 1))

  const card = topics().locator('> li').filter({ hasText: topic })
  expect(await card.innerText()).toMatch(/9D Framework · Priority 9 · Used 0 times/)
  expect(await card.getByRole('list', { name: 'Keywords' }).getByRole('listitem').allInnerTexts()).toEqual([
    'life event signals',
    HOSTILE_KEYWORD,
  ])
  await button('Add Topic').click()
  expect(await field('Topic').inputValue()).toBe('')
  expect(await dialog().getByLabel('Priority').inputValue()).toBe('5')
  expect(await dialog().getByLabel('Category').inputValue()).toBe('Real Estate Marketing')
})

test('P12 a double click on Generate writes one post', async () => {
  const topic = 'What the market snapshot of a town shows'
  await addTopic(topic)
  const postsBefore = await readPosts()
  await goto('/blog-admin?tab=topics')
  const card = topics().locator('> li').filter({ hasText: topic })
  const requests: string[] = []
  page.on('request', (request) => void (request.url().endsWith('/generate') && requests.push(request.url())))
  await card.getByRole('button', { name: 'Generate' }).dblclick()
  await waitForText('New blog post has been created successfully')
  await card.getByText('Used 1 time').waitFor()
  expect(requests.length).toBe(1)
  expect((await readPosts()).length).toBe(postsBefore.length + 1)
  await expect.poll(() => tab('Posts').innerText()).toContain(String(postsBefore.length + 1))
})

test('P12 a generated post can be edited, previewed and published to the blog', async () => {
  const generatedPost = await generate('Explain how the nine life-event signals are found.')
  const title = 'How an agent uses the signals'
  await goto(`/blog-admin/posts/${generatedPost.id}`)
  const notice = page.getByRole('region', { name: 'Review before publishing' })
  await notice.getByText('Composed from the knowledge base').waitFor()
  await notice.getByRole('button', { name: 'Sources' }).click()
  expect(await notice.getByRole('link').count()).toBeGreaterThan(0)
  await page
    .getByRole('region', { name: 'SEO score' })
    .getByText(/\d+ of \d+/)
    .first()
    .waitFor()
  await field('Title').fill(title)
  await tab('HTML').click()
  const text = await field('HTML').inputValue()
  await field('HTML').fill(`<p onclick="alert(1)">Written by hand.</p><script>alert(1)</script>${text}`)
  // Unsaved text survives leaving the page.
  await page.getByRole('link', { name: 'Blog Manager' }).last().click()
  await posts().getByRole('link', { name: generatedPost.title, exact: true }).first().click()
  await page.getByText('Unsaved changes').waitFor()
  expect(await field('Title').inputValue()).toBe(title)
  await tab('HTML').click()
  await button('Save').click()
  await page.getByText('Post saved').first().waitFor()
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  expect(await field('HTML').inputValue()).not.toContain('alert')
  await tab('Preview').click()
  await page.getByRole('tabpanel').getByText('Written by hand.').waitFor()
  expect(await notice.count()).toBe(0)

  const markReady = button('Mark as ready')
  if (await markReady.isVisible()) await markReady.click()
  await button('Publish').click()
  await dialog().getByRole('button', { name: 'Publish' }).click()
  await waitForText('Blog post is now live')
  const viewLink = page.getByRole('link', { name: 'View' })
  const visitor = await browser.newPerson()
  await visitor.page.goto(product.url + (await viewLink.getAttribute('href')))
  await visitor.page.getByRole('heading', { name: title, level: 1 }).waitFor()
  await visitor.page.goto(`${product.url}/blog`)
  await visitor.page.getByRole('link', { name: title }).waitFor()
  expect(visitor.consoleErrors).toEqual([])
  await visitor.close()
})

test('P11 Publish on a card puts a ready post on the site at once', async () => {
  const post = await addReadyPost()
  await goto('/blog-admin')
  await cardOf(post.title).getByRole('button', { name: 'Publish' }).click()
  await waitForText('Blog post is now live')
  await cardOf(post.title).getByText('Published').waitFor()
  expect(await statusOf(`/blog/${post.slug}`)).toBe(200)
})

test('P11 a post can be scheduled for a time in the future', async () => {
  const post = await addReadyPost()
  await goto(`/blog-admin/posts/${post.id}`)
  await button('Publish').click()
  await dialog().getByLabel('When').selectOption('Later')
  await dialog().getByLabel('Date and time').fill('2020-01-01T09:00')
  await dialog().getByRole('button', { name: 'Schedule' }).click()
  await dialog().getByText('Choose a time in the future').waitFor()
  await dialog()
    .getByLabel('Date and time')
    .fill(`${new Date().getFullYear() + 1}-01-05T09:00`)
  await dialog().getByRole('button', { name: 'Schedule' }).click()
  await waitForText('It goes live automatically')
  await page.getByText(/^Goes live Jan 5/).waitFor()
  expect(await statusOf(`/blog/${post.slug}`)).toBe(404)
})

test('P12 Custom Prompt saves its text until a post is written, and never runs or publishes it', async () => {
  await goto('/blog-admin')
  await button('Custom Prompt').click()
  const generateButton = dialog().getByRole('button', { name: 'Generate' })
  expect(await generateButton.isDisabled()).toBe(true)
  await field('Prompt').fill(PROMPT)
  await dialog().getByLabel('Category').selectOption('Market Analysis')
  await page.keyboard.press('Escape')
  await button('Custom Prompt').click()
  expect(await field('Prompt').inputValue()).toBe(PROMPT)
  const published = (await readPosts()).filter(({ status }) => status === 'published').length
  await generateButton.click()
  await waitForText('New blog post has been created successfully')
  await dialog().waitFor({ state: 'hidden' })
  const postsAfter = await readPosts()
  expect(postsAfter.filter(({ status }) => status === 'published').length).toBe(published)
  await button('Custom Prompt').click()
  expect(await field('Prompt').inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await goto(`/blog-admin/posts/${postsAfter[0]?.id}?view=preview`)
  await page.getByRole('tabpanel').locator('p').first().waitFor()
})

test('P12 a failed generation says why, and can be retried or dismissed in the queue', async () => {
  await goto('/blog-admin')
  await button('Custom Prompt').click()
  await field('Prompt').fill(UNKNOWN_SUBJECT)
  await dialog().getByRole('button', { name: 'Generate' }).click()
  await waitForText('Generation failed')
  await waitForText('The knowledge base has too little')
  await page.keyboard.press('Escape')
  const entry = queue().getByRole('listitem').filter({ hasText: UNKNOWN_SUBJECT })
  await entry.getByText('The knowledge base has too little').waitFor()
  await entry.getByRole('button', { name: 'Retry' }).click()
  await entry.getByText('Failed').waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])
  await entry.getByRole('button', { name: 'Dismiss' }).click()
  await entry.waitFor({ state: 'detached' })
  // The browser logs the refused requests.
  consoleErrors.splice(0)
})

test('P11 P12 empty tabs explain how to start', async () => {
  const emptyResponse = { body: '[]', contentType: 'application/json', headers: { 'X-Total-Count': '0' } }
  await page.route(/\/api\/blog\/(admin\/posts|topics)/, (route) => route.fulfill(emptyResponse))
  await goto('/blog-admin')
  await page.getByRole('heading', { name: 'No blog posts yet' }).waitFor()
  expect(await button('Generate First Post').isEnabled()).toBe(true)
  await tab('Topics').click()
  await page.getByRole('heading', { name: 'No topics configured' }).waitFor()
})

test('P11 P12 the screens have no accessibility violations in either theme or on a narrow phone', async () => {
  await addTopic('How to read a deed')
  await goto('/blog-admin?tab=topics')
  await topics().waitFor()
  expect(['topics', await accessibilityViolationsOf(page)]).toEqual(['topics', []])
  await button('Add Topic').click()
  await field('Topic').waitFor()
  expect(['dialog', await accessibilityViolationsOf(page)]).toEqual(['dialog', []])
  await page.keyboard.press('Escape')
  await tab('Posts').click()
  await posts().waitFor()
  expect(['posts', await accessibilityViolationsOf(page)]).toEqual(['posts', []])
  const published = (await readPosts()).find(({ status }) => status === 'published')
  await goto(`/blog-admin/posts/${published?.id}`)
  await field('Title').waitFor()
  expect(['post', await accessibilityViolationsOf(page)]).toEqual(['post', []])
})

test('P11 only operators can open the Blog Manager', async () => {
  const member = await browser.newPerson()
  await signInAs(await signIn(product, 'mira@example.com'), member, product)
  await member.page.goto(`${product.url}/blog-admin`)
  await member.page.getByText('Only operators can open this page').waitFor()
  expect(await member.page.getByRole('link', { name: 'Blog Manager' }).count()).toBe(0)
  expect(await member.page.evaluate(async () => (await fetch('/api/blog/admin/posts')).status)).toBe(403)
  await member.close()
})
