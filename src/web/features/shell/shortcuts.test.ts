import { expect, test } from 'vitest'
import { ariaKeys, keysOf, SHORTCUTS, shortcutOf } from './shortcuts.ts'

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  shortcutOf({
    ...{
      key,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      shiftKey: false,
      isComposing: false,
      target: null,
    },
    ...more,
  })

test('A06 maps Ctrl or Cmd+B to the sidebar, +K to the palette and K alone to the previous contact', () => {
  expect(press('b', { ctrlKey: true })).toBe('sidebar')
  expect(press('B', { metaKey: true })).toBe('sidebar')
  expect(press('k', { metaKey: true })).toBe('palette')
  expect(press('k')).toBe('previous')
  expect(press('b')).toBeNull()
})

test('ignores browser chords and unfinished characters', () => {
  expect(press('b', { ctrlKey: true, shiftKey: true })).toBeNull()
  expect(press('k', { ctrlKey: true, altKey: true })).toBeNull()
  expect(press('/', { isComposing: true })).toBeNull()
  expect(press('?', { shiftKey: true })).toBe('help')
})

test('gives each shortcut its own keys and a label', () => {
  const drawn = SHORTCUTS.map((shortcut) => keysOf(shortcut, false).join('+'))
  expect(new Set(drawn).size).toBe(SHORTCUTS.length)
  expect(drawn).toContain('Ctrl+K')
  expect(keysOf({ key: 'k', mod: true }, true)).toEqual(['⌘', 'K'])
  expect(ariaKeys('sidebar')).toBe('Control+B Meta+B')
})
