import { expect, test } from 'vitest'
import { ariaKeys, keysOf, SHORTCUTS, shortcutOf } from './shortcuts.ts'

const pressKey = (key: string, modifiers: Partial<KeyboardEvent> = {}) =>
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
    ...modifiers,
  })

test('A06 maps Ctrl or Cmd+B to the sidebar, +K to the palette and K alone to the previous contact', () => {
  expect(pressKey('b', { ctrlKey: true })).toBe('sidebar')
  expect(pressKey('B', { metaKey: true })).toBe('sidebar')
  expect(pressKey('k', { metaKey: true })).toBe('palette')
  expect(pressKey('k')).toBe('previous')
  expect(pressKey('b')).toBeNull()
})

test('ignores browser shortcuts and unfinished input', () => {
  expect(pressKey('b', { ctrlKey: true, shiftKey: true })).toBeNull()
  expect(pressKey('k', { ctrlKey: true, altKey: true })).toBeNull()
  expect(pressKey('/', { isComposing: true })).toBeNull()
  expect(pressKey('?', { shiftKey: true })).toBe('help')
})

test('gives each shortcut its own keys and a label', () => {
  const chords = SHORTCUTS.map((shortcut) => keysOf(shortcut, false).join('+'))
  expect(new Set(chords).size).toBe(SHORTCUTS.length)
  expect(chords).toContain('Ctrl+K')
  expect(keysOf({ key: 'k', mod: true }, true)).toEqual(['⌘', 'K'])
  expect(ariaKeys('sidebar')).toBe('Control+B Meta+B')
})
