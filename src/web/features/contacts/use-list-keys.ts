import type { RefObject } from 'react'
import type { ContactSummary } from '#contract/contacts.ts'
import { type ShortcutId, usePageKeys } from '#web/features/shell/shortcuts.ts'
import type { ContactGridHandle } from './contact-grid.tsx'
import type { ContactsUrlState } from './use-contacts-url-state.ts'

interface ListKeyOptions {
  contacts: readonly ContactSummary[]
  address: ContactsUrlState
  grid: RefObject<ContactGridHandle | null>
  onEdit: (id: string) => void
  /** Toggles a card's selection; `range` extends it from the last one. */
  onSelect: (index: number, range: boolean) => void
}

/** Keyboard shortcuts of the list; `Enter` is handled by the focused link. */
export function useListKeys(keys: ListKeyOptions): void {
  usePageKeys((shortcut, withShift) => handleShortcut(shortcut, keys, withShift))
}

function handleShortcut(shortcut: ShortcutId, keys: ListKeyOptions, withShift: boolean): boolean {
  const { contacts, address, grid, onEdit, onSelect } = keys
  const focused = focusedIndex()
  const opened = contacts.findIndex((contact) => contact.id === address.contactId)
  const at = opened >= 0 ? opened : (focused ?? -1)
  switch (shortcut) {
    case 'search':
      return focusSearch()
    case 'next':
      return move(Math.min(contacts.length - 1, at + 1))
    case 'previous':
      return move(Math.max(0, at - 1))
    case 'select':
      if (focused !== null) onSelect(focused, withShift)
      return focused !== null
    case 'close':
      if (address.contactId) address.close()
      return address.contactId !== null
    case 'edit': {
      const id = address.contactId ?? (focused === null ? undefined : contacts[focused]?.id)
      if (id) onEdit(id)
      return id !== undefined
    }
    default:
      return false
  }

  function move(index: number): boolean {
    const contact = contacts[index]
    if (!contact) return false
    // An open drawer follows; behind a modal drawer cards can't take the focus.
    if (address.contactId && contact.id !== address.contactId) address.open(contact.id)
    if (!document.querySelector('[role="dialog"][data-state="open"]')) grid.current?.focusCard(index)
    return true
  }
}

/** Index of the focused card. */
function focusedIndex(): number | null {
  const card = document.activeElement?.closest<HTMLElement>('[data-card]')
  return card ? Number(card.dataset.card) : null
}

function focusSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>('input[type="search"]')
  box?.focus()
  box?.select()
  return box !== null
}
