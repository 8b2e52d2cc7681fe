import pg from 'pg'
import type { Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { accessibilityViolationsOf, logMotion } from './accessibility.ts'
import { toastOf } from './failing-product.ts'
import { openBrowser, type Person } from './person.ts'
import { toneOf } from './tone.ts'

const FAILURE_TEXT = 'Failed to submit your message. Please try again or email us directly.'
const REQUIRED_FIELDS = ['First name', 'Last name', 'Email', 'Subject', 'Message']
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
  visitor = await browser.newPerson()
  await logMotion(visitor)
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
const submitButton = () => form().getByRole('button')
const fieldErrorOf = (label: string) =>
  field(label).evaluate(
    (control) => document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent,
  )
const readSubmissions = async () =>
  (
    await database.query(
      'select first_name, last_name, email, company, phone, subject, message from contact_submissions',
    )
  ).rows

async function fill(values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(label).fill(value)
}

/** Dismisses the toast, so that the next one isn't mistaken for it. */
async function dismissToast(): Promise<void> {
  const toasts = visitor.page.getByRole('region', { name: /notifications/i }).getByRole('listitem')
  await toasts.getByRole('button', { name: 'Close' }).click()
  await toasts.waitFor({ state: 'detached' })
}

describe('P08 the contact page', () => {
  beforeEach(async () => {
    await database.query('delete from contact_submissions')
    visitor.consoleErrors.splice(0)
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
    expect(await accessibilityViolationsOf(page)).toEqual([])
  })

  test('has the specified fields with autocomplete names', async () => {
    const controls = await form()
      .locator('input:visible, textarea:visible')
      .evaluateAll((elements) =>
        elements.map((element) => {
          const { name, type, required, autocomplete, inputMode, maxLength } = element as HTMLInputElement
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
    const subjectOptions = form().locator('datalist option')
    expect(await subjectOptions.count()).toBeGreaterThanOrEqual(3)
    expect(await form().locator('label', { hasText: '*' }).count()).toBe(REQUIRED_FIELDS.length)
  })

  test('shows an error beside each missing field and sends nothing', async () => {
    const { page } = visitor
    let sentCount = 0
    await page.route('**/api/contact/submit', (route) => {
      sentCount += 1
      return route.abort()
    })
    await submitButton().click()
    await form().getByText('Please fill in this field').first().waitFor()
    for (const label of Object.keys(MESSAGE)) {
      const expected = REQUIRED_FIELDS.includes(label) ? 'Please fill in this field' : ''
      expect([label, await fieldErrorOf(label)]).toEqual([label, expected])
    }
    expect(await field('First name').evaluate((control) => control === document.activeElement)).toBe(true)
    await fill({ 'First name': '   ', Email: 'lou.tardif', Company: '  ' })
    await submitButton().click()
    await form().getByText('Please enter a valid email address').waitFor()
    expect(await fieldErrorOf('First name')).toBe('Please fill in this field')
    expect(await fieldErrorOf('Company')).toBe('')
    expect(await accessibilityViolationsOf(page)).toEqual([])
    await fill({ 'First name': 'Lou', Email: 'lou.tardif@example.com' })
    expect([await fieldErrorOf('First name'), await fieldErrorOf('Email')]).toEqual(['', ''])
    expect(await field('Email').getAttribute('aria-invalid')).toBeNull()
    expect(sentCount).toBe(0)
    await page.unroute('**/api/contact/submit')
  })

  test('shows a server error beside its field and the message', async () => {
    await fill({ ...MESSAGE, Email: 'lou@localhost' })
    await submitButton().click()
    expect(await toastOf(visitor, 'Error')).toBe(FAILURE_TEXT)
    expect(await toneOf(visitor.page.getByText('Error', { exact: true }))).toBe('red')
    expect(await fieldErrorOf('Email')).toBe('Please enter a valid email address')
    expect(await field('Email').evaluate((control) => control === document.activeElement)).toBe(true)
    expect(await submitButton().isEnabled()).toBe(true)
    expect(await readSubmissions()).toEqual([])
    await dismissToast()
  })

  test('reports a failure and can be sent again without retyping', async () => {
    const { page } = visitor
    await fill(MESSAGE)
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>()
    const responses = [
      async (route: Route) => {
        await gate
        await route.fulfill({ status: 500, body: '' })
      },
      (route: Route) => route.abort(),
    ]
    await page.route('**/api/contact/submit', (route) => responses.shift()?.(route))
    await submitButton().click()
    const sendingButton = form().getByRole('button', { name: 'Sending...' })
    await sendingButton.waitFor()
    expect([await sendingButton.isDisabled(), await field('Message').isDisabled()]).toEqual([true, true])
    openGate()
    for (const attempt of ['first', 'second']) {
      await form().getByRole('button', { name: 'Send message' }).waitFor()
      expect(await toastOf(visitor, 'Error')).toBe(FAILURE_TEXT)
      await dismissToast()
      expect(await submitButton().isEnabled()).toBe(true)
      for (const [label, value] of Object.entries(MESSAGE))
        expect(await field(label).inputValue()).toBe(value)
      if (attempt === 'first') await submitButton().click()
    }
    await page.unroute('**/api/contact/submit')
  })

  test('stores the message, emails the operator and the sender, and shows the thank-you page; Back shows the form', async () => {
    await fill(MESSAGE)
    await submitButton().click()
    await visitor.page.waitForURL('**/thank-you?type=contact')
    expect(await readSubmissions()).toEqual([
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
    const emails = (await outbox()).split('<article>')
    const operatorEmail = emails.find((email) => email.includes('To support@ninefold.example,'))
    expect(operatorEmail).toContain('Could we see it next week?')
    expect(operatorEmail).toContain('Reply-To: lou.tardif@example.com')
    const senderEmail = emails.find((email) => email.includes('To lou.tardif@example.com,'))
    expect(senderEmail).toContain('24 hours')
    expect(senderEmail).not.toContain('Could we see it next week?')
    expect(visitor.consoleErrors).toEqual([])
    await visitor.page.goBack()
    await form().getByRole('button', { name: 'Send message' }).waitFor()
    expect([await submitButton().isEnabled(), await field('Message').isEnabled()]).toEqual([true, true])
  })

  test('pretends to accept a message from a bot and stores nothing', async () => {
    const { page } = visitor
    const honeypot = form().locator('input[name="website"]')
    expect(await honeypot.isVisible()).toBe(false)
    await fill({ ...MESSAGE, Email: 'program@example.com' })
    await honeypot.evaluate((input: HTMLInputElement) => {
      input.value = 'https://spam.example'
    })
    await submitButton().click()
    await page.waitForURL('**/thank-you?type=contact')
    expect(await readSubmissions()).toEqual([])
  })

  test('without JavaScript shows an email address instead of the form', async () => {
    const { page, close } = await browser.newPerson({ script: false })
    await page.goto(`${product.url}/contact`)
    // Not found by text, because browsers with scripts treat the content of the element as text.
    const fallback = page.locator('main noscript p')
    await fallback.waitFor()
    expect(await fallback.getByRole('link').getAttribute('href')).toBe('mailto:support@ninefold.example')
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
    await page.getByText('Monday to Friday').waitFor()
    await close()
  })
})
