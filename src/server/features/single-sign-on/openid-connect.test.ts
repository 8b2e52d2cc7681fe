import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningProvider, runProvider } from '#test/fakes/identity-providers/run-provider.ts'
import { openSingleSignOn, type SingleSignOnKit } from '#test/workspaces/single-sign-on.ts'

let kit: SingleSignOnKit
let provider: RunningProvider
beforeAll(async () => {
  ;[kit, provider] = await Promise.all([openSingleSignOn(), runProvider('oidc')])
})
afterAll(async () => {
  await provider?.stop()
  await kit?.app.close()
})

test('A40 signs in a new member with OpenID Connect', async () => {
  const { connection, domain, owner } = await kit.connectOidc(provider.url)
  const browser = kit.openBrowser()
  const response = await browser.signInOidc(connection, `ann@${domain}#ann`)
  expect(response).toMatchObject({ status: 302, location: '/dashboard', setsSession: true })
  expect(await browser.user()).toMatchObject({
    email: `ann@${domain}`,
    organizationId: owner.organizationId,
    role: 'MEMBER',
  })
})
