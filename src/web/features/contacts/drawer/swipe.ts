export type Swipe = 'previous' | 'next' | 'close' | null

export interface Touch {
  x: number
  y: number
}

const MIN_DISTANCE_PX = 60
/** Closer to the side of the screen than this a swipe means going back, as the system's own gesture does. */
const EDGE_PX = 24

/**
 * What a finger's way over the drawer means: to the left the next contact, to the right the one before; from the left
 * edge inwards, or downwards over the header, it closes. Short and slanting ways mean nothing.
 */
export function swipeOf(from: Touch, to: Touch, onHeader: boolean): Swipe {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  if (Math.abs(dx) >= MIN_DISTANCE_PX && Math.abs(dx) > 2 * Math.abs(dy)) {
    if (dx < 0) return 'next'
    return from.x <= EDGE_PX ? 'close' : 'previous'
  }
  return onHeader && dy >= MIN_DISTANCE_PX && dy > 2 * Math.abs(dx) ? 'close' : null
}
