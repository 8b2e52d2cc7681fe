import { describe, expect, test } from 'vitest'
import { excerptOf, plainText, readingTime, wordCount } from './plain-text.ts'

test('P10 plainText decodes entities once and drops tags', () => {
  expect(plainText('<h2>One &amp; <em>two</em></h2><p>3&nbsp;&lt; 4<br />five</p>')).toBe(
    'One & two 3 < 4 five',
  )
  expect(plainText('<p>&amp;lt;b&amp;gt;</p>')).toBe('&lt;b&gt;')
  expect(
    plainText('<ul><li>a</li><li><strong>b</strong>c</li></ul><table><tr><td>d</td><td>e</td></tr></table>'),
  ).toBe('a bc d e')
})

describe('P10 reading time', () => {
  test('counts only words with a letter or a digit', () => {
    expect(wordCount('A farm of 500 homes — at $0.85 a piece – costs $4,250.')).toBe(11)
    expect(wordCount('  ')).toBe(0)
  })

  test.each([
    [0, 1],
    [1, 1],
    [238, 1],
    [239, 2],
    [1190, 5],
    [1191, 6],
  ])('%i words take %i minutes', (words, minutes) => {
    expect(readingTime(words)).toBe(minutes)
  })
})

describe('P09 an excerpt', () => {
  test('is the whole text when short, or the sentences that fit', () => {
    expect(excerptOf('Short.')).toBe('Short.')
    expect(excerptOf('One is here. Two is there. Three does not fit any more.', 30)).toBe(
      'One is here. Two is there.',
    )
    expect(excerptOf('It costs 4.50 a month and this goes on for long', 20)).toBe('It costs 4.50 a…')
  })

  test('ends with a whole word when no sentence fits, within the limit', () => {
    expect(excerptOf('A sentence, without any end in sight', 14)).toBe('A sentence…')
    expect(excerptOf('x'.repeat(50), 10)).toHaveLength(10)
  })
})
