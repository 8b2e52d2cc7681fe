import { type TouchEvent, useRef } from 'react'
import { type Swipe, swipeOf, type Touch } from './swipe.ts'

/** Elements that handle touches themselves: they scroll sideways or take input. */
const OWN_TOUCHES = 'input, textarea, select, [role="tablist"], [role="slider"], pre, table'

/** Touch handlers for the drawer's header or body. */
export function useSwipe(onSwipe: (swipe: NonNullable<Swipe>) => void, onHeader: boolean) {
  const start = useRef<Touch | null>(null)
  return {
    onTouchStart: (event: TouchEvent) => {
      const touch = event.touches.length === 1 ? event.touches[0] : undefined
      const target = event.target instanceof Element ? event.target : null
      // React also passes on touches in portaled menus and dialogs.
      const isHandledElsewhere = !event.currentTarget.contains(target) || target?.closest(OWN_TOUCHES)
      start.current = touch && !isHandledElsewhere ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd: (event: TouchEvent) => {
      const touch = event.changedTouches[0]
      const swipe =
        start.current && touch
          ? swipeOf(start.current, { x: touch.clientX, y: touch.clientY }, onHeader)
          : null
      start.current = null
      if (swipe) onSwipe(swipe)
    },
    onTouchCancel: () => {
      start.current = null
    },
  }
}
