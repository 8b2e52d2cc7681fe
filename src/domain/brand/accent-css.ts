import type { AccentColors } from './accent.ts'
import type { Rgb } from './oklch.ts'

/**
 * Style sheet that replaces the accent color of both themes. It contains nothing but the six numbers of each color, so no
 * input can add a rule. `html` makes it stronger than the product's own rules.
 */
export function accentCss({ dark, light }: AccentColors): string {
  return `html:root{--color-accent:${cssColor(dark)}}html:root[data-theme="light"]{--color-accent:${cssColor(light)}}`
}

function cssColor(rgb: Rgb): string {
  const [red, green, blue] = rgb.map((channel) =>
    Math.min(255, Math.max(0, Math.round(Number(channel) || 0))),
  )
  return `rgb(${red} ${green} ${blue})`
}
