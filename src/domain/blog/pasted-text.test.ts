import { expect, test } from 'vitest'
import { formatOf, readPastedText } from './pasted-text.ts'

test.each([
  ['## Heading', 'markdown'],
  ['One\n\n- two\n- three', 'markdown'],
  ['1. one\n2. two', 'markdown'],
  ['> quoted', 'markdown'],
  ['a | b\n--- | ---\n1 | 2', 'markdown'],
  ['See **this** now', 'markdown'],
  ['See [this](https://a.example)', 'markdown'],
  ['```\ncode\n```', 'markdown'],
  ['<h2>Heading</h2><p>Text</p>', 'html'],
  ['  <!doctype html><html>', 'html'],
  ['A plain sentence. And #1 of 2 * 3 * 4 - 5.', 'plain'],
  ['- only one dash', 'plain'],
  ['a < b and b > c', 'plain'],
  ['', 'plain'],
])('reads %j as %s', (text, format) => expect(formatOf(text)).toBe(format))

test('detects the format of pasted text', () => {
  const richText = { html: '<p><b>Bold</b></p>', plain: 'Bold' }
  expect(readPastedText(richText)).toEqual({ format: 'html', text: richText.html })
  const fromCodeEditor = { html: '<div style="color:red"><span>## Heading</span></div>', plain: '## Heading' }
  expect(readPastedText(fromCodeEditor)).toEqual({ format: 'markdown', text: '## Heading' })
  const fromTerminal = { html: '<p>## Heading</p>', plain: '## Heading' }
  expect(readPastedText(fromTerminal)).toEqual({ format: 'markdown', text: '## Heading' })
  expect(readPastedText({ html: '', plain: 'Just words' })).toBeNull()
  expect(readPastedText({ html: '<div>Just words</div>', plain: 'Just words' })).toBeNull()
})

test('converts lists from Word to HTML lists', () => {
  const entry = (marker: string, text: string) =>
    `<p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]><span>${marker}<span>&nbsp;&nbsp; </span></span><![endif]><b>${text}</b></p>\n`
  const html = `<p class=MsoNormal>Before</p>${entry('·', 'One')}${entry('·', 'Two')}<p class=MsoNormal>Then</p>${entry('1.', 'First')}`
  expect(readPastedText({ html, plain: '' })?.text).toBe(
    '<p class=MsoNormal>Before</p><ul><li><b>One</b></li><li><b>Two</b></li></ul><p class=MsoNormal>Then</p><ol><li><b>First</b></li></ol>',
  )
})

test.each([
  '<p class=MsoListParagraph><![if !supportLists]>',
  '<p MsoListParagraph ',
  '<p class=MsoListParagraph></p>',
])('reads a long page of %s within a second', (fragment) => {
  const startedAt = performance.now()
  readPastedText({ html: `<p>${fragment.repeat(8000)}`, plain: '' })
  expect(performance.now() - startedAt).toBeLessThan(1000)
})

test.each([
  ['- a\n'.repeat(50_000), 'markdown'],
  ['a|'.repeat(100_000), 'plain'],
  ['**'.repeat(100_000), 'markdown'],
  ['['.repeat(200_000), 'plain'],
])('recognizes the format of a long text', (text, format) => {
  expect(formatOf(text)).toBe(format)
})
