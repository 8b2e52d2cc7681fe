import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { digest } from '#server/platform/ids.ts'
import { createSecrets } from '#server/platform/secrets.ts'
import { authenticator } from '#test/builders/authenticator.ts'
import { dumpRows } from '#test/checks.ts'
import type { Person } from '#test/test-app.ts'
import {
  type AuthenticatorHolder,
  enterCode,
  isSignedIn,
  openSecondFactorApp,
  SECOND_FACTOR,
  secondFactorOf,
} from '#test/workspaces/second-factor.ts'
import { secondFactorService } from './service.ts'

const key = randomBytes(32)
let kit: Awaited<ReturnType<typeof openSecondFactorApp>>
beforeAll(async () => {
  kit = await openSecondFactorApp({ secrets: createSecrets([key]) })
})
afterAll(() => kit.app.close())

const addHolder = async (email: string) => kit.turnOn(await kit.app.signIn(email))

describe('setting up 2FA', () => {
  test('Trust 9 a correct code turns 2FA on, gives ten recovery codes and ends other sessions', async () => {
    const [laptop, phone] = [await kit.app.signIn('ann@example.com'), await kit.app.signIn('ann@example.com')]
    expect(await secondFactorOf(laptop)).toEqual({
      since: null,
      recoveryCodesLeft: 0,
      isFresh: true,
      isRequired: false,
    })
    const setup = (await laptop.request('POST', `${SECOND_FACTOR}/start`)).json as {
      secret: string
      uri: string
    }
    expect(setup.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(setup.uri).toBe(`otpauth://totp/Ninefold:ann%40example.com?secret=${setup.secret}&issuer=Ninefold`)
    expect((await secondFactorOf(laptop)).since).toBeNull()
    const code = kit.authenticatorOf(setup.secret).code()
    const response = await laptop.request('POST', `${SECOND_FACTOR}/confirm`, {
      code: code === '000000' ? '000001' : '000000',
    })
    expect([response.status, (response.json as { fields: { code: string } }).fields.code]).toEqual([
      400,
      'This code is wrong or was already used. Wait for the next one and try again.',
    ])
    const spacedCode = `${code.slice(0, 3)} ${code.slice(3)} `
    const { recoveryCodes } = (await laptop.request('POST', `${SECOND_FACTOR}/confirm`, { code: spacedCode }))
      .json as AuthenticatorHolder
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const recoveryCode of recoveryCodes)
      expect(recoveryCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
    expect(await secondFactorOf(laptop)).toMatchObject({ since: expect.any(String), recoveryCodesLeft: 10 })
    expect([await isSignedIn(laptop), await isSignedIn(phone)]).toEqual([true, false])
    expect((await laptop.request('POST', `${SECOND_FACTOR}/start`)).status).toBe(409)
    expect((await kit.emailSubjectsTo('ann@example.com'))[0]).toBe('Two-factor authentication is on')
  })

  test('needs a recent sign-in, and a secret expires after ten minutes', async () => {
    const bo = await kit.app.signIn('bo@example.com')
    const { secret } = (await bo.request('POST', `${SECOND_FACTOR}/start`)).json as AuthenticatorHolder
    await kit.app.owner.run(
      `update second_factors set started_at = now() - interval '10 minutes 1 second' where user_id = $1`,
      [bo.userId],
    )
    const lateResponse = await bo.request('POST', `${SECOND_FACTOR}/confirm`, {
      code: kit.authenticatorOf(secret).code(),
    })
    expect(lateResponse.status).toBe(409)
    const startedAt = new Date(Date.now() - 601_000).toISOString()
    await kit.app.owner.run(
      `update sessions set sess = jsonb_build_object('startedAt', $2::text) where user_id = $1`,
      [bo.userId, startedAt],
    )
    const staleResponse = await bo.request('POST', `${SECOND_FACTOR}/start`)
    expect([staleResponse.status, staleResponse.text]).toEqual([
      403,
      expect.stringContaining('Sign in again first'),
    ])
    expect((await secondFactorOf(bo)).isFresh).toBe(false)
    await kit.app.services.secondFactor.removeUnconfirmed()
    expect(
      await kit.app.owner.row('select 1 from second_factors where user_id = $1', [bo.userId]),
    ).toBeUndefined()
  })

  test('Trust 6 a database dump contains neither the secret nor a recovery code', async () => {
    const cy = await addHolder('cy@example.com')
    const content = await dumpRows(kit.app.owner)
    const { bytes } = authenticator(cy.secret)
    for (const encoding of [cy.secret, bytes.toString('hex'), bytes.toString('base64')])
      expect(content).not.toContain(encoding)
    for (const code of cy.recoveryCodes) {
      expect(content).not.toContain(code)
      expect(content).not.toContain(code.replaceAll('-', ''))
      expect(content).not.toContain(digest(code))
    }
    expect(JSON.stringify(kit.app.queue.pendingJobs)).not.toContain('@')
  })
})

describe('changing 2FA', () => {
  test('new recovery codes and turning 2FA off need a current code', async () => {
    const eve = await addHolder('eve@example.com')
    for (const call of ['recovery-codes', 'turn-off'])
      expect((await eve.request('POST', `${SECOND_FACTOR}/${call}`, { code: '000000' })).status).toBe(400)
    const response = await eve.request('POST', `${SECOND_FACTOR}/recovery-codes`, { code: eve.code() })
    const { recoveryCodes } = response.json as AuthenticatorHolder
    expect(recoveryCodes).toHaveLength(10)
    const pending = await kit.app.signIn(eve.email)
    expect((await enterCode(pending, eve.recoveryCodes[0] ?? '')).status).toBe(400)
    expect((await enterCode(pending, recoveryCodes[0] ?? '')).status).toBe(204)
    kit.nextStep()
    const otherPending = await kit.app.signIn(eve.email)
    expect((await eve.request('POST', `${SECOND_FACTOR}/turn-off`, { code: eve.code() })).status).toBe(204)
    expect((await enterCode(otherPending, recoveryCodes[1] ?? '')).status).toBe(401)
    expect(await secondFactorOf(eve)).toMatchObject({ since: null, recoveryCodesLeft: 0 })
    expect((await eve.request('POST', `${SECOND_FACTOR}/turn-off`, { code: eve.code() })).status).toBe(409)
    expect(await isSignedIn(await kit.app.signIn(eve.email))).toBe(true)
    expect((await kit.emailSubjectsTo(eve.email)).slice(0, 2)).toEqual([
      'Two-factor authentication is off',
      'A recovery code was used',
    ])
    const entries = await kit.app.owner.rows<{ action: string }>(
      `select action from audit_log where actor = $1 and action like 'second-factor.%' and action <> 'second-factor.refused' order by created_at`,
      [`user:${eve.userId}`],
    )
    expect(entries.map(({ action }) => action)).toEqual([
      'second-factor.turned-on',
      'second-factor.recovery-codes-renewed',
      'second-factor.recovery-code-used',
      'second-factor.turned-off',
    ])
  })

  test('owners and administrators see its status; members do not', async () => {
    const owner = await kit.app.subscriber('owner@example.com')
    const member = await kit.app.member('hal@example.com', owner.organizationId, 'MEMBER')
    const { secret } = (await member.request('POST', `${SECOND_FACTOR}/start`)).json as AuthenticatorHolder
    await member.request('POST', `${SECOND_FACTOR}/confirm`, { code: kit.authenticatorOf(secret).code() })
    const listStatuses = async (person: Person) => {
      const response = await person.request('GET', `/api/organizations/${owner.organizationId}/members`)
      const members = response.json as { email: string; hasSecondFactor?: boolean }[]
      return members.map(({ email, hasSecondFactor }) => [email, hasSecondFactor])
    }
    expect(await listStatuses(owner)).toEqual([
      ['owner@example.com', false],
      ['hal@example.com', true],
    ])
    expect(await listStatuses(member)).toEqual([
      ['owner@example.com', undefined],
      ['hal@example.com', undefined],
    ])
  })

  test('is deleted with the account, including codes and pending sign-ins', async () => {
    const fay = await addHolder('fay@example.com')
    await kit.app.signIn(fay.email)
    expect((await fay.request('POST', '/api/profile/delete', { email: fay.email })).status).toBe(204)
    for (const table of ['second_factors', 'recovery_codes', 'pending_sign_ins'])
      expect(
        await kit.app.owner.row(`select 1 from ${table} where user_id = $1`, [fay.userId]),
      ).toBeUndefined()
  })

  test('moves secrets to the newest key, leaves unreadable ones, and keeps recovery codes working', async () => {
    const gus = await addHolder('gus@example.com')
    const newestSecrets = createSecrets([randomBytes(32), key])
    const deps = { db: kit.app.db, log: { error: () => {} }, secrets: newestSecrets } as never
    const service = secondFactorService(deps, {
      auth: kit.app.services.auth,
      brands: kit.app.services.brands,
    })
    const { resealed, unreadable } = await service.resealAll()
    expect([resealed > 3, unreadable]).toEqual([true, 0])
    expect(await service.resealAll()).toEqual({ resealed: 0, unreadable: 0 })
    // The running app does not have the new key.
    const pending = await kit.app.signIn(gus.email)
    expect((await enterCode(pending, gus.code())).status).toBe(503)
    expect((await enterCode(pending, gus.recoveryCodes[0] ?? '')).status).toBe(204)
  })
})
