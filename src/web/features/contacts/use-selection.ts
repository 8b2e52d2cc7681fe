import { useCallback, useMemo, useState } from 'react'
import type { ContactSummary } from '#contract/contacts.ts'
import type { ListState } from './use-contacts-url-state.ts'
import { listKey } from './use-list-position.ts'

interface SelectionState {
  /** Key of the list it belongs to; another search or filter starts with an empty selection. */
  list: string
  ids: ReadonlySet<string>
  /** True if all matches are selected, including those not loaded yet. */
  all: boolean
  /** Where the next range starts. */
  anchor: string | null
}

const NO_IDS: ReadonlySet<string> = new Set()

function emptySelection(list: string): SelectionState {
  return { list, ids: NO_IDS, all: false, anchor: null }
}

/** The contacts selected for bulk actions. */
export function useSelection(contacts: readonly ContactSummary[], state: ListState) {
  // The sort order doesn't change which contacts are in the list.
  const list = listKey({ ...state, sort: 'score' })
  const [storedState, setStored] = useState(() => emptySelection(list))
  const selection = useMemo(
    () => (storedState.list === list ? storedState : emptySelection(list)),
    [storedState, list],
  )

  // Stable across selections, so that the other cards don't render again.
  const toggle = useCallback(
    (index: number, range: boolean) =>
      setStored((previousState) =>
        toggleSelection(
          previousState.list === list ? previousState : emptySelection(list),
          contacts,
          index,
          range,
        ),
      ),
    [list, contacts],
  )
  return useMemo(
    () => ({
      ids: selection.ids,
      all: selection.all,
      isActive: selection.all || selection.ids.size > 0,
      has: (id: string) => selection.all || selection.ids.has(id),
      toggle,
      selectAll: () => setStored({ ...emptySelection(list), all: true }),
      clear: () => setStored(emptySelection(list)),
    }),
    [selection, list, toggle],
  )
}
export type ContactSelection = ReturnType<typeof useSelection>

/** Toggles one card; with `range` selects all from the anchor to it. */
export function toggleSelection(
  selection: SelectionState,
  contacts: readonly Pick<ContactSummary, 'id'>[],
  index: number,
  range: boolean,
): SelectionState {
  const id = contacts[index]?.id
  if (id === undefined) return selection
  // Deselecting one contact after selecting all keeps the other loaded contacts selected.
  const ids = new Set(selection.all ? contacts.map((contact) => contact.id) : selection.ids)
  const from = range ? contacts.findIndex((contact) => contact.id === selection.anchor) : -1
  if (from >= 0) {
    for (const contact of contacts.slice(Math.min(from, index), Math.max(from, index) + 1))
      ids.add(contact.id)
  } else if (!ids.delete(id)) ids.add(id)
  return { list: selection.list, ids, all: false, anchor: id }
}
