import { afterAll, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import { accessibilityViolationsOf } from './accessibility.ts'
import { factsIn, openDrawerReader } from './drawer-reader.ts'

const reader = await openDrawerReader()
const { page, drawer, panel, openContact, getSection, addContact, client, product, ada } = reader
afterAll(reader.close)

const grace = await addContact({
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@example.com',
  phone: '(630) 555-0142',
  address: '12 Elm St, Apt 4',
  city: 'Lisle',
  state: 'IL',
  zipCode: '60532',
  details: {
    phoneKind: 'mobile',
    emails: [{ email: 'grace.hopper@navy.example', kind: 'work' }],
    phones: [
      { phone: '(312) 555-0101', kind: 'work' },
      { phone: '(312) 555-0102', kind: 'fax' },
    ],
    addresses: [{ kind: 'mailing', address: 'PO Box 9', city: 'Evanston', state: 'IL', zipCode: '60201' }],
    birthday: '--12-09',
    company: 'Eckert–Mauchly',
    jobTitle: 'Rear Admiral',
    website: 'navy.example/grace',
    title: 'Dr.',
    suffix: 'Sr.',
    partner: { firstName: 'Vincent', lastName: 'Hopper' },
    history: {
      source: 'Zillow',
      stage: 'Closed',
      assignedTo: 'Kim Lee',
      createdOn: '2019-03-01',
      lastContactOn: '2024-02-29',
      lastClosingOn: '2021-07-15',
    },
  },
})
const link = (name: string) => panel.getByRole('link', { name, exact: true })
const readContact = () => client.json<ContactDetail>('GET', `/api/contacts/${grace.id}`)

describe('the details of a contact', () => {
  test('are shown in the overview, with links', async () => {
    await openContact(grace)
    const moreDetails = getSection('More details')
    await moreDetails.waitFor()
    expect(await link('(312) 555-0101').getAttribute('href')).toBe('tel:+13125550101')
    expect(await link('grace.hopper@navy.example').getAttribute('href')).toBe(
      'mailto:grace.hopper@navy.example',
    )
    expect(await panel.locator('a[href="tel:+13125550102"]').count()).toBe(0)
    await moreDetails.getByText('PO Box 9, Evanston, IL 60201').waitFor()
    expect(await factsIn(moreDetails)).toEqual([
      'Title: Dr.',
      'Suffix: Sr.',
      'Partner: Vincent Hopper',
      'Birthday: Dec 9',
      'Company: Eckert–Mauchly',
      'Job title: Rear Admiral',
      expect.stringContaining('Website: navy.example/grace'),
    ])
    expect(await moreDetails.locator('a[target="_blank"]').getAttribute('href')).toBe(
      'https://navy.example/grace',
    )
    expect(await factsIn(getSection('From your previous CRM'))).toEqual([
      'Lead source: Zillow',
      'Stage: Closed',
      'Assigned to: Kim Lee',
      'Created: Mar 1, 2019',
      'Last contact: Feb 29, 2024',
    ])
    expect(await panel.getByLabel('Last closing with you').inputValue()).toBe('2021-07-15')
    expect(await accessibilityViolationsOf(page)).toEqual([])
  })

  test('can make another phone and email primary', async () => {
    await openContact(grace)
    await panel.getByRole('button', { name: 'Make primary: (312) 555-0101' }).click()
    await panel.getByRole('button', { name: 'Make primary: (630) 555-0142' }).waitFor()
    expect(await readContact()).toMatchObject({
      phone: '+13125550101',
      details: {
        phoneKind: 'work',
        phones: [
          { phone: '+16305550142', kind: 'mobile' },
          { phone: '+13125550102', kind: 'fax' },
        ],
      },
    })
    await panel.getByRole('button', { name: 'Make primary: grace.hopper@navy.example' }).click()
    await panel.getByRole('button', { name: 'Make primary: grace@example.com' }).waitFor()
    expect((await readContact()).email).toBe('grace.hopper@navy.example')
  })

  test('can be edited in the Edit dialog with the eight fields', async () => {
    await openContact(grace)
    await drawer.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Contact' })
    await dialog.getByRole('button', { name: 'More details' }).click()
    expect(await dialog.getByLabel('Birthday').inputValue()).toBe('12/09')
    await dialog.getByLabel('Birthday').fill('12/09/1906')
    await dialog.getByRole('button', { name: 'Remove phone 3' }).click()
    await dialog.getByRole('button', { name: 'Add email' }).click()
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    // The new row is still empty.
    await dialog.getByText('Enter an email address').waitFor()
    await dialog.getByLabel('Email 3', { exact: true }).fill('Third@Example.com')
    await dialog.getByLabel('Last closing').fill('2022-08-16')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await getSection('More details').getByText('third@example.com').waitFor()
    const { details, firstName } = await readContact()
    expect(firstName).toBe('Grace')
    expect(details).toMatchObject({
      ...grace.details,
      phoneKind: 'work',
      phones: [{ phone: '+16305550142', kind: 'mobile' }],
      emails: [
        { email: 'grace@example.com', kind: 'other' },
        { email: 'third@example.com', kind: 'home' },
      ],
      birthday: '1906-12-09',
      history: { ...grace.details?.history, lastClosingOn: '2022-08-16' },
    })
  })

  test('do not change when only one of the eight fields is saved', async () => {
    await openContact(grace)
    await drawer.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Contact' })
    await dialog.getByLabel('City').fill('Naperville')
    const contactBefore = await readContact()
    const [saveRequest] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'PATCH'),
      dialog.getByRole('button', { name: 'Save Changes' }).click(),
    ])
    await dialog.waitFor({ state: 'hidden' })
    expect(saveRequest.postDataJSON()).not.toHaveProperty('details')
    expect(await readContact()).toMatchObject({ city: 'Naperville', details: contactBefore.details })
  })

  test('fit into the Edit dialog on the narrowest phone', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    await openContact(grace)
    await drawer.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Contact' })
    await dialog.getByRole('button', { name: 'More details' }).click()
    await dialog.getByLabel('Street of address 2').scrollIntoViewIfNeeded()
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(
      1,
    )
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('have no link for channels that the person opted out of', async () => {
    const setConsent = (body: object) =>
      client.json('PATCH', `/api/contacts/${grace.id}/do-not-contact`, body)
    await setConsent({ doNotContact: true, channel: 'email' })
    await openContact(grace)
    await panel.locator('a[href^="tel:"]').first().waitFor()
    expect(await panel.locator('a[href^="mailto:"]').count()).toBe(0)
    expect(await panel.getByText('Do not email', { exact: true }).count()).toBe(3)
    await setConsent({ doNotContact: true })
    await openContact(grace)
    await panel.getByText('Do not contact', { exact: true }).first().waitFor()
    await panel.getByText('(312) 555-0101').waitFor()
    expect(await panel.locator('a[href^="tel:"], a[href^="mailto:"], a[href^="sms:"]').count()).toBe(0)
  })
})

test('the contacts list can show only reachable or only do-not-contact people', async () => {
  await addContact({ firstName: 'Ned', lastName: 'Open' })
  await page.goto(`${product.url}/dashboard`)
  const filter = page.getByRole('group', { name: 'Contact permission filter' })
  await filter.getByRole('button', { name: 'Do not contact' }).click()
  await page.getByRole('link', { name: 'Ned Open' }).waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Grace Hopper' }).waitFor()
  expect(page.url()).toContain('reach=do-not-contact')
  await filter.getByRole('button', { name: 'Can contact' }).click()
  await page.getByRole('link', { name: 'Ned Open' }).waitFor()
  await page.getByRole('link', { name: 'Grace Hopper' }).waitFor({ state: 'hidden' })
  await page.goBack()
  await page.getByRole('link', { name: 'Grace Hopper' }).waitFor()
  await filter.getByRole('button', { name: 'Do not contact' }).click()
  await page.getByRole('link', { name: 'Ned Open' }).waitFor()
  expect(page.url()).not.toContain('reach=')
  expect(ada.consoleErrors).toEqual([])
})
