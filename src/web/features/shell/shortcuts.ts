import { useEffect, useEffectEvent } from 'react'
import { useBrowserValue } from '#web/lib/use-browser-value.ts'

interface Shortcut {
  /** Value of `KeyboardEvent.key`; letters in lower case. */
  key: string
  /** With Ctrl, or Cmd on a Mac. Also works while typing. */
  mod?: boolean
  /** With Shift, too. */
  shift?: true
  label: string
  /** Label of a different action with Shift. */
  shiftLabel?: string
  group: 'Everywhere' | 'Contacts'
}

const BY_ID = {
  palette: { key: 'k', mod: true, label: 'Go to a page, a contact or an action', group: 'Everywhere' },
  today: { key: 't', label: 'Open Today', group: 'Everywhere' },
  search: { key: '/', label: 'Search contacts', group: 'Everywhere' },
  sidebar: { key: 'b', mod: true, label: 'Show or hide the sidebar', group: 'Everywhere' },
  organizations: {
    key: 'o',
    mod: true,
    shift: true,
    label: 'Switch organization',
    group: 'Everywhere',
  },
  toasts: { key: 'F8', label: 'Focus notification', group: 'Everywhere' },
  help: { key: '?', label: 'Show keyboard shortcuts', group: 'Everywhere' },
  next: { key: 'j', label: 'Next contact', group: 'Contacts' },
  previous: { key: 'k', label: 'Previous contact', group: 'Contacts' },
  open: { key: 'Enter', label: 'Open the contact', group: 'Contacts' },
  edit: { key: 'e', label: 'Edit the contact', group: 'Contacts' },
  select: {
    key: 'x',
    label: 'Select the contact or check off the task',
    shiftLabel: 'Select all up to the contact',
    group: 'Contacts',
  },
  close: { key: 'Escape', label: 'Close', group: 'Contacts' },
} satisfies Record<string, Shortcut>

export type ShortcutId = keyof typeof BY_ID

/** All keyboard shortcuts, used by both the help and the handlers. */
export const SHORTCUTS = Object.entries<Shortcut>(BY_ID).map(([id, shortcut]) => ({
  ...shortcut,
  id: id as ShortcutId,
}))

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'target' | 'isComposing'
>

/** The shortcut of a key press; null for other keys and while typing. */
export function shortcutOf(event: KeyPress): ShortcutId | null {
  if (event.altKey || event.isComposing) return null
  const mod = event.ctrlKey || event.metaKey
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  // Without Ctrl, Shift may be needed to type the key (`?` and `/` on some keyboards).
  const shortcut = SHORTCUTS.find(
    (shortcut) =>
      shortcut.key === key &&
      Boolean(shortcut.mod) === mod &&
      (!mod || Boolean(shortcut.shift) === event.shiftKey),
  )
  if (!shortcut || isTypingIn(event.target, shortcut.mod ? EDITOR_SELECTOR : FIELD_SELECTOR)) return null
  return shortcut.id
}

const EDITOR_SELECTOR = '[contenteditable]'
const FIELD_SELECTOR = `input:not([type="checkbox"], [type="radio"]), textarea, select, ${EDITOR_SELECTOR}`

function isTypingIn(target: EventTarget | null, selector: string): boolean {
  return typeof Element !== 'undefined' && target instanceof Element && target.closest(selector) !== null
}

/** `aria-keyshortcuts` of a shortcut. */
export function ariaKeys(id: ShortcutId): string {
  const { key, mod, shift }: Shortcut = BY_ID[id]
  const label = `${shift ? 'Shift+' : ''}${key.length === 1 ? key.toUpperCase() : key}`
  return mod ? `Control+${label} Meta+${label}` : label
}

/** Labels of the keys: `Ctrl` `K`, on a Mac `⌘` `K`. */
export function keysOf(
  { key, mod, shift }: Pick<Shortcut, 'key' | 'mod' | 'shift'>,
  isMac: boolean,
): string[] {
  const keyLabel = key === 'Escape' ? 'Esc' : key.length === 1 ? key.toUpperCase() : key
  return [...(mod ? [isMac ? '⌘' : 'Ctrl'] : []), ...(shift ? ['Shift'] : []), keyLabel]
}

/** True on devices with a Cmd key. Browser only. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}

/** Like `isMac`, for server-rendered components; false while rendering on the server. */
export function useIsMac(): boolean {
  return useBrowserValue(isMac, false)
}

type Handlers = Partial<Record<ShortcutId, () => void>>

/** Handles the shortcuts of every page, except while a modal other than the palette or the contact drawer is open. */
export function useShellKeys(handlers: Handlers): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const id = shortcutOf(event)
    const handle = id ? handlers[id] : undefined
    if (!handle || event.defaultPrevented || event.repeat) return
    if (id !== 'sidebar' && openLayers(MODAL_SELECTOR).some((layer) => !layer.matches('[data-palette]')))
      return
    event.preventDefault()
    handle()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/**
 * Handles the shortcuts of one page, except while a menu or a modal other than the contact drawer is open.
 *
 * @param handle returns true if it handled the shortcut
 */
export function usePageKeys(handle: (id: ShortcutId, withShift: boolean) => boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || openLayers(`${MODAL_SELECTOR}, [role="menu"]`).length > 0) return
    const id = shortcutOf(event)
    if (id && handle(id, event.shiftKey)) event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

const MODAL_SELECTOR = '[role="dialog"][data-state="open"], [role="alertdialog"]'

/** The open modals or menus other than the contact drawer. */
function openLayers(selector: string): Element[] {
  return [...document.querySelectorAll(selector)].filter(
    (layer) => !layer.matches(':has([data-contact-drawer])'),
  )
}
