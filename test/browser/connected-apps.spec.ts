import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { becomeSubscriber } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { accessibilityViolationsOf, logMotion } from './accessibility.ts'
import { openBrowser, type Person, signInByDialog } from './person.ts'

const EMAIL = 'ada.okafor@example.com'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let ada: Person
let assistant: Awaited<ReturnType<typeof startAssistant>>

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  assistant = await startAssistant(product.url)
  await becomeSubscriber(product, EMAIL)
  ada = await browser.newPerson()
  await logMotion(ada)
})
afterAll(async () => {
  await browser?.close()
  await assistant?.stop()
  await product?.stop()
})

/** A program on the user's computer that connects by OAuth and then calls tools. */
async function startAssistant(url: string) {
  const verifier = randomBytes(32).toString('base64url')
  const callbacks: URL[] = []
  const server = createServer((request, response) => {
    callbacks.push(new URL(request.url ?? '', 'http://localhost'))
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><html lang="en"><title>Done</title><h1>Back in the assistant</h1></html>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const callback = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  const post = async (path: string, body: URLSearchParams | object): Promise<never> => {
    const isForm = body instanceof URLSearchParams
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' },
      body: isForm ? body : JSON.stringify(body),
    })
    return (await response.json()) as never
  }
  const registered: { client_id: string } = await post('/oauth/register', {
    ...{ client_name: 'Desk Assistant', redirect_uris: [callback] },
  })

  return {
    callbacks,
    start: `${url}/oauth/authorize?${new URLSearchParams({
      ...{ response_type: 'code', client_id: registered.client_id, redirect_uri: callback, state: 'x' },
      ...{ resource: `${url}/mcp`, code_challenge_method: 'S256' },
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    })}`,
    redeem: (code: string): Promise<{ access_token: string; scope: string }> =>
      post(
        '/oauth/token',
        new URLSearchParams({
          ...{ grant_type: 'authorization_code', client_id: registered.client_id, code },
          ...{ redirect_uri: callback, code_verifier: verifier },
        }),
      ),
    call: (token: string, name: string, input: object) =>
      fetch(`${url}/mcp`, {
        method: 'POST',
        headers: {
          ...{ authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } },
        }),
      }),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

test('A40 a member connects an assistant, which calls a tool until the member disconnects it', async () => {
  const { page } = ada
  await page.goto(assistant.start)
  // A visitor comes to the home page, and returns after signing in.
  await page.waitForURL((url) => url.pathname === '/')
  await signInByDialog(page, product, EMAIL)
  await page.waitForURL('**/connect/*')
  await page.getByRole('heading', { name: 'Desk Assistant wants to access your account' }).waitFor()
  await page.getByText('(an app on this computer)').waitFor()
  await page.getByRole('checkbox', { name: 'Enrich contacts. Each match uses a credit.' }).uncheck()
  await page
    .getByRole('checkbox', {
      name: 'See life events, scores with the record behind each point, and playbooks that fit a contact',
    })
    .uncheck()
  await page.getByRole('button', { name: 'Connect app' }).click()
  await page.getByRole('heading', { name: 'Back in the assistant' }).waitFor()

  const answer = assistant.callbacks.at(-1)?.searchParams
  expect(answer?.get('iss')).toBe(product.url)
  const { access_token: token, scope } = await assistant.redeem(answer?.get('code') ?? '')
  expect(scope.split(' ')).not.toContain('signals:read')
  const person = { firstName: 'Hazel', lastName: 'Assisted' }
  const called = await assistant.call(token, 'upsert_contact', person)
  expect([called.status, await called.text()]).toEqual([200, expect.stringContaining('contactId')])

  await page.goto(`${product.url}/settings/connected-apps`)
  const row = page.getByRole('listitem').filter({ hasText: 'Desk Assistant' }).first()
  await row.getByText('See contacts, activities, tags and consents').waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])
  await row.getByRole('button', { name: 'Disconnect Desk Assistant' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect app' }).click()
  await page.getByText('No apps are connected yet.').waitFor()
  expect((await assistant.call(token, 'get_account', {})).status).toBe(401)
})

test('A40 the consent page works on a phone, in both themes, and lets the member decline', async () => {
  const phone = await browser.newPerson({ width: 390, height: 844 })
  await logMotion(phone)
  await phone.page.context().addCookies(await ada.page.context().cookies())
  const { page } = phone
  await page.goto(assistant.start)
  await page.getByRole('button', { name: 'Connect app' }).waitFor()
  expect(await accessibilityViolationsOf(page, 1400)).toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'Back in the assistant' }).waitFor()
  expect(assistant.callbacks.at(-1)?.searchParams.get('error')).toBe('access_denied')
})

test('A40 a request that is over says what to do', async () => {
  await ada.page.goto(`${product.url}/connect/${'x'.repeat(21)}`)
  await ada.page.getByRole('heading', { name: 'This request is no longer open' }).waitFor()
})
