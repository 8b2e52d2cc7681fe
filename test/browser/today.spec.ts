import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallPermission } from '#contract/call-permission.ts'
import type { ContactDetail } from '#contract/contacts.ts'
import type { TodayItem } from '#contract/today.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { accessibilityViolationsOf } from './accessibility.ts'
import { fetchResponse } from './fetch-response.ts'
import { openBrowser } from './person.ts'
import {
  allowDialing,
  firstCallable,
  nameOf,
  notice,
  people,
  readJson,
  readToday,
  row,
  sheet,
  unexpectedErrorsOf,
  waitUntilLogged,
} from './today-reader.ts'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let cookies: Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  const { page } = await browser.newPerson()
  await page.goto(product.demoLink())
  await page.waitForURL('**/dashboard')
  cookies = await page.context().cookies()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const namesOf = async (page: Page) => (await readToday(page)).items.map(({ contact }) => nameOf(contact))

/** Opens Today as a user of the demo workspace, within calling hours at any time. */
async function openToday(size: (typeof SIZES)[number], permission: Partial<CallPermission> = {}) {
  const person = await browser.newPerson(size)
  const { page } = person
  await allowDialing(page, permission)
  await page.context().addCookies(cookies)
  await page.goto(`${product.url}/today`)
  await people(page).getByRole('listitem').first().waitFor()
  return person
}

describe.each(SIZES)('Today at $width px', (size) => {
  test('calls, logs with two taps, and the next person moves up', async () => {
    const person = await openToday(size)
    const { page } = person
    expect(await people(page).getByRole('listitem', { name: /./ }).count()).toBe(5)
    const item = await firstCallable(page)
    const sixthItem = (await readToday(page)).items[5]
    const call = row(page, item).getByRole('link', { name: `Call ${nameOf(item.contact)}` })
    expect(await call.getAttribute('href')).toBe(`tel:${item.phone}`)
    await row(page, item).getByText(item.reason).waitFor()

    await call.click()
    await sheet(page).getByRole('button', { name: 'No answer' }).click()
    await waitUntilLogged(page, item)
    if (sixthItem) await row(page, sixthItem).waitFor()
    await notice(page)
      .getByText(/No answer$/)
      .waitFor()
    await notice(page)
      .getByRole('button', { name: /^Try again/ })
      .click()
    await notice(page)
      .getByText(/^Follow-up set for/)
      .waitFor()
    const { tasks } = await readJson<ContactDetail>(page, `/api/contacts/${item.contact.id}`)
    expect(tasks.map(({ title }) => title)).toContain('Try again')

    await notice(page).getByRole('button', { name: 'Undo' }).click()
    await row(page, item).waitFor()
    const contactAfter = await readJson<ContactDetail>(page, `/api/contacts/${item.contact.id}`)
    expect(contactAfter.tasks.map(({ title }) => title)).not.toContain('Try again')
    expect(unexpectedErrorsOf(person)).toEqual([])
    await person.close()
  })

  test('makes an appointment, snoozes a person and marks one as do not contact', async () => {
    const person = await openToday(size)
    const { page } = person
    const [first, second, third] = (await readToday(page)).items as [TodayItem, TodayItem, TodayItem]
    await row(page, first)
      .getByRole('button', { name: `Log: ${nameOf(first.contact)}` })
      .click()
    await sheet(page).getByRole('button', { name: 'Appointment' }).click()
    await sheet(page).getByRole('button', { name: 'Save appointment' }).click()
    await waitUntilLogged(page, first)

    await row(page, second)
      .getByRole('button', { name: `Snooze ${nameOf(second.contact)}` })
      .click()
    await page.getByRole('menuitem', { name: 'Next week' }).click()
    await row(page, second).waitFor({ state: 'detached' })
    await notice(page)
      .getByText(/is snoozed until/)
      .waitFor()

    await row(page, third)
      .getByRole('button', { name: `More for ${nameOf(third.contact)}` })
      .click()
    await page.getByRole('menuitem', { name: 'Mark as do not contact' }).click()
    await row(page, third).waitFor({ state: 'detached' })
    await notice(page)
      .getByText(/is marked as do not contact everywhere/)
      .waitFor()

    const names = await namesOf(page)
    for (const { contact } of [first, second, third]) expect(names).not.toContain(nameOf(contact))
    const blockedContact = await readJson<ContactDetail>(page, `/api/contacts/${third.contact.id}`)
    expect(blockedContact.doNotContact).toBe(true)
    const metContact = await readJson<ContactDetail>(page, `/api/contacts/${first.contact.id}`)
    expect(metContact.tasks.map(({ metadata }) => metadata.kind)).toContain('appointment')

    await notice(page).getByRole('button', { name: 'Undo' }).click()
    await row(page, third).waitFor()
    expect(unexpectedErrorsOf(person)).toEqual([])
    await person.close()
  })

  test('asks before dialing a number on a registry', async () => {
    const person = await openToday(size, {
      asksFirst: true,
      check: 'listed',
      label: 'On a do-not-call registry',
      whatToDo: 'Call only if you have an exemption, such as written permission.',
    })
    const { page } = person
    const item = await firstCallable(page)
    await row(page, item)
      .getByRole('link', { name: `Call ${nameOf(item.contact)}` })
      .click()
    const question = page.getByRole('dialog', { name: `Call ${nameOf(item.contact)}?` })
    await question.getByText('On a do-not-call registry').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await sheet(page).count()).toBe(0)
    await person.close()
  })
})

test('shows up to 25 people with scripts, without accessibility violations', async () => {
  const person = await openToday({ width: 1440, height: 900 })
  const { page } = person
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => people(page).locator(':scope > li').count()).toBeGreaterThan(5)
  const [first] = (await readToday(page)).items as [TodayItem]
  await row(page, first).getByRole('button', { name: 'What to say' }).click()
  await row(page, first).getByRole('button', { name: 'Copy text' }).waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])
  await person.close()
})

test('the strip above the contacts shows the first five people, opens one beside the list, and stays collapsed', async () => {
  const person = await openToday({ width: 1440, height: 900 })
  const { page } = person
  const topFive = (await readToday(page)).items.slice(0, 5)
  await page.goto(`${product.url}/dashboard`)
  const strip = page.getByRole('region', { name: /^Today/ })
  await strip.getByRole('listitem').first().waitFor()
  const texts = await strip.getByRole('listitem').allInnerTexts()
  expect(texts.map((text) => text.split('\n')[0])).toEqual(topFive.map(({ contact }) => nameOf(contact)))
  expect(await accessibilityViolationsOf(page)).toEqual([])
  const [first] = topFive as [TodayItem]
  await strip.getByText(first.reason).first().click()
  await page.waitForURL(`**/dashboard?contact=${first.contact.id}`)
  await page.goBack()
  await strip.getByRole('button', { name: /^Today/ }).click()
  expect(await strip.getByRole('listitem').count()).toBe(0)
  await page.reload()
  await strip.getByText(/^5 to contact/).waitFor()
  expect(await strip.getByRole('listitem').count()).toBe(0)
  await strip.getByRole('link', { name: 'Open Today' }).click()
  await people(page).getByRole('listitem').first().waitFor()
  expect(unexpectedErrorsOf(person)).toEqual([])
  await person.close()
})

test('says who else just contacted the person', async () => {
  const person = await openToday({ width: 1440, height: 900 })
  const { page } = person
  const item = await firstCallable(page)
  await page.route('**/activities', async (route) => {
    const alsoBy = { name: 'Mia Chen', at: new Date(Date.now() - 5 * 60_000 - 5000).toISOString() }
    const response = await fetchResponse(route)
    await route.fulfill({ response, json: { ...(await response.json()), alsoBy } })
  })
  await row(page, item)
    .getByRole('button', { name: `Log: ${nameOf(item.contact)}` })
    .click()
  await sheet(page).getByRole('button', { name: 'Reached' }).click()
  await notice(page).getByText('Mia Chen also contacted them 5 minutes ago.').waitFor()
  await notice(page).getByRole('button', { name: 'Undo' }).click()
  await row(page, item).waitFor()
  await person.close()
})

test('keeps the outcome sheet open when saving fails', async () => {
  const person = await openToday({ width: 390, height: 844 })
  const { page } = person
  const item = await firstCallable(page)
  await page.route('**/activities', (route) => route.abort())
  await row(page, item)
    .getByRole('button', { name: `Log: ${nameOf(item.contact)}` })
    .click()
  await sheet(page).getByRole('button', { name: 'Reached' }).click()
  await sheet(page).getByRole('alert').waitFor()
  await page.unroute('**/activities')
  await sheet(page).getByRole('button', { name: 'Not now' }).click()
  await row(page, item).waitFor()
  await person.close()
})

test('says that the list is empty, and offers to try again', async () => {
  const person = await openToday({ width: 1440, height: 900 })
  const { page } = person
  const responses = [
    { status: 500, json: {} },
    { status: 200, json: { promised: [], items: [], generatedAt: new Date().toISOString() } },
  ]
  await page.route('**/api/today?*', (route) => route.fulfill(responses.shift()))
  await page.reload()
  await page.getByRole('heading', { name: "We couldn't load Today" }).waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'No one else to contact today' }).waitFor()
  await person.close()
})
