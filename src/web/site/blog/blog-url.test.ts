import { expect, test } from 'vitest'
import { BLOG_CATEGORIES } from '#domain/blog/categories.ts'
import { blogUrl, parseBlogQuery } from './blog-url.ts'

const stateAt = (url: string) => parseBlogQuery(new URL(url, 'https://site.example').searchParams)

test('P09 gives every page of the list one URL and parses it back', () => {
  for (const category of [null, ...BLOG_CATEGORIES]) {
    for (const page of [1, 2, 40]) {
      expect(stateAt(blogUrl({ category, page }))).toEqual({ category, page })
    }
  }
  expect(blogUrl({})).toBe('/blog')
  expect(blogUrl({ category: '9D Framework', page: 1 })).toBe('/blog?category=9d-framework')
  expect(blogUrl({ category: 'Lead Generation', page: 2 })).toBe('/blog?category=lead-generation&page=2')
})

test('P09 ignores unknown parameters and rejects unknown categories and pages', () => {
  expect(stateAt('/blog?utm_source=mail&fbclid=1')).toEqual({ category: null, page: 1 })
  expect(stateAt('/blog?category=')).toEqual({ category: null, page: 1 })
  for (const query of [
    'category=cars',
    'category=Lead%20Generation',
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
  ]) {
    expect(stateAt(`/blog?${query}`)).toBeNull()
  }
})
