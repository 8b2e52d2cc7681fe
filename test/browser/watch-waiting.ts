/** Records what the page shows while a post loads, and what remains after Escape; runs in the page. */
export function watchWaiting(): void {
  let clicked = 0
  let link: Element | null = null
  const onClick = ({ target }: MouseEvent) => {
    clicked = performance.now()
    link = (target as Element).closest('a')
  }
  const onLoad = () => {
    const [shape, main] = [document.getElementById('waiting-for-post'), document.getElementById('main')]
    if (!shape || !main) return
    const state = () => ({ isBusy: main.ariaBusy === 'true', isInert: main.inert })
    const watcher = new MutationObserver(() => {
      watcher.disconnect()
      const milliseconds = performance.now() - clicked
      const { top, bottom, width } = shape.getBoundingClientRect()
      const covers = top < 100 && bottom === innerHeight && width === document.documentElement.clientWidth
      const status = shape.querySelector('[role="status"]')?.textContent
      const shown = { status, ...state(), covers }
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
      const hasFocusBack = document.activeElement === link
      const afterEscape = { isHidden: shape.hidden, ...state(), hasFocusBack }
      const { tellOfWaiting } = window as unknown as { tellOfWaiting(seen: object): void }
      tellOfWaiting({ milliseconds, shown, afterEscape })
    })
    watcher.observe(shape, { attributeFilter: ['hidden'] })
  }
  addEventListener('click', onClick, true)
  addEventListener('DOMContentLoaded', onLoad)
}
