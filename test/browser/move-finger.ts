import type { Page } from 'playwright-core'

type Point = readonly [x: number, y: number]

/** Swipes over the page in one movement. */
export async function moveFinger(page: Page, from: Point, to: Point): Promise<void> {
  await page.evaluate(
    ([[x, y], [toX, toY]]) => {
      const target = document.elementFromPoint(x, y) ?? document.body
      const at = (clientX: number, clientY: number) => new Touch({ identifier: 1, target, clientX, clientY })
      const send = (type: string, touch: Touch, touches: Touch[]) =>
        target.dispatchEvent(new TouchEvent(type, { bubbles: true, touches, changedTouches: [touch] }))
      send('touchstart', at(x, y), [at(x, y)])
      send('touchmove', at(toX, toY), [at(toX, toY)])
      send('touchend', at(toX, toY), [])
    },
    [from, to] as const,
  )
}
