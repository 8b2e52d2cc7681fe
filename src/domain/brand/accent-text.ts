import { type AccentResult, adaptAccent } from './accent.ts'
import { hexOf, parseHex } from './oklch.ts'

const REASONS: Readonly<Record<Extract<AccentResult, { ok: false }>['reason'], string>> = {
  gray: "too gray, so links wouldn't stand out from other text",
  pale: 'too pale: dark enough to read on white, it would no longer look like your color',
  dark: 'too dark: bright enough to read on black, it would no longer look like your color',
}

/** Why a color is refused, and the nearest one that works; null for a color that works. */
export function refusedAccentText(hex: string): string | null {
  const rgb = parseHex(hex)
  if (!rgb) return 'Enter a color like #1a6cf0'
  const result = adaptAccent(rgb)
  if (result.ok) return null
  return `This color is ${REASONS[result.reason]}. The nearest color that works is ${hexOf(result.nearest)}.`
}
