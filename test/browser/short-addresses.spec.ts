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

describe('addresses that people type', () => {
  test.each([
    ['/pricing', '/#pricing'],
    ['/features', '/#features'],
    ['/docs', '/documentation'],
    ['/login', '/#login'],
    ['/signup', '/free-signup'],
    ['/pricing/', '/#pricing'],
  ])('%s redirects to %s', async (typed, target) => {
    const answer = await fetch(product.url + typed, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, target])
  })

  test('/login opens the sign-in dialog once', async () => {
    const fresh = await browser.person()
    await fresh.page.goto(`${product.url}/login`)
    await fresh.page.getByRole('dialog').getByLabel('Email').waitFor()
    await fresh.page.waitForURL(`${product.url}/`)
    await fresh.page.reload()
    await fresh.page.getByRole('heading', { level: 1 }).waitFor()
    expect(await fresh.page.getByRole('dialog').count()).toBe(0)
    expect(fresh.complaints).toEqual([])
    await fresh.leave()
  })

  test('/login takes a signed-in user to the next step', async () => {
    const otto = await browser.person()
    await signInAs(await signIn(product, 'otto.quigley@example.com'), otto, product)
    await otto.page.goto(`${product.url}/login`)
    await otto.page.waitForURL('**/onboarding')
    await otto.leave()
  })
})
