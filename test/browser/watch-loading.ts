/** Records what the page shows while a post loads, and what remains after Escape; runs in the page. */
export function watchLoading(): void {
  let clickedAt = 0
  let link: Element | null = null
  const onClick = ({ target }: MouseEvent) => {
    clickedAt = performance.now()
    link = (target as Element).closest('a')
  }
  const onLoad = () => {
    const [placeholder, main] = [document.getElementById('waiting-for-post'), document.getElementById('main')]
    if (!placeholder || !main) return
    const state = () => ({ isBusy: main.ariaBusy === 'true', isInert: main.inert })
    const observer = new MutationObserver(() => {
      observer.disconnect()
      const milliseconds = performance.now() - clickedAt
      const { top, bottom, width } = placeholder.getBoundingClientRect()
      const covers = top < 100 && bottom === innerHeight && width === document.documentElement.clientWidth
      const status = placeholder.querySelector('[role="status"]')?.textContent
      const shown = { status, ...state(), covers }
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
      const hasFocusBack = document.activeElement === link
      const afterEscape = { isHidden: placeholder.hidden, ...state(), hasFocusBack }
      const { reportLoading } = window as unknown as { reportLoading(observation: object): void }
      reportLoading({ milliseconds, shown, afterEscape })
    })
    observer.observe(placeholder, { attributeFilter: ['hidden'] })
  }
  addEventListener('click', onClick, true)
  addEventListener('DOMContentLoaded', onLoad)
}
