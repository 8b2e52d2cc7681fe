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
  /** With Ctrl, or Cmd on a Mac. Such a chord also works while typing, for it types nothing. */
  mod?: boolean
  label: string
  /** What it does with Shift held, where that is more. */
  shifted?: string
  group: 'Everywhere' | 'Contacts'
}

/** The whole keyboard map: what the help lists is what the handlers obey. */
export const SHORTCUTS: readonly Shortcut[] = [
  { id: 'palette', key: 'k', mod: true, label: 'Go to a page, a contact or an action', group: 'Everywhere' },
  { id: 'search', key: '/', label: 'Search contacts', group: 'Everywhere' },
  { id: 'sidebar', key: 'b', mod: true, label: 'Show or hide the sidebar', group: 'Everywhere' },
  { id: 'toasts', key: 'F8', label: 'Move to the message in the corner', group: 'Everywhere' },
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
  { id: 'close', key: 'Escape', label: 'Close what is open', group: 'Contacts' },
]

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'target' | 'isComposing'
>

/** The shortcut that a pressed key stands for; null for any other key, and for letters somebody is typing. */
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

/** The keys as they are drawn, one by one: `Ctrl` `K`, on a Mac `⌘` `K`. */
export function keysOf({ key, mod }: Pick<Shortcut, 'key' | 'mod'>, isMac: boolean): string[] {
  const keyLabel = key === 'Escape' ? 'Esc' : key.length === 1 ? key.toUpperCase() : key
  return mod ? [isMac ? '⌘' : 'Ctrl', keyLabel] : [keyLabel]
}
