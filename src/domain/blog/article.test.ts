import { describe, expect, test } from 'vitest'
import { parseArticle } from './article.ts'

const FIELDS: Record<string, string> = {
  title: 'Farming: the math',
  slug: 'farming-math',
  category: 'Lead Generation',
  description: 'What a farm costs.',
  excerpt: 'A farm can lose money.',
  keywords: 'farming, Direct mail , farming,, direct mail',
  published: '2026-03-10',
}
const article = (changed: Record<string, string> = {}, body = '\nOpening.\n\n## One\n\nText.\n') => {
  const lines = Object.entries({ ...FIELDS, ...changed }).map(([name, value]) => `${name}: ${value}`)
  return `---\n${lines.join('\n')}\n---\n${body}`
}

describe('P09 an article', () => {
  test('is front matter and Markdown; keywords are told once', () => {
    expect(parseArticle(article())).toEqual({
      ...FIELDS,
      keywords: ['farming', 'Direct mail'],
      body: 'Opening.\n\n## One\n\nText.',
    })
  })

  test.each([
    [{ title: '' }, 'no title'],
    [{ title: 'x'.repeat(71) }, 'The title has 71 characters; 70 are the most'],
    [{ description: 'x'.repeat(161) }, 'The description has 161 characters'],
    [{ slug: 'Farming math' }, 'The slug "Farming math" cannot stand in an address'],
    [{ category: 'Farming' }, 'The category "Farming" is none of Real Estate Marketing, Real Estate Data'],
    [{ keywords: ' , ,' }, 'There are 0 keywords; there must be 1 to 10'],
    [{ keywords: 'abcdefghijk'.split('').join(',') }, 'There are 11 keywords'],
    [{ keywords: 'x'.repeat(61) }, 'is too long'],
    [{ published: 'March 10' }, 'The day "March 10" under published is not a day like 2026-03-10'],
    [{ published: '2026-02-30' }, 'The day "2026-02-30"'],
  ])('with %j is refused by name', (changed, problem) => {
    expect(() => parseArticle(article(changed as Record<string, string>))).toThrow(problem)
  })

  test.each([
    ['', 'The article has no text'],
    ['# Title\n\nText', 'headings begin at ##'],
  ])('with the body %j is refused', (body, problem) => {
    expect(() => parseArticle(article({}, body))).toThrow(problem)
  })
})
