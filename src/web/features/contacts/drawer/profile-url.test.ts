import { expect, test } from 'vitest'
import { profileUrl } from './profile-url.ts'

test('A12 links profiles only to http(s) URLs', () => {
  expect(profileUrl('linkedin.com/in/dana')).toBe('https://linkedin.com/in/dana')
  expect(profileUrl('http://github.com/dana')).toBe('http://github.com/dana')
  expect(profileUrl('javascript:alert(1)')).toBeNull()
  expect(profileUrl('data:text/html,x')).toBeNull()
  expect(profileUrl('ftp://files.example.com/dana')).toBeNull()
  expect(profileUrl('dana')).toBeNull()
  expect(profileUrl(null)).toBeNull()
})
