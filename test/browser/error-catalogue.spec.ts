import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import { signIn, waitForEmailedLink } from '#test/product/client.ts'
import { confirmDelete, headerButton, openFailingProduct, saveEdit, toastOf } from './failing-product.ts'
import { signInAs, waitForHydration } from './person.ts'

const LATECOMER_EMAIL = 'lou.tardif@example.com'

const { product, browser, database, client, ada, ines, visitor, close } = await openFailingProduct()
afterAll(close)

const addContact = (firstName: string, email: string): Promise<ContactDetail> =>
  client.json('POST', '/api/contacts', { firstName, lastName: 'Abernathy', email })

async function openDrawer({ id }: ContactDetail, tab = 'overview'): Promise<Locator> {
  await ada.page.goto(`${product.url}/dashboard?contact=${id}&tab=${tab}`)
  const drawer = ada.page.getByRole('dialog')
  await drawer.getByRole('tabpanel').waitFor()
  return drawer
}

/** Deletes the contact without an event, so that open pages still show it. */
const deleteWithoutEvent = ({ id }: ContactDetail) =>
  database.query('delete from contacts where id = $1', [id])

describe('A36 a sign-in link', () => {
  const readFailure = async (query: string) => {
    await visitor.page.goto(`${product.url}/auth/verify${query}`)
    // The page passes a token to the API, which redirects back with the reason.
    if (query.includes('token=')) await visitor.page.waitForURL('**/auth/verify?error=*')
    return visitor.page.getByRole('alert').first().innerText()
  }

  test('explains why it does not work', async () => {
    expect(await readFailure('')).toBe('No verification token found')
    expect(await readFailure('?error=something-else')).toBe('Verification failed')
    expect(await readFailure('?token=never-issued')).toBe('Invalid or expired magic link')
    await client.send('POST', '/api/auth/request-magic-link', { email: LATECOMER_EMAIL })
    const link = await waitForEmailedLink(product, LATECOMER_EMAIL)
    await database.query(
      `update magic_link_tokens set expires_at = now() - interval '1 minute' where email = $1`,
      [LATECOMER_EMAIL],
    )
    expect(await readFailure(new URL(link).search)).toBe('This magic link has expired')
  })

  test('is not sent to an address without @', async () => {
    const { page } = visitor
    await page.goto(product.url)
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.getByRole('dialog').getByLabel('Email').fill('nobody')
    await page.getByRole('button', { name: 'Send magic link' }).click()
    expect(await toastOf(visitor, 'Invalid email')).toBe('Please enter a valid email address.')
  })
})

describe('A36 contacts', () => {
  test('a successful change is confirmed', async () => {
    const { page } = ada
    const ruth = await addContact('Ruth', 'ruth@example.com')
    const drawer = await openDrawer(ruth)
    await saveEdit(page, drawer)
    expect(await toastOf(ada, 'Contact Updated')).toBe('Your changes have been saved successfully')
    await headerButton(drawer, 'Enrich').click()
    expect(await toastOf(ada, 'Contact Enriched!')).toBe(
      "We've updated this contact with the latest verified information.",
    )
    await headerButton(drawer, 'Add to Contacts').click()
    expect(await toastOf(ada, 'Contact Downloaded!')).toMatch(/open the file .*iPhone|iPhone or iPad/)
    await confirmDelete(page, drawer)
    expect(await toastOf(ada, 'Contact Deleted')).toBe('The contact has been permanently removed')
  })

  test('an existing contact is not added again', async () => {
    const { page } = ada
    await addContact('Doris', 'doris@example.com')
    await page.goto(`${product.url}/dashboard`)
    await page.getByRole('button', { name: 'Add Contact' }).click()
    const form = page.getByRole('dialog', { name: 'Add Contact' })
    await form.getByLabel('First Name').fill('Doris')
    await form.getByLabel('Last Name').fill('Abernathy')
    await form.getByLabel('Email').fill('doris@example.com')
    await form.getByRole('button', { name: 'Add Contact' }).click()
    expect(await toastOf(ada, 'Error')).toBe('This person is already in your contacts')
  })

  test('a deleted contact cannot be changed or deleted', async () => {
    const deletedContact = await addContact('Gus', 'gus@example.com')
    const drawer = await openDrawer(deletedContact)
    await headerButton(drawer, 'Edit').click()
    const edit = ada.page.getByRole('dialog', { name: 'Edit Contact' })
    await edit.getByLabel('City').fill('Lisle')
    await deleteWithoutEvent(deletedContact)
    await edit.getByRole('button', { name: 'Save Changes' }).click()
    expect(await toastOf(ada, 'Update Failed')).toBe('Contact not found')
    await edit.getByRole('button', { name: 'Cancel' }).click()
    await confirmDelete(ada.page, drawer)
    expect(await toastOf(ada, 'Delete Failed')).toBe('Contact not found')
  })

  test.each([
    [
      'ruth@nodata.example',
      "We couldn't find additional data for this contact. Try again later or verify the contact information is correct.",
    ],
    ['ruth@error.example', "We couldn't reach our data providers. Please try again later."],
  ])('enriching %s fails with a message', async (email, message) => {
    const drawer = await openDrawer(await addContact('Ruth', email))
    await headerButton(drawer, 'Enrich').click()
    expect(await toastOf(ada, 'Enrichment Failed')).toBe(message)
  })

  test('enriching without credits reports that none are left', async () => {
    const drawer = await openDrawer(await addContact('Carl', 'carl@example.com'))
    await database.query('update organizations set credits = 0')
    await headerButton(drawer, 'Enrich').click()
    expect(await toastOf(ada, 'Enrichment Failed')).toMatch(/^No credits left in this period/)
    await database.query(
      'update organizations set credits = coalesce((select sum(amount) from credit_ledger where organization_id = organizations.id), 0)',
    )
  })
})

describe('A36 an import', () => {
  const chooseFile = async (name: string, text: string) => {
    const { page } = ada
    await page.goto(`${product.url}/dashboard`)
    await page.getByRole('button', { name: 'Import Contacts' }).click()
    const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
  }

  test('rejects other kinds of files', async () => {
    await chooseFile('contacts.xlsx', 'PK')
    expect(await toastOf(ada, 'Wrong File Type')).toContain('.csv')
  })

  test('rejects an empty file and asks for a valid one', async () => {
    await chooseFile('empty.csv', 'First Name,Last Name\n')
    await ada.page.getByRole('button', { name: 'Start import' }).click()
    expect(await toastOf(ada, 'Oops! Import Failed')).toBe('Please select a valid CSV file to upload.')
  })

  test("shows the server's message for an unreadable file", async () => {
    await chooseFile('one-column.csv', 'First Name,Email\nAda,ada@example.com\n')
    await ada.page.getByRole('button', { name: 'Start import' }).click()
    expect(await toastOf(ada, 'Oops! Import Failed')).toMatch(/^The file has no Last Name column/)
  })
})

describe('A36 a plan', () => {
  test('does not open without an organization to charge', async () => {
    const { page } = visitor
    await page.goto(`${product.url}/checkout?plan=professional`)
    expect(await toastOf(visitor, 'Invalid checkout parameters')).toBe('')
    await page.waitForURL(`${product.url}/`)
  })

  test('does not open without a payment page of the provider', async () => {
    const { page } = ines
    await page.goto(`${product.url}/onboarding`)
    // Test payments always return a URL, so this response is made up.
    await page.route('**/api/stripe/create-checkout-session', (route) => route.fulfill({ json: { url: '' } }))
    await page.getByRole('button', { name: 'Choose Professional' }).click()
    expect(await toastOf(ines, 'Payment Setup Failed')).toBe(
      'Unable to setup payment method. Please try again.',
    )
    expect(ines.consoleErrors.join()).toContain('No checkout URL returned from the card payment provider')
    await page.unroute('**/api/stripe/create-checkout-session')
  })

  test.each([
    ['', 'Missing checkout session'],
    ['?session_id=cs_test_unknown', 'Failed to activate subscription'],
  ])('is not activated after a return with "%s"', async (query, message) => {
    const { page } = ines
    await page.goto(`${product.url}/checkout-return${query}`)
    expect(await toastOf(ines, 'Activation Failed')).toBe(message)
    await page.getByRole('heading', { name: 'Subscription Setup Failed' }).waitFor()
    await page.getByRole('main').getByText(message).waitFor()
    await page.getByText('Try Again', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Contact Support' }).waitFor()
  })

  test('is not treated as inactive when its state fails to load', async () => {
    const { page } = ada
    // A real failure would already fail the sign-in, because the server reads the subscription with every request.
    const path = '**/api/organizations/*/subscription'
    await page.route(path, (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto(`${product.url}/dashboard`)
    await page.getByRole('alert').getByText('Failed to fetch subscription').waitFor()
    expect(new URL(page.url()).pathname).toBe('/dashboard')
    await page.unroute(path)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor()
  })
})

test('A36 playbooks that fail to load say so', async () => {
  const { page } = ada
  await database.query('alter table playbooks rename to playbooks_elsewhere')
  await page.goto(`${product.url}/playbooks`)
  await page.getByRole('alert').getByText('Failed to load playbooks').waitFor()
  await database.query('alter table playbooks_elsewhere rename to playbooks')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Use Template' }).first().waitFor()
})

test('A36 a user whose session ended sees a message and returns to the home page', async () => {
  const person = await browser.newPerson()
  await signInAs(await signIn(product, LATECOMER_EMAIL), person, product)
  await person.page.goto(`${product.url}/onboarding`)
  await person.page.getByText('Step 1 of 2').waitFor()
  await database.query('delete from sessions where user_id = (select id from users where email = $1)', [
    LATECOMER_EMAIL,
  ])
  await person.page.goto(`${product.url}/dashboard`)
  const alert = person.page.getByRole('alert')
  await alert.getByRole('heading', { name: 'Unauthorized' }).waitFor()
  expect(await alert.innerText()).toContain('Please log in to continue')
  await person.page.waitForURL(`${product.url}/`)
  await person.close()
})

// Runs last, because the product isn't restarted.
describe('A36 while the server is down', () => {
  let drawer: Locator

  beforeAll(async () => {
    const tara = await addContact('Tara', 'tara@example.com')
    await database.query(
      `insert into tasks (organization_id, contact_id, title)
       select organization_id, id, 'Call about the garden' from contacts where id = $1`,
      [tara.id],
    )
    drawer = await openDrawer(tara, 'tasks')
    await drawer.getByText('1 Active Task').waitFor()
    // Opens the dialogs once, because their code can't be loaded later.
    await headerButton(drawer, 'Edit').click()
    await ada.page
      .getByRole('dialog', { name: 'Edit Contact' })
      .getByRole('button', { name: 'Cancel' })
      .click()
    await headerButton(drawer, 'Delete').click()
    await ada.page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await ines.page.goto(`${product.url}/onboarding`)
    await ines.page.getByRole('button', { name: 'Choose Professional' }).hover()
    await ines.page.keyboard.press('Shift')
    await visitor.page.goto(product.url)
    await waitForHydration(visitor.page)
    await visitor.page.getByRole('button', { name: 'Login' }).click()
    await visitor.page.getByRole('dialog').getByLabel('Email').fill(LATECOMER_EMAIL)
    await product.kill()
  })

  test('a link request fails and the form stays', async () => {
    await visitor.page.getByRole('button', { name: 'Send magic link' }).click()
    expect(await toastOf(visitor, 'Error')).toBe('Failed to send magic link. Please try again.')
    expect(await visitor.page.getByRole('dialog').getByLabel('Email').inputValue()).toBe(LATECOMER_EMAIL)
  })

  test('payment and profile requests fail', async () => {
    const { page } = ines
    await page.getByRole('button', { name: 'Choose Professional' }).click()
    expect(await toastOf(ines, 'Payment Setup Failed')).toBe(
      'Unable to setup payment method. Please try again.',
    )
    await page.getByRole('link', { name: 'Back to your profile' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await toastOf(ines, 'Error')).toBe('Failed to update profile')
  })

  test('every change of a contact fails with its message', async () => {
    const { page } = ada
    const task = drawer.getByRole('checkbox', { name: /Call about the garden/ })
    await task.click()
    expect(await toastOf(ada, 'Task Update Failed')).toBe('Task update failed')
    expect(await task.isChecked()).toBe(false)
    await headerButton(drawer, 'Enrich').click()
    expect(await toastOf(ada, 'Enrichment Failed')).toBe('Enrichment failed')
    await headerButton(drawer, 'Add to Contacts').click()
    expect(await toastOf(ada, 'Download Failed')).toBe(
      "We couldn't download the contact file. Please try again.",
    )
    await saveEdit(page, drawer)
    expect(await toastOf(ada, 'Update Failed')).toBe("We couldn't save your changes. Please try again.")
    await page.getByRole('dialog', { name: 'Edit Contact' }).getByRole('button', { name: 'Cancel' }).click()
    await confirmDelete(page, drawer)
    expect(await toastOf(ada, 'Delete Failed')).toBe('Delete failed')
  })
})
