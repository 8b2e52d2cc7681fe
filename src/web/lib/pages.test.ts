import { expect, test } from 'vitest'
import { itemsOf, nextPageUrl } from './pages.ts'

test.each([
  [null, null],
  ['', null],
  ['</api/tasks?cursor=a%20b>; rel="next"', '/api/tasks?cursor=a%20b'],
  ['</api/tasks>; rel="prev", </api/tasks?cursor=2>; rel=next', '/api/tasks?cursor=2'],
  ['<https://elsewhere.example/api/contacts?limit=5>; rel="next"', '/api/contacts?limit=5'],
  ['</api/tasks>; rel="last"', null],
])('A07 reads the next page from %s as %s', (link, url) => {
  expect(nextPageUrl(link)).toBe(url)
})

test('A07 returns an item once, at its first position, when it moved between two reads', () => {
  const page = (...ids: string[]) => ({ items: ids.map((id) => ({ id })), total: null, next: null })
  const data = { pages: [page('a', 'b'), page('b', 'c')], pageParams: [] }
  expect(itemsOf(data).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(itemsOf(undefined)).toEqual([])
})
