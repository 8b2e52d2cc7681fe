import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SCRIPT_PAYLOADS } from '#test/data/script-payloads.ts'
import { type Desk, deskPostOf, openDesk } from '#test/workspaces/blog-desk.ts'

const NEW_POST = { title: 'Équity & what it is', category: 'Market Analysis' }

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())
beforeEach(() => desk.clear())

const convert = async (format: string, text: string) =>
  ((await desk.post('/api/blog/convert', { format, text })).json as { html: string }).html

describe('P11 a new post', () => {
  test('is an empty draft with a free slug, and can be written and published', async () => {
    const response = await desk.post('/api/blog/posts', NEW_POST)
    const post = deskPostOf(response)
    expect(response.status).toBe(201)
    expect(post).toMatchObject({ ...NEW_POST, slug: 'equity-and-what-it-is', status: 'draft', content: '' })
    expect(deskPostOf(await desk.post('/api/blog/posts', NEW_POST)).slug).toBe('equity-and-what-it-is-2')
    expect(await desk.listPublicSlugs()).not.toContain(post.slug)

    const url = `/api/blog/posts/${post.id}`
    expect((await desk.patch(url, { status: 'ready' })).status).toBe(400)
    await desk.patch(url, { content: '<p>Equity is what is yours.</p>', status: 'ready' })
    expect((await desk.patch(url, { status: 'published' })).status).toBe(200)
    expect(await desk.listPublicSlugs()).toContain(post.slug)
  })

  test.each([{}, { title: ' ', category: 'Market Analysis' }, { title: 'A', category: 'Other' }])(
    'is rejected for %o',
    async (body) => expect((await desk.post('/api/blog/posts', body)).status).toBe(400),
  )
})

describe('P11 pasted text', () => {
  test('becomes the HTML of a post from Markdown', async () => {
    const text =
      '# Title\n\nOne *two* **three** [four](https://a.example)\n\n- five\n- six\n\n| a | b |\n|---|---|\n| 1 | 2 |'
    const html = await convert('markdown', text)
    expect(html).toContain('<h2>Title</h2>')
    expect(html).toContain('<em>two</em> <strong>three</strong>')
    expect(html).toContain('<a href="https://a.example" rel="noopener nofollow">four</a>')
    expect(html).toMatch(/<ul>\s*<li>five<\/li>/)
    expect(html).toContain('<table>')
  })

  test('loses the markup of office programs but keeps its formatting', async () => {
    const googleDocsHtml = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1">
      <p dir="ltr" style="line-height:1.38"><span style="font-weight:400">Plain, </span><span style="font-weight:700">bold</span>
      and <span style="font-style:italic;font-weight:400">slanted</span></p></b>`
    expect((await convert('html', googleDocsHtml)).replace(/\s+/g, ' ')).toBe(
      '<p>Plain, <strong>bold</strong> and <em>slanted</em></p>',
    )
    const wordHtml = `<!--StartFragment--><p class="MsoNormal"><o:p></o:p><b>Bold</b></p><style>p{color:red}</style>`
    expect(await convert('html', wordHtml)).toBe('<p><strong>Bold</strong></p>')
  })

  test.each(['html', 'markdown'])('in %s contains no script', async (format) => {
    const html = await convert(format, SCRIPT_PAYLOADS.join('\n\n'))
    expect(html).not.toMatch(/<script|<iframe|<svg|\son\w+=|href="javascript:/i)
  })

  test('is rejected over the size limit', async () => {
    const response = await desk.post('/api/blog/convert', { format: 'html', text: 'a'.repeat(800_001) })
    expect(response.status).toBe(400)
  })
})
