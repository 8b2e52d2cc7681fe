import type { Page } from 'playwright-core'

type Point = readonly [x: number, y: number]

/** Swipes from one point of the page to another. */
export async function swipe(page: Page, from: Point, to: Point): Promise<void> {
  await page.evaluate(
    ([[x, y], [toX, toY]]) => {
      const target = document.elementFromPoint(x, y) ?? document.body
      const touchAt = (clientX: number, clientY: number) =>
        new Touch({ identifier: 1, target, clientX, clientY })
      const dispatch = (type: string, touch: Touch, touches: Touch[]) =>
        target.dispatchEvent(new TouchEvent(type, { bubbles: true, touches, changedTouches: [touch] }))
      dispatch('touchstart', touchAt(x, y), [touchAt(x, y)])
      dispatch('touchmove', touchAt(toX, toY), [touchAt(toX, toY)])
      dispatch('touchend', touchAt(toX, toY), [])
    },
    [from, to] as const,
  )
}
