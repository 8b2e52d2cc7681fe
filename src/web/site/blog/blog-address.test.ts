import { expect, test } from 'vitest'
import { BLOG_CATEGORIES } from '#domain/blog/categories.ts'
import { blogAddress, blogPlace } from './blog-address.ts'

const placeAt = (address: string) => blogPlace(new URL(address, 'https://site.example').searchParams)

test('P09 every page of the list has one address, which leads back to it', () => {
  for (const category of [null, ...BLOG_CATEGORIES]) {
    for (const page of [1, 2, 40]) {
      expect(placeAt(blogAddress({ category, page }))).toEqual({ category, page })
    }
  }
  expect(blogAddress({})).toBe('/blog')
  expect(blogAddress({ category: '9D Framework', page: 1 })).toBe('/blog?category=9d-framework')
  expect(blogAddress({ category: 'Lead Generation', page: 2 })).toBe('/blog?category=lead-generation&page=2')
})

test('P09 parameters of others change nothing; a category or a page that cannot be is told apart', () => {
  expect(placeAt('/blog?utm_source=mail&fbclid=1')).toEqual({ category: null, page: 1 })
  expect(placeAt('/blog?category=')).toEqual({ category: null, page: 1 })
  for (const query of [
    'category=cars',
    'category=Lead%20Generation',
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
  ]) {
    expect(placeAt(`/blog?${query}`)).toBeNull()
  }
})
