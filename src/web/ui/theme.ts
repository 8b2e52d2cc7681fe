export type Theme = 'light' | 'dark'

/** Inline script for <head>, with a nonce: sets the remembered theme before anything is painted. */
export const themeScript =
  "(function(){var t;try{t=localStorage.getItem('theme')}catch(e){}" +
  "document.documentElement.dataset.theme=t==='light'?'light':'dark'})()"

const listeners = new Set<() => void>()

/** The theme on the page; dark unless light was chosen. */
export function readTheme(): Theme {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark'
}

function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener()
}

/** Changes the theme and remembers it under `theme`; where storage is barred it lasts for the page. */
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

/** Calls back on every change, here and in other tabs; returns how to stop it. */
export function onThemeChange(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', onStorage)
  }
}
