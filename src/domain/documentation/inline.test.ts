import { describe, expect, test } from 'vitest'
import { parseInline, textOf } from './inline.ts'

describe('a line of documentation', () => {
  test('may hold links inside the site, emphasis and code', () => {
    expect(
      parseInline('See [the score](/documentation/score#what-75-means), **first** `GET /api/contacts`.'),
    ).toEqual([
      { kind: 'text', text: 'See ' },
      { kind: 'link', text: 'the score', href: '/documentation/score#what-75-means' },
      { kind: 'text', text: ', ' },
      { kind: 'strong', text: 'first' },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: 'GET /api/contacts' },
      { kind: 'text', text: '.' },
    ])
  })

  test('is read as its words alone', () => {
    expect(textOf(parseInline('See [the score](/documentation/score) **first**.'))).toBe(
      'See the score first.',
    )
  })

  test.each(['2 * 3 < 7 & <b>so</b>', 'a [bracket] and (round)', "it's 100%"])(
    'keeps what is no markup: %s',
    (line) => {
      expect(parseInline(line)).toEqual([{ kind: 'text', text: line }])
    },
  )

  test.each([
    ['**never closed', 'not closed'],
    ['`never closed', 'not closed'],
    ['](/documentation)', 'not closed'],
    ['[out](https://example.com)', 'no address of this site'],
    ['[out](//example.com)', 'no address of this site'],
    ['[out](javascript:alert)', 'no address of this site'],
    ['[nowhere]()', 'no address of this site'],
  ])('is refused: %s', (line, problem) => {
    expect(() => parseInline(line)).toThrow(problem)
  })
})
