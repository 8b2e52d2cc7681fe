import { describe, expect, test } from 'vitest'
import { parseInline, textOf } from './inline.ts'

describe('a line of documentation', () => {
  test('can contain links within the site, emphasis and code', () => {
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

  test('links email addresses', () => {
    expect(parseInline('Write to help+us@mail.example.com.')).toEqual([
      { kind: 'text', text: 'Write to ' },
      { kind: 'link', text: 'help+us@mail.example.com', href: 'mailto:help+us@mail.example.com' },
      { kind: 'text', text: '.' },
    ])
  })

  test('converts to plain text', () => {
    expect(textOf(parseInline('See [the score](/documentation/score) **first**.'))).toBe(
      'See the score first.',
    )
  })

  test.each(['2 * 3 < 7 & <b>so</b>', 'a [bracket] and (round)', "it's 100%"])(
    'keeps text without markup: %s',
    (line) => {
      expect(parseInline(line)).toEqual([{ kind: 'text', text: line }])
    },
  )

  test.each([
    ['**never closed', 'not closed'],
    ['`never closed', 'not closed'],
    ['](/documentation)', 'not closed'],
    ['[out](https://example.com)', 'not a path on this site'],
    ['[out](//example.com)', 'not a path on this site'],
    ['[out](javascript:alert)', 'not a path on this site'],
    ['[nowhere]()', 'not a path on this site'],
  ])('rejects %s', (line, problem) => {
    expect(() => parseInline(line)).toThrow(problem)
  })
})
