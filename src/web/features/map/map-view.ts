/** A part of the drawing, in its units. */
export type View = { x: number; y: number; width: number; height: number }

type Point = { x: number | null; y: number | null }

/** Narrowest view: about 100 km. */
const MIN_WIDTH = 22
/** Room around the outermost dots. */
const MARGIN = 0.12
/** From this share of the drawing on, all of it is shown. */
const WHOLE_SHARE = 0.6

/** The part of the drawing that shows all points, with the drawing's proportions; all of it for points far apart or none. */
export function viewOf(points: readonly Point[], drawing: { width: number; height: number }): View {
  const xs = points.flatMap(({ x }) => (x === null ? [] : [x]))
  const ys = points.flatMap(({ y }) => (y === null ? [] : [y]))
  const whole = { x: 0, y: 0, ...drawing }
  if (xs.length === 0 || ys.length === 0) return whole
  const [west, east] = [Math.min(...xs), Math.max(...xs)]
  const [north, south] = [Math.min(...ys), Math.max(...ys)]
  const proportion = drawing.width / drawing.height
  const width = Math.max(MIN_WIDTH, (1 + 2 * MARGIN) * Math.max(east - west, (south - north) * proportion))
  if (width >= drawing.width * WHOLE_SHARE) return whole
  const height = width / proportion
  return {
    x: clamp((west + east - width) / 2, drawing.width - width),
    y: clamp((north + south - height) / 2, drawing.height - height),
    width,
    height,
  }
}

function clamp(value: number, max: number): number {
  return Math.min(max, Math.max(0, value))
}

/** Level of the whole map's groups, and between an area and those in it. */
const TOP_LEVEL = 8
const GROUP_LEVELS = 6

/** The area around an area; none for the whole map. */
export function areaAround(area: string): string {
  if (area.length <= TOP_LEVEL) return ''
  return area.slice(0, Math.max(TOP_LEVEL, area.length - GROUP_LEVELS))
}
