import { afterAll, expect, test } from 'vitest'
import { openDrawerReader } from './drawer-reader.ts'

const reader = await openDrawerReader()
const { database, ada, page, drawer, openContact, getSection, addContact } = reader
afterAll(reader.close)

const home = { address: '1428 N Orchard St', city: 'Chicago', state: 'TX', zipCode: '60614' }
const vera = await addContact({
  firstName: 'Vera',
  lastName: 'Typo',
  email: 'vera@gmial.com',
  phone: '6305550142',
  ...home,
})
const wes = await addContact({ firstName: 'Wes', lastName: 'Typo', email: 'wes@yaho.com' })

async function waitForVerification(): Promise<void> {
  const dueQuery = 'select 1 from contacts where verification_due_at <= now()'
  await expect.poll(async () => (await database.query(dueQuery)).rowCount, { timeout: 20_000 }).toBe(0)
}

async function openVerification(): Promise<string[]> {
  await drawer.getByRole('button', { name: /^Verification/ }).click()
  return drawer.getByRole('list', { name: 'Verification' }).getByRole('listitem').allInnerTexts()
}

test('A27 four verifications show status, reason and date, and a badge only when verified', async () => {
  await waitForVerification()
  await database.query(
    `update contacts set email_verified = 'verified', email_verification_reason = 'Acme confirmed the mailbox',
            email_verified_at = '2026-03-04T12:00:00Z', phone_verified = 'pending',
            phone_verification_reason = 'Waiting for the carrier',
            phone_verified_at = '2026-03-05T12:00:00Z', address_verified_at = '2026-03-06T12:00:00Z' where id = $1`,
    [vera.id],
  )
  await openContact(vera)
  await drawer.getByText('Email Verified', { exact: true }).waitFor()
  expect(await drawer.getByText('Phone Verified', { exact: true }).count()).toBe(0)
  await getSection('Contact information').getByText('1 of 4 verified').waitFor()
  expect((await openVerification()).map((text) => text.replace(/\n+/g, ' | '))).toEqual([
    'Email | Verified | Mar 4, 2026 | Acme confirmed the mailbox',
    'Phone | Pending | Mar 5, 2026 | Waiting for the carrier',
    'Address | Failed | Mar 6, 2026 | ZIP 60614 is in Chicago, Illinois, not in Texas. Did you mean IL?',
    'Employer | Not verified | Enrich to find the employer',
  ])
})

test('A27 a suggestion for a mistyped domain can be accepted or dismissed', async () => {
  await drawer.getByText('Did you mean vera@gmail.com?').waitFor()
  await drawer.getByRole('button', { name: 'Use it' }).click()
  await drawer.getByRole('link', { name: 'vera@gmail.com' }).waitFor()
  expect(await drawer.getByText('Did you mean vera@').count()).toBe(0)

  await openContact(wes)
  await drawer.getByText('Did you mean wes@yahoo.com?').waitFor()
  await drawer.getByRole('button', { name: 'Dismiss' }).click()
  await drawer.getByText('Did you mean').waitFor({ state: 'detached' })
  await page.reload()
  await drawer.getByRole('link', { name: 'wes@yaho.com' }).waitFor()
  expect(await drawer.getByText('Did you mean').count()).toBe(0)
  expect(ada.consoleErrors).toEqual([])
})
