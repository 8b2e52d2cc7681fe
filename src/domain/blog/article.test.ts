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
const article = (overrides: Record<string, string> = {}, body = '\nOpening.\n\n## One\n\nText.\n') => {
  const lines = Object.entries({ ...FIELDS, ...overrides }).map(([name, value]) => `${name}: ${value}`)
  return `---\n${lines.join('\n')}\n---\n${body}`
}

describe('P09 parseArticle', () => {
  test('reads front matter and Markdown, each keyword once', () => {
    expect(parseArticle(article())).toEqual({
      ...FIELDS,
      keywords: ['farming', 'Direct mail'],
      body: 'Opening.\n\n## One\n\nText.',
    })
  })

  test.each([
    [{ title: '' }, 'no title'],
    [{ title: 'x'.repeat(71) }, 'The title has 71 characters. The limit is 70.'],
    [{ description: 'x'.repeat(161) }, 'The description has 161 characters'],
    [{ slug: 'Farming math' }, 'The slug "Farming math" is invalid'],
    [
      { category: 'Farming' },
      'Unknown category "Farming". Use one of Real Estate Marketing, Real Estate Data',
    ],
    [{ keywords: ' , ,' }, 'The article has 0 keywords. Use 1 to 10.'],
    [{ keywords: 'abcdefghijk'.split('').join(',') }, 'The article has 11 keywords'],
    [{ keywords: 'x'.repeat(61) }, 'is too long'],
    [{ published: 'March 10' }, 'The published date "March 10" is invalid. Use a date like 2026-03-10.'],
    [{ published: '2026-02-30' }, 'The published date "2026-02-30"'],
  ])('rejects %j and names the field', (overrides, problem) => {
    expect(() => parseArticle(article(overrides as Record<string, string>))).toThrow(problem)
  })

  test.each([
    ['', 'The article has no text'],
    ['# Title\n\nText', 'headings begin at ##'],
  ])('rejects the body %j', (body, problem) => {
    expect(() => parseArticle(article({}, body))).toThrow(problem)
  })
})
