import pg from 'pg'
import type { Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { toastOf } from './failing-product.ts'
import { faultsOf, withoutMotion } from './looks.ts'
import { openBrowser, type Person } from './person.ts'
import { toneOf } from './tone.ts'

const FAILED = 'Failed to submit your message. Please try again or email us directly.'
const REQUIRED = ['First name', 'Last name', 'Email', 'Subject', 'Message']
const MESSAGE: Record<string, string> = {
  'First name': 'Lou',
  'Last name': 'Tardif',
  Email: 'Lou.Tardif@example.com',
  Company: 'Alder Realty',
  Phone: '(630) 555-0142',
  Subject: 'Request a demo',
  Message: 'We are five agents.\nCould we see it next week?',
}

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let visitor: Person
let database: pg.Client

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  visitor = await browser.person()
  await withoutMotion(visitor)
  database = new pg.Client({ connectionString: product.database.ownerUrl })
  await database.connect()
})
afterAll(async () => {
  await browser?.close()
  await database?.end()
  await product?.stop()
})

const form = () => visitor.page.getByRole('form', { name: 'Send us a message' })
const field = (label: string) =>
  form()
    .getByRole('textbox', { name: label })
    .or(form().getByRole('combobox', { name: label }))
const submit = () => form().getByRole('button')
const complaintAt = (label: string) =>
  field(label).evaluate(
    (control) => document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent,
  )
const submissions = async () =>
  (
    await database.query(
      'select first_name, last_name, email, company, phone, subject, message from contact_submissions',
    )
  ).rows

async function fill(values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(label).fill(value)
}

/** Keeps the next toast from being mistaken for this one. */
async function dismissToast(): Promise<void> {
  const toasts = visitor.page.getByRole('region', { name: /notifications/i }).getByRole('listitem')
  await toasts.getByRole('button', { name: 'Close' }).click()
  await toasts.waitFor({ state: 'detached' })
}

describe('P08 the contact page', () => {
  beforeEach(async () => {
    await database.query('delete from contact_submissions')
    visitor.complaints.splice(0)
    await visitor.page.goto(`${product.url}/contact`)
  })

  test('has a title, description, response time, hours, mailboxes and links', async () => {
    const { page } = visitor
    expect(await page.title()).toBe('Contact us · Ninefold')
    expect(await page.locator('meta[name="description"]').getAttribute('content')).toContain(
      'within 24 hours',
    )
    await page.getByRole('heading', { name: 'Contact us', level: 1 }).waitFor()
    const support = page.getByRole('complementary', { name: 'Support' })
    await support.getByText('We reply to every message within 24 hours.').waitFor()
    const rows = await support.locator('dl').first().locator('div').allInnerTexts()
    expect(rows.map((row) => row.replace(/\s+/g, ' '))).toEqual([
      'Monday to Friday 9 to 6 EST',
      'Saturday 10 to 4 EST',
      'Sunday Closed',
    ])
    for (const [name, href] of [
      ['Documentation', '/documentation'],
      ['Subscribe', '/subscribe'],
      ['support@ninefold.example', 'mailto:support@ninefold.example'],
    ] as const) {
      expect(await support.getByRole('link', { name }).getAttribute('href')).toBe(href)
    }
    expect(await faultsOf(page)).toEqual([])
  })

  test('has the specified fields with autocomplete names', async () => {
    const controls = await form()
      .locator('input:visible, textarea:visible')
      .evaluateAll((all) =>
        all.map((each) => {
          const { name, type, required, autocomplete, inputMode, maxLength } = each as HTMLInputElement
          return [name, type, required, autocomplete, inputMode, maxLength]
        }),
      )
    expect(controls).toEqual([
      ['firstName', 'text', true, 'given-name', '', 100],
      ['lastName', 'text', true, 'family-name', '', 100],
      ['email', 'email', true, 'email', 'email', 254],
      ['company', 'text', false, 'organization', '', 200],
      ['phone', 'tel', false, 'tel', 'tel', 50],
      ['subject', 'text', true, 'off', '', 200],
      ['message', 'textarea', true, '', '', 5000],
    ])
    const offered = form().locator('datalist option')
    expect(await offered.count()).toBeGreaterThanOrEqual(3)
    expect(await form().locator('label', { hasText: '*' }).count()).toBe(REQUIRED.length)
  })

  test('names what is missing beside each field and sends nothing', async () => {
    const { page } = visitor
    let sent = 0
    await page.route('**/api/contact/submit', (route) => {
      sent += 1
      return route.abort()
    })
    await submit().click()
    await form().getByText('Please fill in this field').first().waitFor()
    for (const label of Object.keys(MESSAGE)) {
      const expected = REQUIRED.includes(label) ? 'Please fill in this field' : ''
      expect([label, await complaintAt(label)]).toEqual([label, expected])
    }
    expect(await field('First name').evaluate((control) => control === document.activeElement)).toBe(true)
    await fill({ 'First name': '   ', Email: 'lou.tardif', Company: '  ' })
    await submit().click()
    await form().getByText('Please enter a valid email address').waitFor()
    expect(await complaintAt('First name')).toBe('Please fill in this field')
    expect(await complaintAt('Company')).toBe('')
    expect(await faultsOf(page)).toEqual([])
    await fill({ 'First name': 'Lou', Email: 'lou.tardif@example.com' })
    expect([await complaintAt('First name'), await complaintAt('Email')]).toEqual(['', ''])
    expect(await field('Email').getAttribute('aria-invalid')).toBeNull()
    expect(sent).toBe(0)
    await page.unroute('**/api/contact/submit')
  })

  test('shows a server error beside its field and the message', async () => {
    await fill({ ...MESSAGE, Email: 'lou@localhost' })
    await submit().click()
    expect(await toastOf(visitor, 'Error')).toBe(FAILED)
    expect(await toneOf(visitor.page.getByText('Error', { exact: true }))).toBe('red')
    expect(await complaintAt('Email')).toBe('Please enter a valid email address')
    expect(await field('Email').evaluate((control) => control === document.activeElement)).toBe(true)
    expect(await submit().isEnabled()).toBe(true)
    expect(await submissions()).toEqual([])
    await dismissToast()
  })

  test('reports a failure and can be sent again without retyping', async () => {
    const { page } = visitor
    await fill(MESSAGE)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    const answers = [
      async (route: Route) => {
        await held
        await route.fulfill({ status: 500, body: '' })
      },
      (route: Route) => route.abort(),
    ]
    await page.route('**/api/contact/submit', (route) => answers.shift()?.(route))
    await submit().click()
    const sending = form().getByRole('button', { name: 'Sending...' })
    await sending.waitFor()
    expect([await sending.isDisabled(), await field('Message').isDisabled()]).toEqual([true, true])
    answer()
    for (const attempt of ['first', 'second']) {
      await form().getByRole('button', { name: 'Send message' }).waitFor()
      expect(await toastOf(visitor, 'Error')).toBe(FAILED)
      await dismissToast()
      expect(await submit().isEnabled()).toBe(true)
      for (const [label, value] of Object.entries(MESSAGE))
        expect(await field(label).inputValue()).toBe(value)
      if (attempt === 'first') await submit().click()
    }
    await page.unroute('**/api/contact/submit')
  })

  test('stores the message, emails the operator and the sender, and shows the thank-you page; Back shows the form', async () => {
    await fill(MESSAGE)
    await submit().click()
    await visitor.page.waitForURL('**/thank-you?type=contact')
    expect(await submissions()).toEqual([
      {
        first_name: 'Lou',
        last_name: 'Tardif',
        email: 'lou.tardif@example.com',
        company: 'Alder Realty',
        phone: '(630) 555-0142',
        subject: 'Request a demo',
        message: 'We are five agents.\nCould we see it next week?',
      },
    ])
    const outbox = async () => (await fetch(`${product.url}/dev/outbox`)).text()
    await expect.poll(outbox).toContain('To lou.tardif@example.com,')
    const mails = (await outbox()).split('<article>')
    const toOperator = mails.find((mail) => mail.includes('To support@ninefold.example,'))
    expect(toOperator).toContain('Could we see it next week?')
    expect(toOperator).toContain('Reply-To: lou.tardif@example.com')
    const toSender = mails.find((mail) => mail.includes('To lou.tardif@example.com,'))
    expect(toSender).toContain('24 hours')
    expect(toSender).not.toContain('Could we see it next week?')
    expect(visitor.complaints).toEqual([])
    await visitor.page.goBack()
    await form().getByRole('button', { name: 'Send message' }).waitFor()
    expect([await submit().isEnabled(), await field('Message').isEnabled()]).toEqual([true, true])
  })

  test('accepts a message from a bot and stores nothing', async () => {
    const { page } = visitor
    const trap = form().locator('input[name="website"]')
    expect(await trap.isVisible()).toBe(false)
    await fill({ ...MESSAGE, Email: 'program@example.com' })
    await trap.evaluate((input: HTMLInputElement) => {
      input.value = 'https://spam.example'
    })
    await submit().click()
    await page.waitForURL('**/thank-you?type=contact')
    expect(await submissions()).toEqual([])
  })

  test('without JavaScript shows an email address instead of the form', async () => {
    const { page, leave } = await browser.person({ script: false })
    await page.goto(`${product.url}/contact`)
    // Not found by text, because browsers with scripts treat the content of the element as text.
    const instead = page.locator('main noscript p')
    await instead.waitFor()
    expect(await instead.getByRole('link').getAttribute('href')).toBe('mailto:support@ninefold.example')
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
    await page.getByText('Monday to Friday').waitFor()
    await leave()
  })
})
