import { expect, test } from 'vitest'
import { sidebarCookie, sidebarOpenIn } from './sidebar-state.ts'

test('A06 the sidebar stands open until it was closed', () => {
  expect(sidebarOpenIn('')).toBe(true)
  expect(sidebarOpenIn('sid=1; sidebar_state=false')).toBe(false)
  expect(sidebarOpenIn('sid=1; sidebar_state=true')).toBe(true)
})

test('A06 what is remembered is read back, for seven days', () => {
  const cookie = sidebarCookie(false)
  expect(sidebarOpenIn(cookie)).toBe(false)
  expect(cookie).toContain('max-age=604800')
})
