import type { ImageKind } from '#contract/brand.ts'
import type { PageBrand } from '#contract/page-services.ts'
import { accentColorsOf } from '#domain/brand/accent.ts'
import { accentCss } from '#domain/brand/accent-css.ts'
import { hexOf, type Rgb } from '#domain/brand/oklch.ts'
import type { BrandRow } from '../store/brands.ts'

/** Letters of a picture's hash in its URL. */
const HASH_LENGTH = 32

/** Path of a picture; it changes with the content, so that browsers may cache it. */
export function imageUrl(kind: ImageKind, sha256: string): string {
  return `/brand/${kind}-${sha256.slice(0, HASH_LENGTH)}.png`
}

/** `0x1a6cf0` to `#1a6cf0`. */
export function accentHex(accent: number | null): string | null {
  if (accent === null) return null
  const rgb: Rgb = [accent >> 16, (accent >> 8) & 255, accent & 255]
  return hexOf(rgb)
}

/** The part of a brand that pages show. */
export function pageBrandOf(row: BrandRow, product: { name: string; supportEmail: string }): PageBrand {
  const accent = accentHex(row.accent)
  const colors = accent === null ? null : accentColorsOf(accent)
  const { logo, favicon } = row
  return {
    name: row.name ?? product.name,
    supportEmail: row.supportEmail ?? product.supportEmail,
    logo: logo && {
      url: imageUrl('logo', logo.sha256),
      width: logo.width,
      height: logo.height,
      faintOn: faintThemes(logo),
    },
    favicon: favicon && imageUrl('favicon', favicon.sha256),
    css: colors && accentCss(colors),
    themeColor: colors && hexOf(colors.dark),
    poweredBy: row.showsPoweredBy && row.name !== null ? product.name : null,
  }
}

export function faintThemes(image: { faintOnDark: boolean; faintOnLight: boolean }): ('dark' | 'light')[] {
  return [
    ...(image.faintOnDark ? (['dark'] as const) : []),
    ...(image.faintOnLight ? (['light'] as const) : []),
  ]
}
