import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser, signInAs } from './person.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

describe('URLs that people type', () => {
  test.each([
    ['/pricing', '/#pricing'],
    ['/features', '/#features'],
    ['/docs', '/documentation'],
    ['/login', '/#login'],
    ['/signup', '/free-signup'],
    ['/pricing/', '/#pricing'],
  ])('%s redirects to %s', async (path, target) => {
    const response = await fetch(product.url + path, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([302, target])
  })

  test('/login opens the sign-in dialog once', async () => {
    const visitor = await browser.newPerson()
    await visitor.page.goto(`${product.url}/login`)
    await visitor.page.getByRole('dialog').getByLabel('Email').waitFor()
    await visitor.page.waitForURL(`${product.url}/`)
    await visitor.page.reload()
    await visitor.page.getByRole('heading', { level: 1 }).waitFor()
    expect(await visitor.page.getByRole('dialog').count()).toBe(0)
    expect(visitor.consoleErrors).toEqual([])
    await visitor.close()
  })

  test('/login takes a signed-in user to the next step', async () => {
    const otto = await browser.newPerson()
    await signInAs(await signIn(product, 'otto.quigley@example.com'), otto, product)
    await otto.page.goto(`${product.url}/login`)
    await otto.page.waitForURL('**/onboarding')
    await otto.close()
  })
})
