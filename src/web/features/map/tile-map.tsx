import { addProtocol, LngLatBounds, Map as MapLibre, Marker, setWorkerUrl } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { Protocol } from 'pmtiles'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import type { PlaceGroup } from '#contract/map.ts'
import { urlOf } from '#web/lib/api.ts'
import { onThemeChange, readTheme } from '#web/ui/theme.ts'
import type { PlaceDot } from './places-map.tsx'
import { tileStyle } from './tile-style.ts'

setWorkerUrl(workerUrl)
addProtocol('pmtiles', new Protocol().tile)

const MAX_ZOOM = 16

interface TileMapProps {
  label: string
  groups: readonly PlaceGroup[]
  dots: readonly PlaceDot[]
  activeKey: string | null
  onActive: (key: string | null) => void
  onOpen: (key: string) => void
}

/** The map with street tiles, where the operator has set `MAP_TILES`. Its code loads only then. */
export function TileMap({ label, groups, dots, activeKey, onActive, onOpen }: TileMapProps) {
  const container = useRef<HTMLDivElement>(null)
  const map = useRef<MapLibre>(null)
  const theme = useSyncExternalStore(onThemeChange, readTheme, () => 'dark' as const)
  const open = useEffectEvent(onOpen)
  const activate = useEffectEvent(onActive)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a theme has other colors, so the map starts again
  useEffect(() => {
    if (!container.current) return
    const created = new MapLibre({
      container: container.current,
      style: tileStyle(
        `pmtiles://${location.origin}${urlOf('GET /api/map/tiles', {})}`,
        paletteOf(container.current),
      ),
      center: [-97, 39],
      zoom: 3,
      maxZoom: MAX_ZOOM,
      dragRotate: false,
      attributionControl: { compact: true },
    })
    created.getCanvas().setAttribute('aria-label', label)
    // The list beside the map serves keyboards.
    created.getCanvas().tabIndex = -1
    map.current = created
    return () => {
      map.current = null
      created.remove()
    }
  }, [theme, label])
  // biome-ignore lint/correctness/useExhaustiveDependencies: markers belong to one map
  useEffect(() => {
    const current = map.current
    if (!current) return
    const markers = groups.map((group, i) => {
      const element = dotElement(group, dots[i]?.label ?? '')
      element.addEventListener('click', () => open(group.area))
      element.addEventListener('pointerenter', () => activate(group.area))
      element.addEventListener('pointerleave', () => activate(null))
      return new Marker({ element }).setLngLat([group.longitude, group.latitude]).addTo(current)
    })
    const bounds = new LngLatBounds()
    for (const { longitude, latitude } of groups) bounds.extend([longitude, latitude])
    if (!bounds.isEmpty()) current.fitBounds(bounds, { padding: 40, maxZoom: 14, animate: false })
    return () => {
      for (const marker of markers) marker.remove()
    }
  }, [groups, dots, theme])
  useEffect(() => {
    for (const dot of container.current?.querySelectorAll<HTMLElement>('[data-dot]') ?? [])
      dot.classList.toggle('ring-2', dot.dataset.dot === activeKey)
  }, [activeKey])
  return (
    <div
      ref={container}
      data-tile-map
      className="relative aspect-[975/610] w-full overflow-hidden rounded-lg border border-line"
    />
  )
}

function dotElement({ area, contacts }: PlaceGroup, label: string): HTMLElement {
  const size = Math.min(44, 14 + 5 * Math.log2(contacts))
  const element = document.createElement('button')
  element.type = 'button'
  element.tabIndex = -1
  element.ariaHidden = 'true'
  element.title = label
  element.dataset.dot = area
  element.className =
    'grid place-items-center rounded-full border border-surface bg-accent text-[11px] font-semibold text-on-accent ring-text tabular-nums'
  element.style.width = `${size}px`
  element.style.height = `${size}px`
  if (size >= 24) element.textContent = String(contacts)
  return element
}

const COLORS = ['page', 'surface', 'raised', 'line', 'line-strong', 'text', 'muted'] as const

/** The theme's colors as MapLibre reads them: it doesn't know `oklch`, so a canvas converts them. */
function paletteOf(element: HTMLElement) {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const styles = getComputedStyle(element)
  const convert = (name: string): string => {
    if (!context) return '#888888'
    context.fillStyle = styles.getPropertyValue(`--color-${name}`).trim()
    context.fillRect(0, 0, 1, 1)
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
    return `rgb(${red}, ${green}, ${blue})`
  }
  return Object.fromEntries(COLORS.map((name) => [name, convert(name)])) as Record<
    (typeof COLORS)[number],
    string
  >
}
