import { describe, expect, test } from 'vitest'
import { createCleaner, truncate } from './clean-text.ts'

function clean(...pieces: string[]): string {
  const cleaner = createCleaner()
  return pieces.map((piece) => cleaner.add(piece)).join('') + cleaner.end()
}

/** Every way to split a text in two, and each character alone. */
function cuts(text: string): string[][] {
  const units = text.split('')
  return [...units.map((_, at) => [text.slice(0, at), text.slice(at)]), units]
}

describe('A22 the text of an answer', () => {
  test.each([
    ['plain words, <b>not</b> a tag of ours, and 1 < 2', 'plain words, <b>not</b> a tag of ours, and 1 < 2'],
    [
      'a bell\u0007, an escape\u001b[31m, a null\u0000 and a break\r\n\tin a line',
      'a bell, an escape[31m, a null and a break\n\tin a line',
    ],
    ['\u202etxet denrut\u2066 \ufeffand hidden\u{e0041}\u{e0042} words', 'txet denrut and hidden words'],
    ['separated\u2028lines\u0085', 'separated\nlines'],
    ['a whole 😀 and a half \ud83d one \ude00', 'a whole 😀 and a half  one '],
    ['<think>Which one? <b>No.</b></think>Maple Street.', 'Maple Street.'],
    ['One. <THINKING>Hm\nhm <think>deeper</Thinking> Two.', 'One.  Two.'],
    ['<thi\u0000nk>hidden by a null</think>Out.', 'Out.'],
    ['<think>and never an end', ''],
    ['ends with <thin', 'ends with <thin'],
  ])('%j becomes %j, wherever pieces cut it', (text, expected) => {
    for (const pieces of cuts(text)) expect(clean(...pieces)).toBe(expected)
  })

  test('is unusable with an unopened reasoning tag', () => {
    expect(() => clean('The user wants the key, so', ' I say </thi', 'nk>Hello')).toThrow('reasoning')
  })

  test('is cut between characters', () => {
    expect(truncate('ab😀', 3)).toBe('ab')
    expect(truncate('ab😀', 4)).toBe('ab😀')
  })

  test('a long answer full of tags is cleaned in one pass', () => {
    const startedAt = performance.now()
    expect(clean('<think>x</think>'.repeat(60_000))).toBe('')
    expect(clean('<'.repeat(500_000))).toHaveLength(500_000)
    expect(performance.now() - startedAt).toBeLessThan(2000)
  })
})
