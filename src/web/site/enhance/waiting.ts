/** An answer that comes within this time needs no sign that it is awaited. */
const INDICATOR_DELAY_MS = 150

/**
 * Shows the shape of what was asked for when a link marked `data-waits` is slow to answer. The shape stands in the page
 * as `waiting-for-<what>` and lies over it; Escape takes it away, as it stops the browser's loading.
 */
export function watchNavigation(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest<HTMLAnchorElement>('a[data-waits]')
  const shape = document.getElementById(`waiting-for-${link?.dataset.waits}`)
  if (!link || !shape || opensElsewhere(event, link)) return
  const main = document.getElementById('main')
  const settled = new AbortController()
  const show = (isWaiting: boolean) => {
    shape.hidden = !isWaiting
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
  // Leaving comes with the answer: a page that the browser keeps for the way back is put in order before it is kept.
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

/** Whether the click is somebody else's, or opens another tab and leaves this page alone. */
function opensElsewhere(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const { button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event
  return defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey || link.target !== ''
}
