import pg from 'pg'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser } from './person.ts'

const SLOW_SCRIPTS_MS = 500

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let database: pg.Client
let page: Page
/** Name of the contact that ranks first. */
let topContactName: string

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  database = new pg.Client({ connectionString: product.database.ownerUrl })
  await database.connect()
  // Gives the contact every badge that a card can show.
  const { rows } = await database.query<{ name: string }>(
    `update contacts set do_not_contact = true, listed_for_sale = true, top_signal = 'destinations', enriched_at = now(),
            risk_data = coalesce(risk_data, '{}') || '{"review": 2}'
      where id = (select id from contacts order by sort_rank, last_name_key, id limit 1)
      returning first_name || ' ' || last_name as name`,
  )
  topContactName = rows[0]?.name ?? ''
  browser = await openBrowser()
  ;({ page } = await browser.newPerson())
  await page.goto(product.demoLink())
  await page.waitForURL('**/dashboard')
  await card(0).waitFor()
})
afterAll(async () => {
  await browser?.close()
  await database?.end()
  await product?.stop()
})

const card = (index: number) => page.locator(`[data-card="${index}"]`)
const search = () => page.getByRole('searchbox', { name: 'Search contacts' })
const drawer = () => page.getByRole('dialog')
const resize = (width: number, height = 900) => page.setViewportSize({ width, height })

/** True if an element is fully visible, not clipped by a box around it. */
const isFullyVisible = (element: Locator) =>
  element.evaluate((target) => {
    const rect = target.getBoundingClientRect()
    const centerElement = document.elementFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2)
    for (let box = target.parentElement; box && box !== document.body; box = box.parentElement) {
      if (getComputedStyle(box).overflow === 'visible') continue
      const { left, right, top, bottom } = box.getBoundingClientRect()
      if (rect.left < left - 1 || rect.right > right + 1 || rect.top < top - 1 || rect.bottom > bottom + 1)
        return false
    }
    // The link of the card may cover the element.
    return rect.width > 0 && rect.height > 0 && centerElement?.closest('[data-card]') !== null
  })

describe('A08 a card', () => {
  test.each([1440, 1280, 1024, 768, 390, 360])('shows every badge in full at %i px', async (width) => {
    await resize(width)
    await card(0).getByText(topContactName).first().waitFor()
    for (const text of ['Do not contact', 'Listed for sale', 'Destinations', 'Risk Data', 'Enriched']) {
      const badge = card(0).getByText(text, { exact: true })
      await badge.waitFor()
      expect([text, await isFullyVisible(badge)]).toEqual([text, true])
    }
    await resize(1440)
  })

  test('shows risk data in gray without findings and in red with findings', async () => {
    await database.query(
      `update contacts set risk_data = coalesce(risk_data, '{}') || '{"review": 0}' where first_name || ' ' || last_name <> $1`,
      [topContactName],
    )
    await page.reload()
    const badge = (index: number) => card(index).getByText('Risk Data', { exact: true }).locator('..')
    await badge(1).waitFor()
    const color = (index: number) => badge(index).evaluate((element) => getComputedStyle(element).color)
    expect(await color(0)).not.toBe(await color(1))
    await badge(0).getByRole('img', { name: 'Needs review' }).waitFor()
    expect(await badge(1).getByRole('img').count()).toBe(0)
  })
})

describe('A11 the drawer of a listed home', () => {
  test('says why not to call', async () => {
    await card(0).getByRole('link').click()
    await drawer().getByText('This home is listed for sale.').waitFor()
    await drawer().getByText('Article 16').waitFor()
    await drawer().getByText('Listed for sale', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await drawer().waitFor({ state: 'detached' })
  })
})

describe('A06 the keyboard', () => {
  const drawerHeading = () => drawer().getByRole('heading', { level: 2 }).first()
  const nameOf = (index: number) => card(index).locator('h2').innerText()

  test.each([1440, 1280])('j and k change the open contact at %i px', async (width) => {
    await resize(width)
    await card(0).getByRole('link').click()
    await drawerHeading()
      .getByText(await nameOf(0))
      .waitFor()
    for (const [key, index] of [
      ['j', 1],
      ['j', 2],
      ['k', 1],
    ] as const) {
      const name = await nameOf(index)
      await page.keyboard.press(key)
      await drawerHeading().filter({ hasText: name }).waitFor()
    }
    await page.keyboard.press('Escape')
    await drawer().waitFor({ state: 'detached' })
    await resize(1440)
  })

  test('the command palette shows the number of results', async () => {
    await page.keyboard.press('Control+k')
    const palette = drawer().filter({ has: page.getByRole('combobox') })
    await palette.getByRole('combobox').fill('toggle theme')
    await palette.getByText('1 result', { exact: true }).waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
  })
})

describe('A07 a click beside the search box', () => {
  const playbooks = () => page.getByRole('navigation').getByRole('link', { name: 'Playbooks' }).first()

  test.each([0, 50, 150, 190])(
    'is never lost %i ms after typing, when scripts load late',
    async (pauseMs) => {
      const freshPage = (await browser.newPerson()).page
      await freshPage.goto(product.url)
      await freshPage.context().addCookies(await page.context().cookies())
      await freshPage.route(/\.js$/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, SLOW_SCRIPTS_MS))
        await route.continue()
      })
      await freshPage.goto(`${product.url}/dashboard`)
      await freshPage.locator('[data-card="0"]').waitFor()
      await freshPage.getByRole('searchbox', { name: 'Search contacts' }).pressSequentially('oka')
      await freshPage.evaluate((delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)), pauseMs)
      await freshPage.getByRole('navigation').getByRole('link', { name: 'Playbooks' }).first().click()
      await freshPage.waitForURL('**/playbooks')
      await freshPage.getByRole('heading', { level: 1 }).filter({ hasText: 'Playbook' }).waitFor()
      expect(new URL(freshPage.url()).pathname + new URL(freshPage.url()).search).toBe('/playbooks')
      await freshPage.goBack()
      await freshPage.waitForURL('**/dashboard?search=oka')
      await freshPage.context().close()
    },
  )

  test('still filters while typing', async () => {
    await playbooks().waitFor()
    await search().fill('zzzz')
    await page.getByRole('heading', { name: 'No contacts found' }).waitFor()
    await search().fill('')
    await card(0).waitFor()
  })
})

describe('A06 on a phone', () => {
  test('the sample data badge has a label and explains itself when tapped', async () => {
    await resize(390, 844)
    const sampleBadge = page.getByRole('banner').getByRole('button', { name: 'Sample data' })
    expect(await sampleBadge.innerText()).toMatch(/^Sample/)
    expect(await sampleBadge.evaluate((button) => button.clientWidth)).toBeGreaterThan(50)
    await sampleBadge.click()
    await page.getByText('are fictional').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await resize(1440)
  })

  test('the search box fits its placeholder', async () => {
    await resize(390, 844)
    const spareWidth = await search().evaluate((box: HTMLInputElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(box)
      const canvas = document.createElement('canvas').getContext('2d')
      if (!canvas) throw new Error('No canvas')
      canvas.font = font
      const text = canvas.measureText(box.placeholder).width
      return box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - text
    })
    expect(spareWidth).toBeGreaterThanOrEqual(0)
    await resize(360, 780)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await resize(1440)
  })
})
