import { type RefObject, useLayoutEffect, useState } from 'react'

/** Distance of the list from the top of the document, updated when content above it changes. */
export function useOffsetTop(element: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    const measure = () => setOffset(Math.round(target.getBoundingClientRect().top + window.scrollY))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    if (target.parentElement) observer.observe(target.parentElement)
    return () => observer.disconnect()
  }, [element])
  return offset
}
