import { usePageKeys } from '#web/features/shell/shortcuts.ts'

const LINK_SELECTOR = '[data-today] [data-today-link]'

/** `j` and `k` move between the people of Today; `Enter` follows the focused link by itself. */
export function useTodayKeys(): void {
  usePageKeys((id) => {
    const step = { next: 1, previous: -1 }[id as 'next' | 'previous']
    const links = [...document.querySelectorAll<HTMLElement>(LINK_SELECTOR)]
    if (!step || links.length === 0) return false
    const row = document.activeElement?.closest('[data-today]')
    const currentIndex = links.findIndex((link) => row?.contains(link))
    links[Math.max(0, Math.min(links.length - 1, currentIndex + step))]?.focus()
    return true
  })
}
