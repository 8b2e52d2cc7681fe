import { usePageKeys } from '#web/features/shell/shortcuts.ts'

const ROW = '[data-today] [data-today-link]'

/** `j` and `k` move between the people of Today; `Enter` follows the focused link by itself. */
export function useTodayKeys(): void {
  usePageKeys((id) => {
    const step = { next: 1, previous: -1 }[id as 'next' | 'previous']
    const links = [...document.querySelectorAll<HTMLElement>(ROW)]
    if (!step || links.length === 0) return false
    const row = document.activeElement?.closest('[data-today]')
    const at = links.findIndex((link) => row?.contains(link))
    links[Math.max(0, Math.min(links.length - 1, at + step))]?.focus()
    return true
  })
}
