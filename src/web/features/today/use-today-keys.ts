import { useEffect } from 'react'
import { isKeyboardCaptured } from '#web/features/contacts/use-list-keys.ts'
import { shortcutOf } from '#web/features/shell/shortcuts.ts'

const ROW = '[data-today] [data-today-link]'

/** `j` and `k` move between the people of Today; `Enter` follows the focused link by itself. */
export function useTodayKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isKeyboardCaptured()) return
      const step = { next: 1, previous: -1 }[shortcutOf(event) as 'next' | 'previous']
      const links = [...document.querySelectorAll<HTMLElement>(ROW)]
      if (!step || links.length === 0) return
      const row = document.activeElement?.closest('[data-today]')
      const at = links.findIndex((link) => row?.contains(link))
      links[Math.max(0, Math.min(links.length - 1, at + step))]?.focus()
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
