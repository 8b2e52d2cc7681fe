import { type RefObject, useEffect, useRef } from 'react'
import type { ContactSummary } from '#contract/contacts.ts'
import type { ContactGridHandle } from './contact-grid.tsx'
import type { ContactsAddress } from './use-contacts-address.ts'

interface ListKeys {
  contacts: readonly ContactSummary[]
  address: ContactsAddress
  grid: RefObject<ContactGridHandle | null>
  onEdit: (id: string) => void
}

/** `/` searches, `j` and `k` move between cards, `e` edits, `Esc` closes the drawer; `Enter` is the focused link's own. */
export function useListKeys(keys: ListKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isTaken(event)) return
      if (handle(event.key, latest.current)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** True while someone types, or while a menu or a modal other than the drawer has the keyboard. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target
  if (target instanceof HTMLElement && target.closest('input:not([type="checkbox"]), textarea, select'))
    return true
  return openLayers().some((layer) => layer.querySelector('[data-contact-drawer]') === null)
}

function openLayers(): Element[] {
  return [
    ...document.querySelectorAll('[role="dialog"][data-state="open"], [role="alertdialog"], [role="menu"]'),
  ]
}

function handle(key: string, { contacts, address, grid, onEdit }: ListKeys): boolean {
  const focused = focusedIndex()
  const at = focused ?? contacts.findIndex((contact) => contact.id === address.contactId)
  switch (key) {
    case '/':
      return focusSearch()
    case 'j':
      return move(Math.min(contacts.length - 1, at + 1))
    case 'k':
      return move(Math.max(0, at - 1))
    case 'Escape':
      if (address.contactId) address.close()
      return address.contactId !== null
    case 'e': {
      const id = address.contactId ?? (focused === null ? undefined : contacts[focused]?.id)
      if (id) onEdit(id)
      return id !== undefined
    }
    default:
      return false
  }

  function move(index: number): boolean {
    // Behind a modal drawer the cards cannot take the focus.
    if (contacts.length === 0 || openLayers().length > 0) return false
    grid.current?.focusCard(index)
    return true
  }
}

/** Place in the list of the card that has the focus. */
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
