import type { Locator } from 'playwright-core'

/** The name of an element's text color; undefined for grays. */
export function toneOf(element: Locator): Promise<string | undefined> {
  return element.evaluate((target) => {
    const probe = document.createElement('span')
    document.body.append(probe)
    const { color } = getComputedStyle(target)
    const tone = ['green', 'yellow', 'orange', 'red', 'blue'].find((name) => {
      probe.style.color = `var(--color-${name})`
      return getComputedStyle(probe).color === color
    })
    probe.remove()
    return tone
  })
}
