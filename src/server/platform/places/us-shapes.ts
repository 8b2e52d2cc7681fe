import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { geoAlbersUsa, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import { stateOfCounty } from '#domain/identity/county.ts'
import type { Coordinates } from '#domain/places/quadkey.ts'
import { cacheResult } from '../cache-result.ts'

const require = createRequire(import.meta.url)

/** Size of the drawing. The `us-atlas` package projects its file of counties to it. */
export const DRAWING = { width: 975, height: 610 }

/** The projection of that file: Alaska and Hawaii are insets beside the contiguous states. */
const projection = geoAlbersUsa()
  .scale(1300)
  .translate([DRAWING.width / 2, DRAWING.height / 2])

/** Position in the drawing, to a tenth of a unit; null beyond its edges. */
export function positionOf({ latitude, longitude }: Coordinates): { x: number; y: number } | null {
  const position = projection([longitude, latitude])
  return position && { x: round(position[0]), y: round(position[1]) }
}

const round = (value: number) => Math.round(value * 10) / 10

type Topology = Parameters<typeof feature>[0]
type Collection = Extract<Parameters<typeof feature>[1], { type: 'GeometryCollection' }>
type UsTopology = Topology & { objects: Record<'counties' | 'states', Collection> }
export type UsShape = { id: string; name: string; state: string | null; path: string }

/** Shortest segments in units of the drawing: for all of the country, and for counties of a few states. */
const COARSE = 2
const FINE = 0.15
/** Number of states whose counties are drawn finely. */
const MAX_FINE_STATES = 6

/** The outlines of states and counties as SVG paths. The file is read on first use. */
export function createUsShapes() {
  const load = cacheResult(async () => {
    const file = require.resolve('us-atlas/counties-albers-10m.json')
    const topology = JSON.parse(await readFile(file, 'utf8')) as UsTopology
    return { coarse: simplify(topology, COARSE), fine: simplify(topology, FINE) }
  })
  const coarseStates = cacheResult(async () => shapesOf((await load()).coarse, 'states'))
  return {
    listStates: coarseStates,
    /** The counties of states by their two-digit codes. */
    async listCounties(stateIds: readonly string[]): Promise<UsShape[]> {
      if (stateIds.length === 0) return []
      const { coarse, fine } = await load()
      return shapesOf(stateIds.length > MAX_FINE_STATES ? coarse : fine, 'counties', (id) =>
        stateIds.includes(id.slice(0, 2)),
      )
    },
  }
}

function shapesOf(
  topology: UsTopology,
  kind: 'states' | 'counties',
  isWanted = (_id: string) => true,
): UsShape[] {
  const path = geoPath().digits(1)
  return topology.objects[kind].geometries.flatMap((geometry) => {
    const id = String(geometry.id)
    if (!isWanted(id)) return []
    const shape = withoutSpecks(path(feature(topology, geometry)) ?? '')
    // The territories lie beyond the edges of the drawing.
    const name = (geometry.properties as { name?: string } | undefined)?.name ?? ''
    return shape ? [{ id, name, state: stateOfCounty(id), path: shape }] : []
  })
}

/** Drops islands that simplification left with at most three points, unless there is nothing else. */
function withoutSpecks(path: string): string {
  const rings = path.split('Z').filter(Boolean)
  const large = rings.filter((ring) => ring.split('L').length > 4)
  const kept = large.length > 0 ? large : rings.slice(0, 1)
  return kept.map((ring) => `${ring}Z`).join('')
}

/**
 * Drops points of borders that are closer than `distance` to the one before. Borders are shared by both neighbors, so no gaps
 * open.
 */
function simplify({ transform, ...topology }: UsTopology, distance: number): UsTopology {
  const [scaleX = 1, scaleY = 1] = transform?.scale ?? []
  const [shiftX = 0, shiftY = 0] = transform?.translate ?? []
  const arcs = topology.arcs.map((arc) => {
    let x = 0
    let y = 0
    const points = arc.map(([dx = 0, dy = 0]) => {
      x += dx
      y += dy
      return [x * scaleX + shiftX, y * scaleY + shiftY] as const
    })
    let last = points[0]
    return points
      .filter((point, i) => {
        const isEnd = i === 0 || i === points.length - 1
        if (!isEnd && last && Math.hypot(point[0] - last[0], point[1] - last[1]) < distance) return false
        last = point
        return true
      })
      .map((point) => [...point])
  })
  return { ...topology, arcs }
}
