import { Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { onThemeChange, readTheme, setTheme, type Theme } from './theme.ts'

/** Switches between the dark and the light theme. Renders both icons and lets CSS pick one, to avoid a flash on load. */
export function ThemeToggle({ className }: { className?: string }) {
  const next = useTheme() === 'light' ? 'dark' : 'light'
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={`Switch to ${next} theme`}
      className={className}
      onClick={() => setTheme(next)}
    >
      <Sun aria-hidden className="light:hidden" />
      <Moon aria-hidden className="hidden light:block" />
    </Button>
  )
}

/** The current theme, updated on changes here and in other tabs; dark while rendering on the server. */
export function useTheme(): Theme {
  return useSyncExternalStore(onThemeChange, readTheme, () => 'dark')
}
