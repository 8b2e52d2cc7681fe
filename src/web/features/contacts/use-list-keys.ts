import type { RefObject } from 'react'
import type { ContactSummary } from '#contract/contacts.ts'
import { type ShortcutId, usePageKeys } from '#web/features/shell/shortcuts.ts'
import type { ContactGridHandle } from './contact-grid.tsx'
import type { ContactsUrlState } from './use-contacts-url-state.ts'

interface ListKeyOptions {
  contacts: readonly ContactSummary[]
  urlState: ContactsUrlState
  grid: RefObject<ContactGridHandle | null>
  onEdit: (id: string) => void
  /** Toggles a card's selection; `range` extends it from the last one. */
  onSelect: (index: number, range: boolean) => void
}

/** Keyboard shortcuts of the list; `Enter` is handled by the focused link. */
export function useListKeys(options: ListKeyOptions): void {
  usePageKeys((shortcut, withShift) => handleShortcut(shortcut, options, withShift))
}

function handleShortcut(shortcut: ShortcutId, options: ListKeyOptions, withShift: boolean): boolean {
  const { contacts, urlState, grid, onEdit, onSelect } = options
  const focusedCard = focusedIndex()
  const openIndex = contacts.findIndex((contact) => contact.id === urlState.contactId)
  const currentIndex = openIndex >= 0 ? openIndex : (focusedCard ?? -1)
  switch (shortcut) {
    case 'search':
      return focusSearch()
    case 'next':
      return move(Math.min(contacts.length - 1, currentIndex + 1))
    case 'previous':
      return move(Math.max(0, currentIndex - 1))
    case 'select':
      if (focusedCard !== null) onSelect(focusedCard, withShift)
      return focusedCard !== null
    case 'close':
      if (urlState.contactId) urlState.close()
      return urlState.contactId !== null
    case 'edit': {
      const id = urlState.contactId ?? (focusedCard === null ? undefined : contacts[focusedCard]?.id)
      if (id) onEdit(id)
      return id !== undefined
    }
    default:
      return false
  }

  function move(index: number): boolean {
    const contact = contacts[index]
    if (!contact) return false
    // An open drawer shows the focused contact. Cards behind a modal drawer can't take the focus.
    if (urlState.contactId && contact.id !== urlState.contactId) urlState.open(contact.id)
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
