import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BLOG_CATEGORIES } from '#domain/blog/categories.ts'
import { plainText, wordCount } from '#domain/blog/plain-text.ts'
import { siteFacts } from '#domain/site/fill-in.ts'
import { addHeadingIds } from './article-html.ts'
import { readArticles } from './articles.ts'
import { documentNames } from './documents.ts'
import { articleHtml } from './markdown.ts'
import { readSite } from './site.ts'

const APP_URL = 'https://ninefold.example'
const SITE_FACTS = siteFacts(readSite(null).site)

describe('P09 the shipped articles', () => {
  const articles = readArticles(SITE_FACTS)
  const html = new Map(articles.map((article) => [article.slug, articleHtml(article.body, APP_URL)]))

  test('include at least two per category, twelve in all, each with a different date', () => {
    expect(articles).toHaveLength(12)
    for (const category of BLOG_CATEGORIES) {
      const inCategory = articles.filter((article) => article.category === category)
      expect([category, inCategory.length >= 2]).toEqual([category, true])
    }
    expect(new Set(articles.map(({ published }) => published)).size).toBe(articles.length)
  })

  test.each(articles.map(({ slug }) => slug))('%s is valid, and its links exist', (slug) => {
    const body = html.get(slug) ?? ''
    const { headings } = addHeadingIds(body)
    expect(headings.filter(({ level }) => level === 2).length).toBeGreaterThanOrEqual(4)
    expect(wordCount(plainText(body))).toBeGreaterThan(700)
    expect(plainText(body)).not.toMatch(/\{\{|\}\}/)
    const pages = [
      ...articles.map((article) => `/blog/${article.slug}`),
      ...documentNames().map((name) => `/documentation/${name}`),
      ...[
        '/documentation',
        '/compliance',
        '/security',
        '/privacy',
        '/contact',
        '/blog',
        '/#pricing',
        '/#features',
      ],
    ]
    const links = [...body.matchAll(/href="(\/[^"]*)"/g)].map(([, href]) => href)
    expect(links.filter((href) => !pages.includes(href ?? ''))).toEqual([])
  })
})

describe('P09 an invalid article', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ninefold-articles-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test.each([
    ['a.md', 'slug: a\n', 'a.md: The front matter has no title'],
    ['b.md', 'title: By {{brand.nmae}}\nslug: b\n', 'b.md: unknown fact {{brand.nmae}}'],
    [
      'c.md',
      'title: T\nslug: d\ncategory: Lead Generation\ndescription: D\nexcerpt: E\nkeywords: k\npublished: 2026-01-01\n',
      'c.md: The slug "d" does not match the file name',
    ],
  ])('%s is reported with the name of its file', (name, head, problem) => {
    writeFileSync(join(folder, name), `---\n${head}---\nText.\n`)
    expect(() => readArticles(SITE_FACTS, folder)).toThrow(problem)
  })
})
