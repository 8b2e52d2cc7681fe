import { type RefObject, useLayoutEffect, useState } from 'react'

const CARD_MIN_PX = 300
const GAP_PX = 12
const COLUMNS_MAX = 5

/** How many cards fit side by side in the element; null until it is measured. */
export function useColumnCount(element: RefObject<HTMLElement | null>): number | null {
  const [columns, setColumns] = useState<number | null>(null)
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    const measure = () => {
      const fitting = Math.floor((target.clientWidth + GAP_PX) / (CARD_MIN_PX + GAP_PX))
      setColumns(Math.min(COLUMNS_MAX, Math.max(1, fitting)))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return columns
}
