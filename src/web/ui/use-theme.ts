import { useSyncExternalStore } from 'react'
import { onThemeChange, readTheme, type Theme } from './theme.ts'

/** The current theme, updated on changes here and in other tabs; dark while rendering on the server. */
export function useTheme(): Theme {
  return useSyncExternalStore(onThemeChange, readTheme, () => 'dark')
}
