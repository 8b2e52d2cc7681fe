/** Equal spokes around a hub, clockwise, the first centered at twelve o'clock. */
export interface DialShape {
  count: number
  /** x and y of the center. */
  center: number
  /** Distances from the center at which spokes start and full spokes end. */
  hub: number
  rim: number
  /** Width of the gap between two spokes, the same from hub to rim. */
  gap: number
}

/** The dial, in a viewBox of 200 by 200. */
export const DIAL: DialShape = { count: 9, center: 100, hub: 37, rim: 99, gap: 5 }

/** The dial as a logo of a few pixels: smaller hub, wider gap. */
export const MARK: DialShape = { count: 9, center: 100, hub: 34, rim: 99, gap: 6 }

/** Minimum visible length of a spoke above 0, as a share of the full length. */
const MIN_SPOKE_SHARE = 0.05

/** Middle of a spoke in radians clockwise from twelve o'clock. */
export function spokeAngle(index: number, count: number): number {
  return (index * 2 * Math.PI) / count
}

/** The point at an angle and distance from the center, y downwards. */
export function dialPoint(shape: DialShape, angle: number, distance: number): { x: number; y: number } {
  return { x: shape.center + distance * Math.sin(angle), y: shape.center - distance * Math.cos(angle) }
}

/** Distance from the center to a spoke's end; `value` is clamped to 0..1, and 0 has no length. */
export function spokeEnd(shape: DialShape, value: number): number {
  if (!(value > 0)) return shape.hub
  return shape.hub + (shape.rim - shape.hub) * Math.min(1, Math.max(MIN_SPOKE_SHARE, value))
}

/** SVG path of the annular sector of one spoke, from the hub to `value` (0 to 1); empty at 0. */
export function spokePath(shape: DialShape, index: number, value: number): string {
  const end = spokeEnd(shape, value)
  if (end <= shape.hub) return ''
  const middle = spokeAngle(index, shape.count)
  const half = Math.PI / shape.count
  // A gap of constant width takes a larger angle near the hub.
  const inner = half - Math.asin(shape.gap / 2 / shape.hub)
  const outer = half - Math.asin(shape.gap / 2 / end)
  const at = (angle: number, distance: number) => {
    const { x, y } = dialPoint(shape, angle, distance)
    return `${x.toFixed(2)} ${y.toFixed(2)}`
  }
  return [
    `M${at(middle - inner, shape.hub)}`,
    `L${at(middle - outer, end)}`,
    `A${end.toFixed(2)} ${end.toFixed(2)} 0 0 1 ${at(middle + outer, end)}`,
    `L${at(middle + inner, shape.hub)}`,
    `A${shape.hub} ${shape.hub} 0 0 0 ${at(middle - inner, shape.hub)}Z`,
  ].join('')
}
