import { describe, expect, test } from 'vitest'
import { readArticles } from '#server/platform/content/articles.ts'
import { readDocuments } from '#server/platform/content/documents.ts'
import { readSite } from '#server/platform/content/site.ts'
import { siteFacts } from '../site/fill-in.ts'
import { composeArticle } from './compose-article.ts'
import {
  articleSections,
  documentSections,
  findSections,
  indexKnowledge,
  textOfSection,
} from './knowledge.ts'
import { plainText, wordCount } from './plain-text.ts'
import { keywordsFor, subjectOf, titleOf } from './subject.ts'
import { unsupportedNumbers } from './unsupported-numbers.ts'

const { site } = readSite(null)
const knowledge = indexKnowledge([
  ...documentSections(readDocuments(site)),
  ...articleSections(readArticles(siteFacts(site))),
])
const compose = (subject: string, keywords: string[] = []) =>
  composeArticle({ subject, keywords, brandName: 'Ninefold' }, findSections(knowledge, subject, keywords))

const KNOWN_SUBJECTS = [
  'How the nine life-event signals work',
  'Cleaning up a contact list before importing it',
  'Pre-foreclosure leads: reading a notice of default',
  'Farming a neighborhood by turnover rate',
  'What credits buy, and what enrichment adds',
  'Do-not-contact lists and opt-outs',
]

describe('P12 an article composed from the knowledge base', () => {
  test.each(KNOWN_SUBJECTS)(
    'has an accurate introduction, sections, sources and no invented numbers: %s',
    (subject) => {
      const article = compose(subject)!
      const text = plainText(article.html)
      const evidence = article.sources
        .map((section) => `${section.title} ${section.heading} ${textOfSection(section)}`)
        .join('\n')
      expect(unsupportedNumbers(text, evidence)).toEqual([])
      expect(article.title.length).toBeLessThanOrEqual(70)
      expect(article.excerpt.length).toBeLessThanOrEqual(155)
      expect(wordCount(text)).toBeGreaterThan(350)
      expect(article.html.match(/<h2>/g)?.length).toBeGreaterThanOrEqual(4)
      for (const { href } of article.sources) expect(article.html).toContain(`<li><a href="${href}">`)
    },
  )

  test.each(['Best sourdough recipes for autumn', 'Tokenized apartments in Lisbon', '???', '你好', ''])(
    'composes nothing when the knowledge base has too little: %s',
    (subject) => expect(compose(subject)).toBeNull(),
  )

  test('escapes HTML in the subject', () => {
    const article = compose('Life-event signals <script>alert(1)</script>', [
      '"><img src=x onerror=alert(1)>',
    ])
    expect(article?.html ?? '').not.toMatch(/<script|<img/)
  })

  test('takes subject and title from a prompt', () => {
    expect(subjectOf('Write an article about duplicate contacts and merging.')).toBe(
      'duplicate contacts and merging',
    )
    expect(subjectOf('Please create a short blog post on the nine signals\nMention the FAQ.')).toBe(
      'the nine signals',
    )
    expect(subjectOf('Spring listings')).toBe('Spring listings')
    expect(subjectOf('Write an article')).not.toBe('')
    expect(titleOf('the nine signals')).toBe('The nine signals')
    expect(titleOf('word '.repeat(40)).length).toBeLessThanOrEqual(70)
    expect(keywordsFor('Spring listings', 'Lead Generation')).toEqual(['spring listings'])
    expect(keywordsFor('one two three four five six', 'Lead Generation')).toEqual(['lead generation'])
  })

  test('compares numbers in any format', () => {
    expect(unsupportedNumbers('1,000 of 78-85% and $5.50', 'from 1000, 78 to 85, 5.5')).toEqual([])
    expect(unsupportedNumbers('40% of 12 and 40', '12')).toEqual(['40'])
  })
})

describe('P12 the text of a composed article', () => {
  const itemsOf = (html: string) =>
    [...html.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item = '']) => plainText(item))

  test.each([
    ...KNOWN_SUBJECTS,
    'Clean up a contact list before you import it',
    'Past client calls without pressure',
  ])('has only whole sentences and no dangling references: %s', (subject) => {
    const { html } = compose(subject)!
    for (const item of itemsOf(html)) expect(wordCount(item), item).toBeGreaterThanOrEqual(2)
    expect(html).not.toMatch(
      /:<\/p>\n<p>|What should I know about|Minutes \d|table below|<p>There is nothing to add up/,
    )
  })

  test('quotes documentation first and lists only the sources it uses', () => {
    const { html, sources } = compose('How the nine life-event signals work')!
    const [text = ''] = html.split('<h2>Sources</h2>')
    for (const source of sources) {
      const isQuoted = source.blocks.some(
        (block) => block.kind === 'paragraph' && text.includes(block.text.slice(0, 20)),
      )
      expect(isQuoted || text.includes(`href="${source.href}"`)).toBe(true)
    }
    const linkedPages = [...text.matchAll(/<p><a href="([^"]*)">Read more/g)].map(([, href = '']) => href)
    expect(
      linkedPages.lastIndexOf(linkedPages.findLast((href) => href.startsWith('/documentation/')) ?? ''),
    ).toBeLessThan(linkedPages.findIndex((href) => href.startsWith('/blog/')))
  })

  test('uses the most repeated phrase of a long prompt as the keyword', () => {
    const prompt = 'how verification of phone numbers and e-mail addresses works'
    expect(keywordsFor(prompt, 'Real Estate Data', 'Phone numbers fail. Check phone numbers.')).toEqual([
      'phone numbers',
    ])
    expect(keywordsFor(prompt, 'Real Estate Data', 'Nothing of it.')).toEqual(['real estate data'])
  })
})
