import { expect, test } from 'vitest'
import { hasHiddenCharacters, hasLink, hasVisibleLetters } from './brand-text.ts'

test.each([
  ['a right-to-left override', 'Elm\u202egnp.exe'],
  ['an isolate', 'Elm\u2066x\u2069'],
  ['a zero-width space', 'E\u200blm'],
  ['a soft hyphen', 'E\u00adlm'],
  ['a byte order mark', '\ufeffElm'],
  ['a line separator', 'Elm\u2028'],
  ['a line break', 'Elm\nBcc: x'],
  ['NUL', 'Elm\0'],
  ['an escape', 'Elm\u001b[31m'],
  ['a tag character', 'Elm\u{e0041}'],
  ['a lone surrogate', 'Elm\ud800'],
  ['a stack of marks', `E${'\u0301'.repeat(5)}lm`],
])('finds %s', (_, text) => {
  expect(hasHiddenCharacters(text)).toBe(true)
})

test.each([
  'Elm Realty',
  'Müller & Söhne, Inc.',
  '不動産',
  'שלום נדל״ן',
  'Homes.com',
  "O'Neil – Group™",
  'E\u0301lan',
])('allows the name %s', (name) => {
  expect(hasHiddenCharacters(name)).toBe(false)
  expect(hasVisibleLetters(name)).toBe(true)
})

test('allows line breaks where text has lines, and nothing else that is hidden', () => {
  expect(hasHiddenCharacters('Elm Realty\nAgent support', true)).toBe(false)
  expect(hasHiddenCharacters('Elm\u202e Realty\nAgent support', true)).toBe(true)
})

test.each(['...', '–', '\u2800', ' ', '!!!'])('sees no letters in %j', (name) => {
  expect(hasVisibleLetters(name)).toBe(false)
})

test.each([
  'See https://evil.example',
  'See HTTP://evil.example',
  'See evil.example/login',
  'See www.evil.com',
  'See evil。com',
  'See evil․com',
  'Write to a@b',
  'mailto:someone',
  'javascript:alert(1)',
  'See ｅｖｉｌ．ｃｏｍ',
  'See 192.0.2.1 now',
  'See xn--e1afmkfd.xn--p1ai',
  'See пример.рф',
])('finds the link in %j', (text) => {
  expect(hasLink(text)).toBe(true)
})

test.each([
  'Elm Realty, Agent Support. Mon. to Fri. 8:00–5:00',
  'Call (512) 555-0142.',
  'Questions? Ask your broker.',
  'Version 1.2 of our handbook',
  'Est. 1998',
])('finds no link in %j', (text) => {
  expect(hasLink(text)).toBe(false)
})
