import sax from 'sax'
import { describe, expect, test } from 'vitest'
import { SCRIPT_PAYLOADS } from '#test/data/script-payloads.ts'
import { addHeadingIds, sanitizeArticle } from './article-html.ts'
import { articleHtml } from './markdown.ts'

const APP_URL = 'https://ninefold.example'

/** Parses HTML as a browser would: tags, attributes, and whether tags nest and close correctly. */
const ALLOWED: Record<string, string[]> = {
  ...Object.fromEntries(
    'p ul li blockquote pre code em strong hr br table caption thead tbody tr figure figcaption'
      .split(' ')
      .map((tag) => [tag, []]),
  ),
  ...{ h2: ['id'], h3: ['id'], h4: ['id'], th: ['align'], td: ['align'], ol: ['start'] },
  ...{ a: ['href', 'rel'], img: ['src', 'alt', 'width', 'height', 'loading'] },
  div: ['class', 'tabindex', 'role', 'aria-label'],
}

/** Everything in HTML that an article must not have. */
function findUnsafe(html: string): string[] {
  const problems: string[] = []
  const parser = sax.parser(true)
  parser.onerror = (error) => {
    problems.push(error.message)
    parser.resume()
  }
  parser.onopentag = ({ name, attributes }) => {
    if (name === 'article') return
    if (!ALLOWED[name]) problems.push(`<${name}>`)
    for (const [attribute, value] of Object.entries(attributes)) {
      if (!ALLOWED[name]?.includes(attribute)) problems.push(`${name}.${attribute}`)
      if (['href', 'src'].includes(attribute) && !isHarmless(String(value)))
        problems.push(`${attribute}=${value}`)
    }
  }
  parser.onscript = () => problems.push('script')
  parser.oncomment = () => problems.push('comment')
  parser.oncdata = () => problems.push('cdata')
  parser.ondoctype = () => problems.push('doctype')
  parser.onprocessinginstruction = () => problems.push('instruction')
  parser.write(`<article>${html}</article>`).close()
  return problems
}

const HOST = 'ninefold.example'
const ACTION_URL = /^\/(api|dev|test-payments)\/(?!openapi\.json$)/

/** Read as leniently as any server would. */
function readPath(pathname: string): string {
  return new URL(decodeURIComponent(pathname), APP_URL).pathname
}

/** Resolved as a browser would, against our own URL. */
function isHarmless(address: string): boolean {
  const target = URL.parse(address, `${APP_URL}/blog/x`)
  if (target?.origin === APP_URL) return !ACTION_URL.test(readPath(target.pathname))
  if (target?.hostname === HOST && ACTION_URL.test(readPath(target.pathname))) return false
  return /^https?:\/\//i.test(address) || /^mailto:/i.test(address)
}

describe('Trust 11 unsafe content of an article', () => {
  test('the check finds every kind of the more than a hundred payloads', () => {
    expect(SCRIPT_PAYLOADS.length).toBeGreaterThan(100)
    expect(new Set(SCRIPT_PAYLOADS).size).toBe(SCRIPT_PAYLOADS.length)
    for (const unsafeHtml of [
      '<b>x</b>',
      '<p onclick="1">x</p>',
      '<a href="javascript:1">x</a>',
      '<p>x',
      '<!-- x -->',
      '<a href="/api/logout">x</a>',
    ])
      expect([unsafeHtml, findUnsafe(unsafeHtml).length > 0]).toEqual([unsafeHtml, true])
  })

  test.each([
    ['alone', (payload: string) => payload],
    ['inside a paragraph', (payload: string) => `<p>Before ${payload} after</p><h2>Next</h2>`],
    ['inside a table', (payload: string) => `<table><tr><td>${payload}</td></tr></table>`],
    [
      'inside an attribute',
      (payload: string) => `<img src="/x.png" alt='${payload}'><a href='${payload}'>x</a>`,
    ],
    ['twice, cut in the middle', (payload: string) => payload.slice(0, payload.length / 2) + payload],
  ])('0 payloads survive %s', (_, wrap) => {
    for (const payload of SCRIPT_PAYLOADS) {
      const sanitised = sanitizeArticle(wrap(payload), APP_URL)
      const html = addHeadingIds(sanitised).html
      expect([payload, html, findUnsafe(html)]).toEqual([payload, html, []])
      expect([payload, sanitizeArticle(sanitised, APP_URL)]).toEqual([payload, sanitised])
    }
  })

  test('0 payloads survive in Markdown text, links and code', () => {
    for (const payload of SCRIPT_PAYLOADS) {
      const markdown = `## ${payload}\n\n${payload}\n\n[x](<${payload}>) ![x](${payload})\n\n- ${payload}\n\n\`${payload}\``
      const html = addHeadingIds(articleHtml(markdown, APP_URL)).html
      expect([payload, html, findUnsafe(html)]).toEqual([payload, html, []])
    }
  })
})

describe('P10 the HTML of an article', () => {
  const sanitize = (html: string) => sanitizeArticle(html, APP_URL)

  test('preserves the elements of an article', () => {
    const html =
      '<h2>A</h2><h3>B</h3><h4>C</h4><p><em>a</em> <strong>b</strong><br />c</p><hr /><ul><li>x</li></ul>' +
      '<ol start="3"><li>y</li></ol><blockquote><p>z</p></blockquote><pre><code>a &lt; b</code></pre>' +
      '<table><thead><tr><th align="right">n</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>' +
      '<figure><img src="/a.png" alt="A" width="10" height="20" loading="lazy" /><figcaption>F</figcaption></figure>'
    expect(sanitize(html)).toBe(html)
  })

  test('has no level-1 heading, and converts other tags to similar ones or text', () => {
    expect(sanitize('<h1>A</h1><h6>B</h6><b>c</b><i>d</i><u>e</u><div>f</div>')).toBe(
      '<h2>A</h2><h4>B</h4><strong>c</strong><em>d</em>ef',
    )
  })

  test.each([
    ['/blog/a', '<a href="/blog/a">x</a>'],
    ['#s-a', '<a href="#s-a">x</a>'],
    ['https://ninefold.example/about', '<a href="https://ninefold.example/about">x</a>'],
    ['mailto:a@example.com', '<a href="mailto:a@example.com">x</a>'],
    ['https://example.com', '<a href="https://example.com" rel="noopener nofollow">x</a>'],
    ['http://ninefold.example', '<a href="http://ninefold.example" rel="noopener nofollow">x</a>'],
    [
      'https://ninefold.example.evil',
      '<a href="https://ninefold.example.evil" rel="noopener nofollow">x</a>',
    ],
    ['/api/openapi.json', '<a href="/api/openapi.json">x</a>'],
    ['/api-documentation', '<a href="/api-documentation">x</a>'],
    ['https://example.com/api/x', '<a href="https://example.com/api/x" rel="noopener nofollow">x</a>'],
    ['/api/logout', '<a>x</a>'],
    ['/100%', '<a>x</a>'],
    ['https://ninefold.example@evil.example', expect.stringContaining('rel="noopener nofollow"')],
  ])('links to %s correctly', (href, link) => {
    expect(sanitize(`<a href="${href}" rel="opener" target="_blank">x</a>`)).toEqual(link)
  })

  test('drops pictures without a URL, and invalid sizes', () => {
    expect(sanitize('<img alt="x"><img src="/a.png" width="100%" height="5">')).toBe(
      '<img src="/a.png" alt="" height="5" loading="lazy" />',
    )
  })

  test('headings get unique ids from their words and are listed for a table of contents', () => {
    const { html, headings } = addHeadingIds(
      '<h2>Cost &amp; <em>time</em></h2><h3>Cost and time</h3><h4>？</h4>',
    )
    expect(headings).toEqual([
      { id: 's-cost-and-time', text: 'Cost & time', level: 2 },
      { id: 's-cost-and-time-2', text: 'Cost and time', level: 3 },
      { id: 's-section', text: '？', level: 4 },
    ])
    expect(html).toContain(
      '<h2 id="s-cost-and-time">Cost &amp; <em>time</em></h2><h3 id="s-cost-and-time-2">',
    )
  })

  test('tables scroll in a focusable frame, nested tables in the frame of the outer one', () => {
    const { html } = addHeadingIds(
      sanitize('<table><tr><td><table><tr><td>x</table></table><table><tr><td>y</table>'),
    )
    expect(html.match(/<div class="table-scroll" tabindex="0" role="group" aria-label="Table \d">/g)).toEqual(
      [
        '<div class="table-scroll" tabindex="0" role="group" aria-label="Table 1">',
        '<div class="table-scroll" tabindex="0" role="group" aria-label="Table 2">',
      ],
    )
    expect(findUnsafe(html)).toEqual([])
  })
})

describe('Trust 22 deeply nested elements', () => {
  test.each([
    ['unclosed', '<b>'],
    ['with closing tags of other elements between them', '<b></i>'],
    ['with an unusual name', '<x-unknown>'],
  ])('are refused before they are parsed when %s', (_, opening) => {
    const html = opening.repeat(Math.floor(800_000 / opening.length))
    expect(() => sanitizeArticle(html, APP_URL)).toThrow('nests more than 5000 elements')
  })

  test('are accepted as deep as an office program writes them', () => {
    const html = `${'<p>One line<br>'.repeat(4000)}<p>Last line`
    expect(sanitizeArticle(html, APP_URL)).toContain('<p>Last line</p>')
  })
})
