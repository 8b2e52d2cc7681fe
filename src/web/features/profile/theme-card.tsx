import { Moon, Sun } from 'lucide-react'
import { Card } from '#web/ui/card.tsx'
import { setTheme, type Theme } from '#web/ui/theme.ts'
import { useTheme } from '#web/ui/use-theme.ts'

const THEMES = [
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'light', label: 'Light', icon: Sun },
] as const satisfies readonly { value: Theme; label: string; icon: typeof Moon }[]

/** The light or dark theme of this browser. */
export function ThemeCard() {
  const theme = useTheme()
  return (
    <Card className="p-4">
      <h2 className="text-base" id="theme-heading">
        Theme
      </h2>
      <p className="mt-1 text-sm text-muted">Saved in this browser.</p>
      <div role="radiogroup" aria-labelledby="theme-heading" className="mt-3 flex flex-wrap gap-2">
        {THEMES.map(({ value, label, icon: Icon }) => (
          <label
            key={value}
            className="relative flex h-9 cursor-pointer items-center gap-2 rounded-lg border border-line-strong px-3 text-sm font-medium text-muted transition-colors hover:bg-raised has-checked:border-accent has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent max-md:h-11 max-md:px-4 [&_svg]:size-4"
          >
            <input
              type="radio"
              name="theme"
              value={value}
              checked={theme === value}
              onChange={() => setTheme(value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <Icon aria-hidden />
            {label}
          </label>
        ))}
      </div>
    </Card>
  )
}
