import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenApi } from '#contract/page-services.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { accessibilityViolationsOf, logMotion } from './accessibility.ts'
import { openBrowser, type Person } from './person.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let visitor: Person

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  visitor = await browser.newPerson()
  await logMotion(visitor)
  await visitor.page.goto(`${product.url}/api`)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

test('P15 the overview lists exactly the endpoints of the API', async () => {
  const { paths } = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as OpenApi
  const endpoints = Object.entries(paths).flatMap(([path, pathItem]) =>
    Object.entries(pathItem)
      .filter(([, operation]) => operation['x-access'])
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  expect(endpoints.length).toBeGreaterThan(60)
  const displayedEndpoints = await visitor.page
    .getByRole('main')
    .locator('section details > summary')
    .evaluateAll((elements) =>
      elements.map((summary) =>
        [summary.children[0], summary.querySelector('code')].map((element) => element?.textContent).join(' '),
      ),
    )
  expect(displayedEndpoints.sort()).toEqual(endpoints.sort())
  await visitor.page.getByRole('heading', { name: 'Contacts', exact: true }).waitFor()
  await visitor.page.getByText(`${endpoints.length} endpoints`).waitFor()
})

test('P15 expanding an endpoint shows callers, body and responses', async () => {
  const { page } = visitor
  const endpoint = page.locator('#post-api-tasks')
  await endpoint.locator('summary').click()
  const text = await endpoint.innerText()
  expect(text).toContain('Members with an active subscription')
  expect(text).toMatch(/contactId\s+UUID\s+required/)
  expect(text).toMatch(/priority\s+string\s+optional; high, medium, low; default "medium"/)
  expect(text).toContain('Response 201')
  const ownerEndpoint = page.locator('#post-api-stripe-create-checkout-session')
  await ownerEndpoint.locator('summary').click()
  await ownerEndpoint.getByText('Owners').waitFor()
})

test('P15 the example sends a real request and shows the response', async () => {
  const { page } = visitor
  await page.getByRole('button', { name: 'Send request' }).click()
  const response = page.getByRole('status', { name: 'Response' })
  await response.getByText(/^HTTP 200 in \d+ ms/).waitFor()
  const expectedBody = await (await fetch(`${product.url}/api/instance`)).json()
  expect(JSON.parse((await response.innerText()).split('\n\n')[1] ?? '')).toEqual(expectedBody)
})

test('P15 the example reports a request that cannot be sent', async () => {
  const { page } = visitor
  await page.route('**/api/instance', (route) => route.abort())
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByText("We couldn't send the request.").waitFor()
  await page.unroute('**/api/instance')
  expect(visitor.consoleErrors.splice(0)).toHaveLength(1) // The browser logs the failed request.
})

test('P15 code can be copied in the chosen language', async () => {
  const { page } = visitor
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.url })
  expect(await page.getByText('import Request, urlopen').isVisible()).toBe(false)
  await page.getByRole('radio', { name: 'Python' }).check()
  const pythonExample = page.getByRole('figure').filter({ hasText: 'import Request, urlopen' })
  const button = pythonExample.getByRole('button')
  for (const _ of [1, 2]) {
    await button.click()
    await pythonExample.getByText('Copied').waitFor()
  }
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await pythonExample.locator('code').textContent(),
  )
  await pythonExample.getByText('Copy', { exact: true }).waitFor()
})

test('P15 code is selected when copying is not allowed', async () => {
  const { page } = visitor
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
  })
  const baseUrl = page.getByRole('figure').filter({ hasText: 'Base URL' })
  await baseUrl.getByRole('button').click()
  await baseUrl.getByText('press Ctrl+C').waitFor()
  expect(await page.evaluate(() => String(getSelection()))).toBe(await baseUrl.locator('code').innerText())
})

test('P15 the description can be downloaded', async () => {
  const download = visitor.page.waitForEvent('download')
  await visitor.page.getByRole('link', { name: 'Download openapi.json' }).click()
  expect((await download).suggestedFilename()).toBe('openapi.json')
})

test('P15 the page is readable without JavaScript and small', async () => {
  const context = await visitor.page.context().browser()?.newContext({ javaScriptEnabled: false })
  const plainPage = await context?.newPage()
  if (!plainPage) throw new Error('No browser')
  const response = await plainPage.goto(`${product.url}/api`)
  await plainPage.locator('#get-api-contacts summary').click()
  await plainPage.locator('#get-api-contacts').getByText('topSignal').first().waitFor()
  await plainPage.getByRole('link', { name: 'Open the response' }).waitFor()
  expect(gzipSync((await response?.body()) ?? '').length).toBeLessThan(80 * 1024)
  await context?.close()
})

test('A33 the page with every endpoint expanded has no accessibility violations', async () => {
  const { page } = visitor
  await page.goto(`${product.url}/api`)
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
  expect(await accessibilityViolationsOf(page)).toEqual([])
  expect(visitor.consoleErrors).toEqual([])
})
