import { expect, test } from 'vitest'
import { profileAddress } from './profile-address.ts'

test('A12 links profiles only to http(s) URLs', () => {
  expect(profileAddress('linkedin.com/in/dana')).toBe('https://linkedin.com/in/dana')
  expect(profileAddress('http://github.com/dana')).toBe('http://github.com/dana')
  expect(profileAddress('javascript:alert(1)')).toBeNull()
  expect(profileAddress('data:text/html,x')).toBeNull()
  expect(profileAddress('ftp://files.example.com/dana')).toBeNull()
  expect(profileAddress('dana')).toBeNull()
  expect(profileAddress(null)).toBeNull()
})
