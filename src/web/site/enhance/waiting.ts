/** Delay before the skeleton appears, so fast answers don't flash it. */
const INDICATOR_DELAY_MS = 150

/**
 * Shows the skeleton `waiting-for-<name>` over the page when a link with `data-waits="<name>"` is slow to load. Escape
 * hides it, just as it stops the browser's navigation.
 */
export function watchNavigation(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest<HTMLAnchorElement>('a[data-waits]')
  const skeleton = document.getElementById(`waiting-for-${link?.dataset.waits}`)
  if (!link || !skeleton || opensElsewhere(event, link)) return
  const main = document.getElementById('main')
  const settled = new AbortController()
  const show = (isWaiting: boolean) => {
    skeleton.hidden = !isWaiting
    if (!main) return
    main.inert = isWaiting
    main.ariaBusy = isWaiting ? 'true' : null
  }
  const timer = setTimeout(show, INDICATOR_DELAY_MS, true)
  const stop = () => {
    clearTimeout(timer)
    settled.abort()
    show(false)
  }
  const { signal } = settled
  // Hides the skeleton before the page enters the back-forward cache.
  addEventListener('pagehide', stop, { signal })
  addEventListener(
    'keydown',
    ({ key }) => {
      if (key !== 'Escape') return
      stop()
      link.focus()
    },
    { signal },
  )
}

/** Tells whether the click was already handled or opens another tab or window. */
function opensElsewhere(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const { button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event
  return defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey || link.target !== ''
}
