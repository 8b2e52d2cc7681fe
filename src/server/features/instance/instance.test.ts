import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectModel } from '#server/platform/llm/connect-model.ts'
import { silentLog } from '#server/platform/log.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

const SETTINGS = { baseUrl: 'https://llm.example.com/v1', name: 'small-model', key: 'sk-canary' }

describe('A22 language model of the instance', () => {
  let connected: TestApp
  let embedded: TestApp
  beforeAll(async () => {
    connected = await createTestApp({ model: connectModel(SETTINGS, { log: silentLog }) })
    embedded = await createTestApp()
  })
  afterAll(async () => {
    await connected.close()
    await embedded.close()
  })

  test('is shown to signed-in users, without the key', async () => {
    const response = await (await connected.signIn('ann@example.com')).request(
      'GET',
      '/api/instance/language-model',
    )
    expect(response.json).toEqual({ kind: 'connected', name: 'small-model', host: 'llm.example.com' })
    const embeddedResponse = await (await embedded.signIn('ann@example.com')).request(
      'GET',
      '/api/instance/language-model',
    )
    expect(embeddedResponse.json).toEqual({ kind: 'embedded' })
  })

  test('is hidden from visitors', async () => {
    expect((await connected.visitor('GET', '/api/instance/language-model')).status).toBe(401)
    const response = await connected.visitor('GET', '/api/instance')
    expect(response.status).toBe(200)
    expect(response.text).not.toMatch(/small-model|llm\.example|sk-canary/)
  })
})
