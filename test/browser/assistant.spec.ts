import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { hydrated, openBrowser, type Person } from './person.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let member: Person
let page: Page
let panel: Locator
let field: Locator

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  member = await browser.person()
  page = member.page
  // What slides in is somewhere else while it does.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(product.demoLink())
  await page.waitForURL('**/dashboard')
  panel = page.getByRole('dialog', { name: 'Assistant' })
  field = panel.getByLabel('Message')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const log = () => panel.getByRole('log')
const questions = () => log().getByText('You:')
const atTheEnd = () =>
  log().evaluate(
    (list) =>
      list.scrollHeight - list.scrollTop - list.clientHeight < 2 && list.scrollHeight > list.clientHeight,
  )
async function faults(on: Page, within: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page: on }).include(within).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))
}
/** From outside, as any part of a page could. */
const tell = (detail?: { open: boolean }) =>
  page.evaluate((open) => void window.dispatchEvent(new CustomEvent('open-chat', { detail: open })), detail)

describe('A22 the assistant', () => {
  test('opens at the bottom right in its size, and greets', async () => {
    await page.getByRole('button', { name: 'Ask the assistant' }).click()
    await panel.waitFor()
    expect(await panel.boundingBox()).toMatchObject({ width: 384, height: 500 })
    expect(await log().getAttribute('aria-live')).toBe('polite')
    expect(await panel.locator('#welcome').innerText()).toContain('Ninefold assistant')
  })

  test('sends with Enter, breaks the line with Shift and Enter, and sends no blank', async () => {
    await field.fill('   ')
    await field.press('Enter')
    await panel.getByRole('button', { name: 'Send' }).click()
    expect(await questions().count()).toBe(0)
    await field.fill('What does a score of 75')
    await field.press('Shift+Enter')
    await field.pressSequentially('mean?  ')
    expect(await field.inputValue()).toBe('What does a score of 75\nmean?  ')
    expect(await questions().count()).toBe(0)
    await field.press('Enter')
    await log().getByText('one-in-three chance of a signal-driven move').waitFor()
    expect(await log().getByText('What does a score of 75').last().innerText()).toBe(
      'What does a score of 75\nmean?',
    )
    await panel.getByText('From How the score works: What 75 means').waitFor()
    expect(await field.inputValue()).toBe('')
  })

  test('says Thinking... and takes nothing while it does; each message scrolls to the end', async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    // The answer is real and only held back: it would come too fast to look at the state before it.
    await page.route('**/api/chat', async (route) => {
      await held
      await route.continue()
    })
    await field.fill('Who won the world cup?')
    await panel.getByRole('button', { name: 'Send' }).click()
    await log().getByText('Thinking...').waitFor()
    expect([
      await field.isDisabled(),
      await panel.getByRole('button', { name: 'Send' }).isDisabled(),
    ]).toEqual([true, true])
    expect(await atTheEnd()).toBe(true)
    answer()
    await log().getByText("I don't know.").waitFor()
    await page.unroute('**/api/chat')
    expect(await log().getByText('Thinking...').count()).toBe(0)
    expect(await atTheEnd()).toBe(true)
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
  })

  test('opens and closes from outside, by its button and by Escape, and keeps the conversation', async () => {
    await tell({ open: false })
    await panel.waitFor({ state: 'hidden' })
    await tell()
    await panel.waitFor()
    expect(await questions().count()).toBe(2)
    await panel.getByRole('button', { name: 'Close' }).click()
    await panel.waitFor({ state: 'hidden' })
    await tell({ open: true })
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
  })

  test('is a sheet over the full width on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await tell()
    const box = await panel.boundingBox()
    expect([box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([0, 390, 844])
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test.each(['light', 'dark'])('A33 axe finds nothing wrong with it in the %s theme', async (theme) => {
    await page.evaluate((value) => {
      document.documentElement.dataset.theme = value
    }, theme)
    expect(await faults(page, 'aside')).toEqual([])
  })

  test('A36 says that it has trouble when the product is away, and where support is', async () => {
    await product.kill()
    await field.fill('Are you there?')
    await field.press('Enter')
    await log()
      .getByText(
        "I'm having trouble responding right now. Please try again or contact support at support@ninefold.example.",
      )
      .waitFor()
    expect(member.complaints.join()).toContain('The assistant could not answer')
    expect(await field.isEnabled()).toBe(true)
    await product.restart()
  })
})

test('A37 the free account is explained and leads to the sign-in dialog', async () => {
  const visitor = await browser.person()
  const answer = await visitor.page.request.get(`${product.url}/free-signup`)
  expect(await answer.text()).toContain('Start with a free account')
  await visitor.page.goto(`${product.url}/free-signup`)
  await hydrated(visitor.page)
  expect(await faults(visitor.page, 'main')).toEqual([])
  await visitor.page.getByRole('button', { name: 'Create a free account' }).click()
  await visitor.page.getByRole('dialog').getByLabel('Email').waitFor()
  await visitor.page.goto(`${product.url}/get-started`)
  await visitor.page.waitForURL(`${product.url}/#pricing`)
  expect(visitor.complaints).toEqual([])
})
