import pg from 'pg'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { becomeSubscriber, signIn } from '#test/product/client.ts'
import { startProduct } from '#test/product/product.ts'
import { openBrowser, type Person, signInAs } from './person.ts'

/** Opens a product for failure tests: Ada has a plan, Ines is signed in without one, and there is a visitor. */
export async function openFailingProduct() {
  const product = await startProduct()
  const browser = await openBrowser()
  const database = new pg.Client({ connectionString: product.database.ownerUrl })
  await database.connect()
  const { client } = await becomeSubscriber(product, 'ada.okafor@example.com')
  const [ada, ines, visitor] = await Promise.all([
    browser.newPerson(),
    browser.newPerson(),
    browser.newPerson(),
  ])
  await signInAs(client, ada, product)
  const newcomer = await signIn(product, 'ines.quigley@example.com')
  const profile = { firstName: 'Ines', lastName: 'Quigley', companyName: 'Quigley Homes' }
  await newcomer.json('POST', '/api/profile/complete', profile)
  await signInAs(newcomer, ines, product)
  const close = async () => {
    await browser.close()
    await database.end()
    await product.stop()
  }
  return { product, browser, database, client, ada, ines, visitor, close }
}

/** The text under the title of a toast. */
export async function toastOf({ page }: Pick<Person, 'page'>, title: string): Promise<string> {
  // A modal hides it from `getByRole`, but not from users.
  const toast = page
    .getByRole('region', { name: /notifications/i, includeHidden: true })
    .getByRole('listitem', { includeHidden: true })
    .filter({ hasText: title })
  await toast.waitFor()
  const [heading, ...lines] = (await toast.innerText()).split('\n').filter(Boolean)
  expect(heading).toBe(title)
  return lines.join('\n')
}

/** A button in the header of the drawer; tasks have their own Edit and Delete. */
export const headerButton = (drawer: Locator, name: string) =>
  drawer.getByRole('button', { name, exact: true })

/** Changes the city of the contact in the drawer. */
export async function saveEdit(page: Page, drawer: Locator): Promise<void> {
  await headerButton(drawer, 'Edit').click()
  const edit = page.getByRole('dialog', { name: 'Edit Contact' })
  await edit.getByLabel('City').fill('Lisle')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
}

/** Deletes the contact in the drawer. */
export async function confirmDelete(page: Page, drawer: Locator): Promise<void> {
  await headerButton(drawer, 'Delete').click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete Contact?' })
  await dialog.getByRole('button', { name: 'Delete Contact' }).click()
}
