type Point = { x: number; y: number }

const ACTS_AT_PX = 80
const FARTHEST_PX = 120

/** How far a row follows the finger, and the swipe if it ended here. Mostly vertical moves scroll the page instead. */
export function rowSwipeOf(from: Point, to: Point): { by: number; swipe: 'left' | 'right' | null } {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  if (Math.abs(dx) <= 2 * Math.abs(dy)) return { by: 0, swipe: null }
  const by = Math.max(-FARTHEST_PX, Math.min(FARTHEST_PX, dx))
  if (Math.abs(dx) < ACTS_AT_PX) return { by, swipe: null }
  return { by, swipe: dx > 0 ? 'right' : 'left' }
}
