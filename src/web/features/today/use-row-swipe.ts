import { type TouchEvent, useRef } from 'react'
import { rowSwipeOf } from './row-swipe.ts'

/** Hints behind the row: what a swipe to each side does. */
export const SWIPE_HINT =
  'absolute inset-0 flex items-center justify-between bg-raised px-5 text-sm font-medium text-muted md:hidden'

interface RowSwipe {
  /** Swiped right. @param row the touched element */
  onRight: (row: HTMLElement) => void
  onLeft: () => void
}

/** Touch handlers for a row that follows the finger sideways; a full swipe acts. Each swipe also has a button. */
export function useRowSwipe({ onRight, onLeft }: RowSwipe) {
  const start = useRef<{ x: number; y: number } | null>(null)
  const move = (row: HTMLElement, offset: number) => {
    row.style.transform = offset === 0 ? '' : `translateX(${offset}px)`
  }
  return {
    onTouchStart: (event: TouchEvent) => {
      const touch = event.touches.length === 1 ? event.touches[0] : undefined
      // React also passes on touches in portaled menus and dialogs.
      const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target)
      start.current = touch && isOwn ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchMove: (event: TouchEvent<HTMLElement>) => {
      const touch = event.touches[0]
      if (!start.current || !touch) return
      const { offset } = rowSwipeOf(start.current, { x: touch.clientX, y: touch.clientY })
      move(event.currentTarget, offset)
    },
    onTouchEnd: (event: TouchEvent<HTMLElement>) => {
      const touch = event.changedTouches[0]
      const from = start.current
      start.current = null
      move(event.currentTarget, 0)
      if (!from || !touch) return
      const { swipe } = rowSwipeOf(from, { x: touch.clientX, y: touch.clientY })
      if (swipe === 'right') onRight(event.currentTarget)
      if (swipe === 'left') onLeft()
    },
    onTouchCancel: (event: TouchEvent<HTMLElement>) => {
      start.current = null
      move(event.currentTarget, 0)
    },
  }
}
