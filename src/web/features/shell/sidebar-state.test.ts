import { expect, test } from 'vitest'
import { isSidebarOpenIn, sidebarCookie } from './use-sidebar.ts'

test('A06 shows the sidebar open until the user closes it', () => {
  expect(isSidebarOpenIn('')).toBe(true)
  expect(isSidebarOpenIn('sid=1; sidebar_state=false')).toBe(false)
  expect(isSidebarOpenIn('sid=1; sidebar_state=true')).toBe(true)
})

test('A06 remembers the sidebar for seven days', () => {
  const cookie = sidebarCookie(false)
  expect(isSidebarOpenIn(cookie)).toBe(false)
  expect(cookie).toContain('max-age=604800')
})
