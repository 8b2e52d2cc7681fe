import { useState } from 'react'
import type { TableColumn } from '#contract/views.ts'

export interface ListLayout {
  isTable: boolean
  /** The table's columns; null for the default ones. */
  columns: readonly TableColumn[] | null
}

const KEY = 'contacts-layout'
const CARDS: ListLayout = { isTable: false, columns: null }

/** Cards or a table, remembered by the browser. */
export function useListLayout() {
  const [layout, setLayout] = useState(storedLayout)
  return {
    ...layout,
    change: (changes: Partial<ListLayout>) => {
      const next = { ...layout, ...changes }
      setLayout(next)
      try {
        localStorage.setItem(KEY, JSON.stringify(next))
      } catch {
        // Storage is turned off: the layout lasts until the page is closed.
      }
    },
  }
}
export type ListLayoutState = ReturnType<typeof useListLayout>

function storedLayout(): ListLayout {
  try {
    return { ...CARDS, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') }
  } catch {
    return CARDS
  }
}
