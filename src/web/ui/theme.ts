export type Theme = 'light' | 'dark'

/** Inline script for <head>, with a nonce: sets the stored theme before the first paint. */
export const themeScript =
  "(function(){var t;try{t=localStorage.getItem('theme')}catch(e){}" +
  "document.documentElement.dataset.theme=t==='light'?'light':'dark'})()"

const listeners = new Set<() => void>()

/** The page's theme; dark by default. */
export function readTheme(): Theme {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark'
}

function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener()
}

/** Changes the theme and stores it under `theme`; without storage it lasts until the page is left. */
export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Private windows may refuse storage; the choice still applies to this page.
  }
  applyTheme(theme)
}

function onStorage(event: StorageEvent): void {
  if (event.key === 'theme') applyTheme(event.newValue === 'light' ? 'light' : 'dark')
}

/** Calls the listener on every change, here and in other tabs; returns a function to unsubscribe. */
export function onThemeChange(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', onStorage)
  }
}
