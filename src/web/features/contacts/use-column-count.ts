import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

const MIN_CARD_PX = 300
const GAP_PX = 12
const MAX_COLUMNS = 5

/**
 * Number of cards that fit side by side in the element; null until it is measured.
 *
 * @param onChange called before the cards are laid out in another number of columns
 */
export function useColumnCount(element: RefObject<HTMLElement | null>, onChange: () => void): number | null {
  const [columns, setColumns] = useState<number | null>(null)
  const currentCount = useRef<number | null>(null)
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    const measure = () => {
      const fittingCount = Math.floor((target.clientWidth + GAP_PX) / (MIN_CARD_PX + GAP_PX))
      const next = Math.min(MAX_COLUMNS, Math.max(1, fittingCount))
      if (next === currentCount.current) return
      if (currentCount.current !== null) onChange()
      currentCount.current = next
      setColumns(next)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    return () => observer.disconnect()
  }, [element, onChange])
  return columns
}
