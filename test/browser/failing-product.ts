import pg from 'pg'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { becomeSubscriber } from '#test/product/client.ts'
import { startProduct } from '#test/product/product.ts'
import { openBrowser, type Person, signInByDialog } from './person.ts'

/** A product that is about to fail, and who meets it: Ada with a plan, Ines signed in without one, and a visitor. */
export async function openFailingProduct() {
  const product = await startProduct()
  const browser = await openBrowser()
  const database = new pg.Client({ connectionString: product.database.ownerUrl })
  await database.connect()
  const { client } = await becomeSubscriber(product, 'ada.okafor@example.com')
  const [ada, ines, visitor] = await Promise.all([browser.person(), browser.person(), browser.person()])
  await signInByDialog(ada.page, product, 'ada.okafor@example.com')
  await ada.page.waitForURL('**/dashboard')
  await signInByDialog(ines.page, product, 'ines.quigley@example.com')
  await ines.page.waitForURL('**/onboarding')
  const close = async () => {
    await browser.close()
    await database.end()
    await product.stop()
  }
  return { product, browser, database, client, ada, ines, visitor, close }
}

/** The text under the title of the one toast that is shown. */
export async function toastOf({ page }: Person, title: string): Promise<string> {
  // A modal hides it from `getByRole`, though not from its reader.
  const shown = page
    .getByRole('region', { name: /notifications/i, includeHidden: true })
    .getByRole('listitem', { includeHidden: true })
    .filter({ hasText: title })
  await shown.waitFor()
  const [first, ...rest] = (await shown.innerText()).split('\n').filter(Boolean)
  expect(first).toBe(title)
  return rest.join('\n')
}

/** A button of the drawer's head; tasks have an Edit and a Delete of their own. */
export const headButton = (drawer: Locator, name: string) => drawer.getByRole('button', { name, exact: true })

/** Changes the city of the contact in the drawer. */
export async function saveEdit(page: Page, drawer: Locator): Promise<void> {
  await headButton(drawer, 'Edit').click()
  const edit = page.getByRole('dialog', { name: 'Edit Contact' })
  await edit.getByLabel('City').fill('Lisle')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
}

/** Deletes the contact in the drawer. */
export async function confirmDelete(page: Page, drawer: Locator): Promise<void> {
  await headButton(drawer, 'Delete').click()
  const asked = page.getByRole('alertdialog', { name: 'Delete Contact?' })
  await asked.getByRole('button', { name: 'Delete Contact' }).click()
}
