import { useState } from 'react'
import type { TableColumn } from '#contract/views.ts'

export interface ListLayout {
  isTable: boolean
  /** The table's columns; null for the default ones. */
  columns: readonly TableColumn[] | null
}

const STORAGE_KEY = 'contacts-layout'
const DEFAULT_LAYOUT: ListLayout = { isTable: false, columns: null }

/** The list's layout (cards or table), stored in the browser. */
export function useListLayout() {
  const [layout, setLayout] = useState(storedLayout)
  return {
    ...layout,
    change: (changes: Partial<ListLayout>) => {
      const next = { ...layout, ...changes }
      setLayout(next)
      try {
        localStorage.setItem(STORAGE_KEY, JSON.stringify(next))
      } catch {
        // Storage is turned off: the layout lasts until the page is closed.
      }
    },
  }
}
export type ListLayoutState = ReturnType<typeof useListLayout>

function storedLayout(): ListLayout {
  try {
    return { ...DEFAULT_LAYOUT, ...JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') }
  } catch {
    return DEFAULT_LAYOUT
  }
}
