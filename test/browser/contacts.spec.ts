import { readFile } from 'node:fs/promises'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { becomeSubscriber } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { toastOf } from './failing-product.ts'
import { openBrowser, type Person, signInAs } from './person.ts'
import { toneOf } from './tone.ts'

const EMAIL = 'ada.okafor@example.com'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let database: pg.Client
let organizationId: string
let ada: Person
let page: Page

beforeAll(async () => {
  product = await startProduct()
  const { client, ...workspace } = await becomeSubscriber(product, EMAIL)
  organizationId = workspace.organizationId
  database = new pg.Client({ connectionString: product.database.ownerUrl })
  await database.connect()
  browser = await openBrowser()
  ada = await browser.newPerson()
  page = ada.page
  await signInAs(client, ada, product)
  await page.goto(`${product.url}/dashboard`)
})
afterAll(async () => {
  await browser?.close()
  await database?.end()
  await product?.stop()
})

const cards = () => page.getByRole('main').getByRole('list', { name: 'Contacts' }).getByRole('listitem')
const card = (name: string) => cards().filter({ hasText: name })
const waitForListRequest = () =>
  page.waitForRequest((request) => new URL(request.url()).pathname === '/api/contacts')

describe('A07 the contacts page', () => {
  test('has a title, a search box, ten signal filters and help for the import', async () => {
    await page.getByRole('heading', { name: 'Contacts', level: 1, exact: true }).waitFor()
    const choices = page.getByRole('group', { name: 'Signal filter' }).getByRole('button')
    expect(await choices.allInnerTexts()).toEqual([
      'All signals',
      'Death',
      'Divorce',
      'Downsizing',
      'Debt',
      'Diapers',
      'Diplomas',
      'Diamonds',
      'Destinations',
      'Disaster',
    ])
    await page.getByRole('button', { name: 'Import Contacts' }).click()
    const help = page.getByRole('dialog', { name: 'Import Contacts' })
    await help.getByText('Rows with missing information are skipped and counted.').waitFor()
    expect(await help.getByRole('list', { name: 'Columns' }).getByRole('listitem').allInnerTexts()).toEqual([
      'First Name',
      'Last Name',
      'Email',
      'Phone',
      'Address',
      'City',
      'State',
      'Zip',
    ])
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
  })

  test('without contacts shows a welcome, adds the first contact and offers the template', async () => {
    await page.getByRole('heading', { name: 'Welcome to Ninefold' }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download Template' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('contact_template.csv')
    const [header, example] = (await readFile(await file.path(), 'utf8')).split(/\r?\n/)
    expect(header).toBe('First Name,Last Name,Email,Phone,Address,City,State,Zip')
    expect(example).toMatch(/^Jane,Doe,/)
    await page.getByRole('button', { name: 'Add Your First Contact' }).click()
    await page.getByRole('dialog', { name: 'Add Contact' }).waitFor()
  })
})

describe('A09 Add Contact', () => {
  const form = () => page.getByRole('dialog', { name: 'Add Contact' })
  const saveButton = () => form().getByRole('button', { name: 'Add Contact' })

  test('has eight fields and requires the names', async () => {
    expect(await form().locator('label').allInnerTexts()).toEqual([
      'First Name*',
      'Last Name*',
      'Email',
      'Phone',
      'Address',
      'City',
      'State',
      'Zip Code',
    ])
    expect(await form().getByRole('textbox').count()).toBe(8)
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/contacts')) sent += 1
    })
    await form().getByLabel('First Name').fill('   ')
    await saveButton().click()
    await form().getByText('Required', { exact: true }).nth(1).waitFor()
    expect(await form().getByText('Required', { exact: true }).count()).toBe(2)
    await form().getByLabel('First Name').fill('R'.repeat(101))
    await form().getByText('Use at most 100 characters').waitFor()
    expect(sent).toBe(0)
  })

  test('sends the eight fields, and the list shows the new contact', async () => {
    const input = {
      firstName: 'Ruth',
      lastName: 'Abernathy',
      email: 'ruth@example.com',
      phone: '(630) 555-0142',
      address: '1 Main St',
      city: 'Lisle',
      state: 'IL',
      zipCode: '60532',
    }
    const labels = ['First Name', 'Last Name', 'Email', 'Phone', 'Address', 'City', 'State', 'Zip Code']
    for (const [index, value] of Object.values(input).entries()) {
      await form()
        .getByLabel(labels[index] ?? '')
        .fill(value)
    }
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await saveButton().click()
    expect((await sent).postDataJSON()).toEqual(input)
    await form().waitFor({ state: 'detached' })
    await card('Ruth Abernathy').getByText('Lisle, IL', { exact: true }).waitFor()
    await card('Ruth Abernathy').getByText('(630) 555-0142').waitFor()
  })

  test('shows a rejection in a toast and keeps the input', async () => {
    await page.getByRole('button', { name: 'Add Contact' }).click()
    await form().getByLabel('First Name').fill('Ruth')
    await form().getByLabel('Last Name').fill('Abernathy')
    await form().getByLabel('Email').fill('ruth@example.com')
    await saveButton().click()
    expect(await toastOf(ada, 'Error')).toBe('This person is already in your contacts')
    expect(await toneOf(page.getByText('Error', { exact: true }))).toBe('red')
    expect(await form().getByLabel('Email').inputValue()).toBe('ruth@example.com')
    await form().getByRole('button', { name: 'Cancel' }).click()
    await form().waitFor({ state: 'detached' })
    ada.consoleErrors.splice(0)
  })
})

describe('contacts in the list', () => {
  beforeAll(async () => {
    await database.query('delete from contacts')
    const contactRows = [
      ['Ann', 75, 'verified', 'pending', 'debt', '/favicon.svg', '{"foreclosure": true}', 'now()'],
      ['Ben', 74, 'unverified', 'failed', null, null, null, null],
      ['Cleo', 50, 'failed', 'unverified', null, null, null, null],
      ['Dana', 49, 'pending', 'verified', null, null, null, null],
    ]
    for (const values of contactRows) {
      await database.query(
        `insert into contacts (organization_id, first_name, last_name, search, last_name_key, email, phone, city, state,
                               nine_d_score, email_verified, phone_verified, top_signal, profile_photo_url, risk_data,
                               enriched_at, move_chance, scored_at)
         values ($9, 'Person', $1, 'person ' || lower($1), lower($1), $1 || '@example.com', '+16305550142', 'Lisle', 'IL',
                 $2, $3, $4, $5, $6, $7, $8, 0.1, now())`,
        [...values, organizationId],
      )
    }
    await database.query('update organization_counters set contacts = 4 where organization_id = $1', [
      organizationId,
    ])
  })

  test('A07 shows six gray cards while loading', async () => {
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>()
    await page.route(/\/api\/contacts(\?|$)/, async (route) => {
      await gate
      await route.continue()
    })
    await page.goto(`${product.url}/dashboard`)
    const skeleton = page.getByRole('status', { name: 'Loading contacts' })
    await skeleton.waitFor()
    const cardCount = await skeleton.locator('> *').count()
    openGate()
    await skeleton.waitFor({ state: 'detached' })
    expect(cardCount).toBe(6)
    await page.unroute(/\/api\/contacts(\?|$)/)
  })

  test('A08 colors the score green from 75, yellow from 50 and red below', async () => {
    const tones = []
    for (const [name, score] of Object.entries({ Ann: 75, Ben: 74, Cleo: 50, Dana: 49 })) {
      tones.push(await toneOf(card(`Person ${name}`).getByText(`${score} of 100`)))
    }
    expect(tones).toEqual(['green', 'yellow', 'yellow', 'red'])
  })

  test('A08 marks email and phone by status, with a green check only when verified', async () => {
    const markTexts: (string | undefined)[][] = []
    for (const name of ['Ann', 'Ben', 'Cleo', 'Dana']) {
      for (const label of ['Email', 'Phone']) {
        const mark = card(name).getByTitle(new RegExp(`^${label}: `))
        markTexts.push([`${name} ${await mark.innerText()}`, await toneOf(mark.locator('svg'))])
      }
    }
    expect(markTexts).toEqual([
      ['Ann Email: Verified', 'green'],
      ['Ann Phone: Verification pending', undefined],
      ['Ben Email: Not verified yet', undefined],
      ['Ben Phone: Verification failed', undefined],
      ['Cleo Email: Verification failed', undefined],
      ['Cleo Phone: Not verified yet', undefined],
      ['Dana Email: Verification pending', undefined],
      ['Dana Phone: Verified', 'green'],
    ])
  })

  test('A08 shows photo or default photo, city, top signal, Risk Data and Enriched when present', async () => {
    const photo = (name: string) => card(name).locator('img').getAttribute('src')
    expect([await photo('Ann'), await photo('Ben')]).toEqual(['/favicon.svg', '/contact_photo.svg'])
    const isDrawn = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0
    await expect.poll(() => card('Ben').locator('img').evaluate(isDrawn)).toBe(true)
    for (const text of ['Lisle, IL', 'Debt', 'Risk Data', 'Enriched', 'Ann@example.com']) {
      await card('Ann').getByText(text, { exact: true }).waitFor()
    }
    expect(await card('Ben').innerText()).not.toMatch(/Debt|Risk Data|Enriched/)
  })

  test('A08 opens the drawer on a click anywhere on a card', async () => {
    await card('Ben').click({ position: { x: 20, y: 100 } })
    const drawer = page.getByRole('dialog', { name: 'Person Ben' })
    await drawer.getByRole('tab', { name: 'Overview' }).waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
  })

  test('A07 sends filter and search to the server, and no filter for All signals', async () => {
    const filterRequest = waitForListRequest()
    await page.getByRole('button', { name: 'Debt', exact: true }).click()
    expect(new URL((await filterRequest).url()).search).toBe('?topSignal=debt')
    await page.getByText('1 person').waitFor()
    const searchRequest = waitForListRequest()
    await page.getByRole('searchbox', { name: 'Search contacts' }).fill('ann')
    const query = new URL((await searchRequest).url()).searchParams
    expect([query.get('search'), query.get('topSignal')]).toEqual(['ann', 'debt'])
    await page.reload()
    await page.getByText('1 person').waitFor()
    const unfilteredRequest = waitForListRequest()
    await page.getByRole('button', { name: 'All signals' }).click()
    expect(new URL((await unfilteredRequest).url()).search).toBe('?search=ann')
    expect(ada.consoleErrors).toEqual([])
  })
})
