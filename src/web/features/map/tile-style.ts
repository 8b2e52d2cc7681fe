import type { StyleSpecification } from 'maplibre-gl'

/** Colors of a theme, as CSS. */
type Palette = Record<'page' | 'surface' | 'raised' | 'line' | 'line-strong' | 'text' | 'muted', string>

/**
 * A style in the application's colors for street tiles with the layers of the Protomaps schema (earth, landuse, water, roads,
 * boundaries, buildings, places). Labels are drawn with the browser's fonts, so nothing else is loaded.
 */
export function tileStyle(tiles: string, colors: Palette): StyleSpecification {
  const source = { source: 'streets' } as const
  const label = {
    'text-field': ['coalesce', ['get', 'name:en'], ['get', 'name']],
    'text-font': ['sans-serif'],
  } as const
  const halo = { 'text-halo-color': colors.surface, 'text-halo-width': 1.5 }
  const widthFrom = (narrow: number, wide: number) =>
    ['interpolate', ['exponential', 1.6], ['zoom'], 6, narrow, 18, wide] as never
  return {
    version: 8,
    sources: { streets: { type: 'vector', url: tiles, attribution: '© OpenStreetMap' } },
    layers: [
      { id: 'background', type: 'background', paint: { 'background-color': colors.page } },
      {
        id: 'earth',
        type: 'fill',
        ...source,
        'source-layer': 'earth',
        paint: { 'fill-color': colors.surface },
      },
      {
        ...{ id: 'landuse', type: 'fill', ...source, 'source-layer': 'landuse' },
        paint: { 'fill-color': colors.raised },
      },
      { id: 'water', type: 'fill', ...source, 'source-layer': 'water', paint: { 'fill-color': colors.line } },
      {
        ...{ id: 'buildings', type: 'fill', ...source, 'source-layer': 'buildings', minzoom: 14 },
        paint: { 'fill-color': colors.raised },
      },
      {
        ...{ id: 'roads', type: 'line', ...source, 'source-layer': 'roads' },
        paint: { 'line-color': colors['line-strong'], 'line-width': widthFrom(0.4, 10) },
      },
      {
        ...{ id: 'boundaries', type: 'line', ...source, 'source-layer': 'boundaries' },
        paint: { 'line-color': colors.muted, 'line-width': 0.75, 'line-dasharray': [3, 2] },
      },
      {
        ...{ id: 'road-names', type: 'symbol', ...source, 'source-layer': 'roads', minzoom: 13 },
        layout: { ...label, 'symbol-placement': 'line', 'text-size': 11 } as never,
        paint: { 'text-color': colors.muted, ...halo },
      },
      {
        ...{ id: 'places', type: 'symbol', ...source, 'source-layer': 'places' },
        layout: { ...label, 'text-size': 12 } as never,
        paint: { 'text-color': colors.text, ...halo },
      },
    ],
  }
}
