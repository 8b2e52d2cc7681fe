import { expect, test } from 'vitest'
import { sidebarCookie, sidebarOpenIn } from './use-sidebar.ts'

test('A06 shows the sidebar open until it was closed', () => {
  expect(sidebarOpenIn('')).toBe(true)
  expect(sidebarOpenIn('sid=1; sidebar_state=false')).toBe(false)
  expect(sidebarOpenIn('sid=1; sidebar_state=true')).toBe(true)
})

test('A06 remembers the sidebar for seven days', () => {
  const cookie = sidebarCookie(false)
  expect(sidebarOpenIn(cookie)).toBe(false)
  expect(cookie).toContain('max-age=604800')
})
