import type { BrandSettings } from '#contract/brand.ts'
import { type AccentColors, THEME_BACKGROUNDS, type ThemeName } from '#domain/brand/accent.ts'
import { hexOf, type Oklch, toRgb } from '#domain/brand/oklch.ts'
import { useBrand } from '#web/lib/brand.ts'
import { isWideLogo } from '#web/ui/brand-mark.tsx'
import { DialMark } from '#web/ui/dial.tsx'

interface BrandPreviewProps {
  name: string
  /** Null shows the product's own color. */
  colors: AccentColors | null
  logo: BrandSettings['logo']
  favicon: string | null
}

/** Text and the product's own accent color as in `src/web/app.css`. */
const TEXT: Readonly<Record<ThemeName, Oklch>> = {
  dark: { lightness: 0.965, chroma: 0.004, hue: 265 },
  light: { lightness: 0.22, chroma: 0.014, hue: 265 },
}
const OWN_ACCENT: Readonly<Record<ThemeName, Oklch>> = {
  dark: { lightness: 0.78, chroma: 0.13, hue: 235 },
  light: { lightness: 0.52, chroma: 0.15, hue: 245 },
}
const THEMES: readonly { theme: ThemeName; label: string }[] = [
  { theme: 'dark', label: 'Dark theme' },
  { theme: 'light', label: 'Light theme' },
]

const colorOf = (color: Oklch) => hexOf(toRgb(color))

/** The brand as each theme shows it, while it is being edited. */
export function BrandPreview(props: BrandPreviewProps) {
  return (
    <section aria-label="Preview" className="grid gap-3 sm:grid-cols-2">
      {THEMES.map(({ theme, label }) => (
        <ThemePreview key={theme} theme={theme} label={label} {...props} />
      ))}
    </section>
  )
}

function ThemePreview({
  theme,
  label,
  name,
  colors,
  logo,
}: BrandPreviewProps & { theme: ThemeName; label: string }) {
  const { productName } = useBrand()
  const { page, surface, raised } = THEME_BACKGROUNDS[theme]
  const accent = colors ? hexOf(colors[theme]) : colorOf(OWN_ACCENT[theme])
  const text = colorOf(TEXT[theme])
  return (
    <figure data-preview={theme} className="grid gap-1.5">
      <figcaption className="text-[13px] text-muted">{label}</figcaption>
      <div
        className="grid gap-3 rounded-lg border border-line p-3 text-sm"
        style={{ background: colorOf(page), color: text }}
      >
        <p className="flex min-w-0 items-center gap-2 font-semibold">
          <PreviewMark logo={logo} theme={theme} />
          {!isWideLogo(logo) && <span className="truncate">{name || productName}</span>}
        </p>
        <div className="grid gap-2 rounded-md p-3" style={{ background: colorOf(surface) }}>
          <p>
            Hazel Ray may move soon.{' '}
            <span className="underline underline-offset-2" style={{ color: accent }}>
              See why
            </span>
          </p>
          <p className="flex items-center gap-2">
            <span
              className="rounded-md px-2 py-1 text-xs font-semibold"
              style={{ background: accent, color: colorOf(theme === 'dark' ? page : surface) }}
            >
              New
            </span>
            <span
              className="rounded-md px-2 py-1 text-xs"
              style={{ background: colorOf(raised), color: accent }}
            >
              Tag
            </span>
          </p>
        </div>
      </div>
    </figure>
  )
}

const MARK_SIZE = 24

function PreviewMark({ logo, theme }: { logo: BrandSettings['logo']; theme: ThemeName }) {
  if (!logo) return <DialMark size={MARK_SIZE} />
  const needsTile = logo.faintOn.includes(theme)
  return (
    <img
      src={logo.url}
      alt=""
      className="h-6 max-w-30 rounded-md object-contain"
      style={needsTile ? { background: colorOf(tileOf(theme)), padding: 2 } : undefined}
    />
  )
}

/** The tile behind a logo that hardly shows: a surface of the other theme. */
function tileOf(theme: ThemeName): Oklch {
  return theme === 'dark' ? THEME_BACKGROUNDS.light.page : THEME_BACKGROUNDS.dark.raised
}
