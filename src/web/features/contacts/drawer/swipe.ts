export type Swipe = 'previous' | 'next' | 'close' | null

export interface Touch {
  x: number
  y: number
}

const MIN_DISTANCE_PX = 60
/** A swipe that starts this close to the left edge closes the drawer, like the system's back gesture. */
const EDGE_PX = 24

/**
 * The action of a swipe over the drawer: left shows the next contact, right the previous one; right from the left edge,
 * or down over the header, closes. Short and diagonal swipes do nothing.
 */
export function swipeOf(from: Touch, to: Touch, onHeader: boolean): Swipe {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  if (Math.abs(dx) >= MIN_DISTANCE_PX && Math.abs(dx) > 2 * Math.abs(dy)) {
    if (dx < 0) return 'next'
    return from.x <= EDGE_PX ? 'close' : 'previous'
  }
  return onHeader && dy >= MIN_DISTANCE_PX && dy > 2 * Math.abs(dx) ? 'close' : null
}
