export type ShortcutId =
  | 'palette'
  | 'search'
  | 'sidebar'
  | 'toasts'
  | 'help'
  | 'next'
  | 'previous'
  | 'open'
  | 'edit'
  | 'select'
  | 'close'

export interface Shortcut {
  id: ShortcutId
  /** As `KeyboardEvent.key` names it; letters in lower case. */
  key: string
  /** With Ctrl, or Cmd on a Mac. Also works while typing. */
  mod?: boolean
  label: string
  /** Label of a different action with Shift. */
  shifted?: string
  group: 'Everywhere' | 'Contacts'
}

/** All keyboard shortcuts, used by both the help and the handlers. */
export const SHORTCUTS: readonly Shortcut[] = [
  { id: 'palette', key: 'k', mod: true, label: 'Go to a page, a contact or an action', group: 'Everywhere' },
  { id: 'search', key: '/', label: 'Search contacts', group: 'Everywhere' },
  { id: 'sidebar', key: 'b', mod: true, label: 'Show or hide the sidebar', group: 'Everywhere' },
  { id: 'toasts', key: 'F8', label: 'Focus notification', group: 'Everywhere' },
  { id: 'help', key: '?', label: 'Show this list', group: 'Everywhere' },
  { id: 'next', key: 'j', label: 'Next contact', group: 'Contacts' },
  { id: 'previous', key: 'k', label: 'Previous contact', group: 'Contacts' },
  { id: 'open', key: 'Enter', label: 'Open the contact', group: 'Contacts' },
  { id: 'edit', key: 'e', label: 'Edit the contact', group: 'Contacts' },
  {
    id: 'select',
    key: 'x',
    label: 'Select the contact or tick the task',
    shifted: 'Select all up to the contact',
    group: 'Contacts',
  },
  { id: 'close', key: 'Escape', label: 'Close', group: 'Contacts' },
]

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'target' | 'isComposing'
>

/** The shortcut of a key press; null for other keys and while typing. */
export function shortcutOf(event: KeyPress): ShortcutId | null {
  if (event.altKey || event.isComposing) return null
  const mod = event.ctrlKey || event.metaKey
  // `?` and `/` need Shift on some keyboards; a chord with Shift is the browser's.
  if (mod && event.shiftKey) return null
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const found = SHORTCUTS.find((shortcut) => shortcut.key === key && Boolean(shortcut.mod) === mod)
  if (!found || isTypingIn(event.target, found.mod ? EDITOR : FIELD)) return null
  return found.id
}

const EDITOR = '[contenteditable]'
const FIELD = `input:not([type="checkbox"], [type="radio"]), textarea, select, ${EDITOR}`

function isTypingIn(target: EventTarget | null, where: string): boolean {
  return typeof Element !== 'undefined' && target instanceof Element && target.closest(where) !== null
}

/** `aria-keyshortcuts` of a shortcut. */
export function ariaKeys(id: ShortcutId): string | undefined {
  const shortcut = SHORTCUTS.find((each) => each.id === id)
  if (!shortcut) return undefined
  const key = shortcut.key.length === 1 ? shortcut.key.toUpperCase() : shortcut.key
  return shortcut.mod ? `Control+${key} Meta+${key}` : key
}

/** Labels of the keys: `Ctrl` `K`, on a Mac `⌘` `K`. */
export function keysOf({ key, mod }: Pick<Shortcut, 'key' | 'mod'>, isMac: boolean): string[] {
  const keyLabel = key === 'Escape' ? 'Esc' : key.length === 1 ? key.toUpperCase() : key
  return mod ? [isMac ? '⌘' : 'Ctrl', keyLabel] : [keyLabel]
}
