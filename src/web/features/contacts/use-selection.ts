import { useCallback, useMemo, useState } from 'react'
import type { ContactSummary } from '#contract/contacts.ts'
import type { ListState } from './use-contacts-address.ts'
import { listKey } from './use-list-position.ts'

interface Chosen {
  /** The list it belongs to: another search or filter starts with nothing selected. */
  list: string
  ids: ReadonlySet<string>
  /** Everybody who matches, also those not loaded yet. */
  all: boolean
  /** Where the next range begins. */
  anchor: string | null
}

const NOBODY: ReadonlySet<string> = new Set()

function nobodyOf(list: string): Chosen {
  return { list, ids: NOBODY, all: false, anchor: null }
}

/** Which contacts are ticked for work on many. */
export function useSelection(contacts: readonly ContactSummary[], state: ListState) {
  // The order does not change who is in the list.
  const list = listKey({ ...state, sort: 'score' })
  const [kept, setKept] = useState(() => nobodyOf(list))
  const chosen = useMemo(() => (kept.list === list ? kept : nobodyOf(list)), [kept, list])

  // Stays the same while one ticks, so that the other cards need not be drawn again.
  const toggle = useCallback(
    (index: number, range: boolean) =>
      setKept((before) => toggled(before.list === list ? before : nobodyOf(list), contacts, index, range)),
    [list, contacts],
  )
  return useMemo(
    () => ({
      ids: chosen.ids,
      all: chosen.all,
      active: chosen.all || chosen.ids.size > 0,
      has: (id: string) => chosen.all || chosen.ids.has(id),
      toggle,
      selectAll: () => setKept({ ...nobodyOf(list), all: true }),
      clear: () => setKept(nobodyOf(list)),
    }),
    [chosen, list, toggle],
  )
}
export type ContactSelection = ReturnType<typeof useSelection>

/** Ticks or unticks one card; with `range` ticks all from the anchor to it. */
export function toggled(
  chosen: Chosen,
  contacts: readonly Pick<ContactSummary, 'id'>[],
  index: number,
  range: boolean,
): Chosen {
  const id = contacts[index]?.id
  if (id === undefined) return chosen
  // Letting one go of everybody leaves those who are on the screen's list.
  const ids = new Set(chosen.all ? contacts.map((contact) => contact.id) : chosen.ids)
  const from = range ? contacts.findIndex((contact) => contact.id === chosen.anchor) : -1
  if (from >= 0) {
    for (const contact of contacts.slice(Math.min(from, index), Math.max(from, index) + 1))
      ids.add(contact.id)
  } else if (!ids.delete(id)) ids.add(id)
  return { list: chosen.list, ids, all: false, anchor: id }
}
