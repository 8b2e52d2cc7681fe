import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeskPost } from '#contract/blog-desk.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { accessibilityViolationsOf } from './accessibility.ts'
import { openBrowser, type Person } from './person.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let operator: Person
let page: Page

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  operator = await browser.newPerson()
  page = operator.page
  await page.goto(product.demoLink())
  await page.waitForURL('**/dashboard')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const editor = () => page.getByRole('textbox', { name: 'Text', exact: true })
const tab = (name: string) => page.getByRole('tab', { name })
const readHtml = () => editor().evaluate((element) => element.innerHTML)

/** Opens a new post in the editor. */
async function createPost(title: string): Promise<void> {
  await page.goto(`${product.url}/blog-admin`)
  await button('New post').click()
  await dialog().getByRole('textbox', { name: 'Title' }).fill(title)
  await dialog().getByRole('button', { name: 'Create Post' }).click()
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  await editor().click()
}

/** Pastes content in the formats that another program puts on the clipboard. */
async function paste(formats: Record<string, string>): Promise<void> {
  await editor().evaluate((element, contents) => {
    const data = new DataTransfer()
    for (const [type, content] of Object.entries(contents)) data.setData(type, content)
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, formats)
}

async function savePost(): Promise<DeskPost> {
  await button('Save').click()
  await page.getByText('Post saved').first().waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1)
  return page.evaluate(async (path) => (await fetch(path)).json(), `/api/blog/admin/posts/${id}`)
}

const PICTURE = sharp({ create: { width: 640, height: 360, channels: 3, background: '#446' } })
  .png()
  .toBuffer()

test('a new post is written with formatted text, a link and a picture, published, and read by a visitor', async () => {
  await createPost('How we prepare a house for sale')
  await page.keyboard.type('First we walk through the house.')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Paragraph style' }).selectOption('Heading')
  await page.keyboard.type('The walk')
  await page.keyboard.press('Enter')
  await button('Bold').click()
  await page.keyboard.type('Light')
  await button('Bold').click()
  await page.keyboard.type(' sells. ')
  await button('Link').click()
  await dialog().getByRole('textbox', { name: 'URL' }).fill('javascript:alert(1)')
  await dialog().getByRole('button', { name: 'Save Link' }).click()
  await dialog().getByText('Enter a URL such as').waitFor()
  await dialog().getByRole('textbox', { name: 'URL' }).fill('/contact')
  await dialog().getByRole('button', { name: 'Save Link' }).click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await button('Bulleted list').click()
  await page.keyboard.type('Windows')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Garden')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')

  await button('Add picture').click()
  await dialog().getByRole('button', { name: 'Add Picture' }).click()
  await dialog().getByText('Choose a file').waitFor()
  await dialog().getByText('Describe the picture').waitFor()
  const file = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
  await dialog().getByLabel('File').setInputFiles(file)
  await dialog().getByLabel('Description').fill('A bright living room')
  await dialog().getByRole('button', { name: 'Add Picture' }).click()
  await dialog().getByText('This is not a JPEG, PNG, WebP or AVIF picture').waitFor()
  expect(operator.consoleErrors.splice(0)).toEqual([expect.stringContaining('415')])
  await dialog()
    .getByLabel('File')
    .setInputFiles({ ...file, buffer: await PICTURE })
  await dialog().getByRole('button', { name: 'Add Picture' }).click()
  await editor().getByRole('img', { name: 'A bright living room' }).waitFor()

  const { content, slug } = await savePost()
  expect(content).toMatch(
    /^<p>First we walk through the house\.<\/p><h2>The walk<\/h2><p><strong>Light<\/strong> sells\. <a href="\/contact">\/contact<\/a><\/p><ul><li>Windows<\/li><li>Garden<\/li><\/ul><p><img src="\/blog\/pictures\/[0-9a-f-]+\.webp" alt="A bright living room" width="640" height="360" loading="lazy" \/><\/p>$/,
  )
  expect(await page.getByText('We removed HTML').count()).toBe(0)

  await button('Mark as ready').click()
  await button('Publish').click()
  await dialog().getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Blog post is now live').first().waitFor()
  const visitor = await browser.newPerson()
  await visitor.page.goto(`${product.url}/blog/${slug}`)
  await visitor.page.getByRole('heading', { name: 'The walk', level: 2 }).waitFor()
  const picture = visitor.page.getByRole('img', { name: 'A bright living room' })
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640)
  expect(visitor.consoleErrors).toEqual([])
  await visitor.close()
})

test('pasted Markdown and HTML become formatted text without scripts', async () => {
  await createPost('Pasted from elsewhere')
  await paste({
    'text/plain': '## From Markdown\n\nSome **bold** words.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
  })
  await editor().getByRole('heading', { name: 'From Markdown' }).waitFor()
  await page.keyboard.press('ControlOrMeta+End')
  await paste({
    'text/html':
      '<h1 onclick="alert(1)">From HTML</h1><p style="color:red">Slanted <i>words</i><script>alert(1)</script></p>',
    'text/plain': 'From HTML Slanted words',
  })
  await editor().getByRole('heading', { name: 'From HTML' }).waitFor()
  await page.keyboard.press('ControlOrMeta+End')
  // A pasted heading must not continue the paragraph before it.
  await paste({ 'text/plain': '### Below a paragraph\n\nMore.' })
  await editor().getByRole('heading', { name: 'Below a paragraph', level: 3 }).waitFor()
  await page.keyboard.press('ControlOrMeta+End')
  await paste({ 'text/plain': ' **continued**' })
  await editor().getByText('continued').waitFor()
  await paste({
    'text/html':
      '<style>p.MsoNormal{margin:0}</style><p class=MsoNormal>From Word</p><p class=MsoListParagraph><![if !supportLists]>·<![endif]>Bullet</p>',
    'text/plain': 'From Word',
  })
  await editor().getByRole('listitem').filter({ hasText: 'Bullet' }).waitFor()
  await page.keyboard.press('ControlOrMeta+End')
  await button('Paste Markdown or HTML').click()
  await dialog().getByLabel('Markdown or HTML').fill('1. one\n2. two')
  await dialog().getByRole('button', { name: 'Insert Text' }).click()
  await dialog().waitFor({ state: 'hidden' })

  const { content, faults } = await savePost()
  for (const part of [
    '<h2>From Markdown</h2><p>Some <strong>bold</strong> words.</p>',
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    '<h2>From HTML</h2><p>Slanted <em>words</em></p>',
    '<h3>Below a paragraph</h3><p>More.<strong>continued</strong></p><p>From Word</p><ul><li>Bullet</li></ul>',
    '<ol><li>one</li><li>two</li></ol>',
  ])
    expect(content).toContain(part)
  expect(content).not.toMatch(/alert|style|onclick/)
  expect(faults.join(' ')).toContain('fewer than 150 words')
  await page.getByRole('list', { name: 'Issues' }).getByText('fewer than 150 words').waitFor()
})

test('every shipped post can be edited without loss, and a post with a figure only as HTML', async () => {
  const posts: { id: string }[] = await page.evaluate(async () =>
    (await fetch('/api/blog/admin/posts?limit=100')).json(),
  )
  for (const { id } of posts) {
    await page.goto(`${product.url}/blog-admin/posts/${id}`)
    await editor().click()
    expect([id, await page.getByText('Unsaved changes').count()]).toEqual([id, 0])
  }
  await createPost('A figure')
  await tab('HTML').click()
  const source = '<figure><img src="/favicon.svg" alt="The mark" /><figcaption>Our mark</figcaption></figure>'
  await page.getByRole('textbox', { name: 'HTML' }).fill(source)
  await tab('Write').click()
  await page.getByText('The editor would lose parts of this text').waitFor()
  await button('Edit HTML').click()
  expect(await page.getByRole('textbox', { name: 'HTML' }).inputValue()).toBe(source)
})

test('discarding changes restores the saved text with its formatting', async () => {
  await createPost('Discarded')
  await paste({ 'text/plain': '**One** two\n\n- three\n- four' })
  await editor().getByText('four').waitFor()
  const { content } = await savePost()
  await editor().getByText('One').click()
  await page.keyboard.press('Home')
  await page.keyboard.press('ControlOrMeta+Shift+ArrowRight')
  await button('Bold').click()
  await page.keyboard.press('End')
  await page.keyboard.press('ControlOrMeta+Shift+ArrowLeft')
  await button('Bold').click()
  await page.getByText('Unsaved changes').waitFor()
  await button('Discard changes').click()
  await expect.poll(readHtml).toContain('<strong>One</strong> two')
  await tab('HTML').click()
  expect(await page.getByRole('textbox', { name: 'HTML' }).inputValue()).toBe(content)
})

test('the editor has no accessibility violations and follows the content policy', async () => {
  await createPost('Looks')
  await page.keyboard.type('Some words.')
  await button('Table').click()
  for (const cell of ['One', 'Two', 'Three']) {
    await page.keyboard.type(cell)
    await page.keyboard.press('Tab')
  }
  expect(await readHtml()).toContain('<table')
  await page.evaluate(() => scrollTo(0, 0))
  expect(await accessibilityViolationsOf(page, 3000)).toEqual([])
  expect(operator.consoleErrors).toEqual([])
})

test('a composed article has no accessibility violations, written, previewed or published', async () => {
  const post = await page.evaluate(async () => {
    const body = JSON.stringify({
      customPrompt: 'Explain what a score of 75 means for whom to call first',
      category: 'Market Analysis',
    })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch('/api/blog/generate', { method: 'POST', headers, body })
    return ((await response.json()) as { post: DeskPost }).post
  })
  const readMore = page
    .getByRole('tabpanel')
    .getByText(/^Read more: /)
    .first()
  for (const view of ['write', 'preview']) {
    await page.goto(`${product.url}/blog-admin/posts/${post.id}?view=${view}`)
    await readMore.waitFor()
    expect([view, await accessibilityViolationsOf(page)]).toEqual([view, []])
  }
  const status = await page.evaluate(async (path) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ status: 'published' })
    return (await fetch(path, { method: 'PATCH', headers, body })).status
  }, `/api/blog/posts/${post.id}`)
  expect(status).toBe(200)
  await page.goto(`${product.url}/blog/${post.slug}`)
  await page
    .getByRole('link', { name: /^Read more: / })
    .first()
    .waitFor()
  expect(['published', await accessibilityViolationsOf(page)]).toEqual(['published', []])
})
