import { expect, test } from 'vitest'
import { articleHtml } from './markdown.ts'

test.each(['- ', '> ', '1. ', ' - '])('reads Markdown that nests %j thousands of times', (marker) => {
  expect(() => articleHtml(`${marker.repeat(20_000)}end`, 'https://example.com')).not.toThrow()
})

test('preserves nested lists', () => {
  expect(articleHtml('- a\n  - b\n    - c', 'https://example.com').match(/<ul>/g)).toHaveLength(3)
})
