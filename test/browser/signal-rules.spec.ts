import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { signInToDemo } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { violationsOf } from './axe.ts'
import { openBrowser, type Person, signInAs, type Tab } from './person.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let operator: Person
let page: Tab['page']
let consoleErrors: string[]

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  operator = await browser.newPerson()
  await signInAs(await signInToDemo(product), operator, product)
})
beforeEach(async () => {
  ;({ page, consoleErrors } = await operator.openPage())
})
afterEach(async () => {
  await page.close()
  expect(consoleErrors).toEqual([])
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

/** True if the dialog has scrolled to an element. */
const isOnScreen = (element: Locator) =>
  element.evaluate((each) => {
    const { left, top } = each.getBoundingClientRect()
    return document.elementFromPoint(left + 2, top + 2) === each
  })

const dialog = () => page.getByRole('dialog')
const condition = () => dialog().getByLabel('Condition')

async function openRules(): Promise<void> {
  await page.goto(`${product.url}/settings/signal-rules`)
  await page.getByRole('heading', { name: 'Signal rules', level: 1 }).waitFor()
}

test('shows a mistake at its place, tries the rule, and switches it on and off', async () => {
  await openRules()
  await page.getByText('No rules yet').waitFor()
  await page.getByRole('button', { name: 'New rule' }).click()
  await dialog().getByLabel('Name').fill('Long owners')

  // A mistake is shown with its place, and the button selects it.
  await condition().fill('property.yearsOwnd >= 5')
  await dialog().getByText('There is no property.yearsOwnd.').waitFor()
  await dialog().getByText('Column 1:').waitFor()
  await dialog().getByRole('button', { name: 'Go to the error' }).click()
  const selected = await condition().evaluate((area) => {
    const { value, selectionStart, selectionEnd } = area as HTMLTextAreaElement
    return value.slice(selectionStart, selectionEnd)
  })
  expect(selected).toBe('property.yearsOwnd')
  expect(await dialog().getByRole('button', { name: 'Add rule' }).isDisabled()).toBe(true)

  // Completion with the keyboard alone.
  await condition().fill('')
  await condition().pressSequentially('yearsOw')
  await dialog().getByRole('listbox', { name: 'Variables and functions' }).waitFor()
  // The list covers the message about the unfinished word instead of standing below it.
  const list = await dialog().getByRole('listbox').boundingBox()
  const field = await condition().boundingBox()
  expect((list?.y ?? 0) - ((field?.y ?? 0) + (field?.height ?? 0))).toBeLessThan(60)
  await condition().press('Escape')
  await dialog().getByRole('listbox').waitFor({ state: 'detached' })
  await condition().pressSequentially('n')
  await condition().press('Enter')
  expect(await condition().inputValue()).toBe('property.yearsOwned')
  await condition().pressSequentially(' >= 5')

  await dialog().getByRole('button', { name: 'Try on my contacts' }).click()
  const trial = dialog().getByRole('region', { name: 'Dry run' })
  await trial.getByText(/^\d+ contacts match/).waitFor()
  await expect.poll(() => isOnScreen(trial.getByRole('heading', { name: 'Examples' }))).toBe(true)
  expect(await trial.getByRole('listitem').filter({ hasText: 'Years since the last sale:' }).count()).toBe(10)
  expect(await violationsOf(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await violationsOf(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog().getByRole('button', { name: 'Add rule' }).click()
  await page.getByText("Added Long owners. It's off.").first().waitFor()

  await page.getByRole('checkbox', { name: /^On\s+Long owners$/ }).click()
  await dialog().getByRole('region', { name: 'Dry run' }).waitFor()
  const example = await dialog()
    .getByRole('listitem')
    .filter({ hasText: 'Years since the last sale:' })
    .first()
    .locator('span')
    .first()
    .innerText()
  await dialog().getByRole('button', { name: 'Switch on' }).click()
  await page.getByText("We're checking your contacts with Long owners.").first().waitFor()

  // The signal shows its rule and the values that made it true.
  const signalsOf = async (name: string) => {
    const contacts = await page.request.get(`${product.url}/api/contacts?search=${encodeURIComponent(name)}`)
    const [contact] = (await contacts.json()) as { id: string }[]
    const detail = await page.request.get(`${product.url}/api/contacts/${contact?.id}`)
    const { id, signals } = (await detail.json()) as { id: string; signals: { source: string }[] }
    return { id, sources: signals.map(({ source }) => source) }
  }
  await expect
    .poll(async () => (await signalsOf(example)).sources, { timeout: 30_000 })
    .toContain('own rule: Long owners v1')
  await page.goto(`${product.url}/dashboard?contact=${(await signalsOf(example)).id}&tab=signals`)
  await dialog().getByText('own rule: Long owners v1').first().waitFor()
  await dialog()
    .getByText(/^Years since the last sale: \d+/)
    .first()
    .waitFor()

  await openRules()
  await page.getByRole('checkbox', { name: /^On\s+Long owners$/ }).click()
  await page.getByText("We're withdrawing the signals of Long owners.").first().waitFor()
  await expect
    .poll(async () => (await signalsOf(example)).sources, { timeout: 30_000 })
    .not.toContain('own rule: Long owners v1')
})

test('asks for a reason when a rule is about age, and goes back to an older version', async () => {
  await openRules()
  await page.getByRole('button', { name: 'Edit Long owners' }).click()
  await condition().fill('contact.age >= 65')
  await dialog().getByText('This rule is about age.').waitFor()
  await dialog()
    .getByRole('textbox', { name: 'Reason' })
    .fill('Our broker approved this for open house planning')
  await dialog().getByRole('button', { name: 'Save rule' }).click()
  await page.getByText('Ranking only: age').waitFor()
  await page.getByRole('button', { name: 'Versions of Long owners' }).click()
  await dialog().getByRole('listitem').filter({ hasText: 'v2' }).getByText('Current').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Restore version 1' }).click()
  await page.getByText('Saved Long owners as version 3.').first().waitFor()
  await page.getByText('Ranking only: age').waitFor({ state: 'detached' })
  expect(await violationsOf(page)).toEqual([])
})
