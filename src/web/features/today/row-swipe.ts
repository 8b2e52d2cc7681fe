type Point = { x: number; y: number }

const SWIPE_THRESHOLD_PX = 80
const MAX_OFFSET_PX = 120

/** How far a row follows the finger, and the swipe it would be if it ended now. Mostly vertical moves scroll the page instead. */
export function rowSwipeOf(from: Point, to: Point): { offset: number; swipe: 'left' | 'right' | null } {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  if (Math.abs(dx) <= 2 * Math.abs(dy)) return { offset: 0, swipe: null }
  const offset = Math.max(-MAX_OFFSET_PX, Math.min(MAX_OFFSET_PX, dx))
  if (Math.abs(dx) < SWIPE_THRESHOLD_PX) return { offset, swipe: null }
  return { offset, swipe: dx > 0 ? 'right' : 'left' }
}
