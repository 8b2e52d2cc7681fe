import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openContactFormApp, SUPPORT } from '#test/workspaces/contact-form.ts'

let messages: Awaited<ReturnType<typeof openContactFormApp>>
beforeAll(async () => {
  messages = await openContactFormApp()
})
afterAll(() => messages.app.close())
beforeEach(() => messages.reset())
afterEach(() => vi.restoreAllMocks())

describe('P08 contact-form emails', () => {
  test('are each sent once when the mail server is back', async () => {
    const sendSpy = vi.spyOn(messages.app.mailer, 'send').mockRejectedValue(new Error('connect ECONNREFUSED'))
    expect((await messages.send()).statusCode).toBe(201)
    await expect(messages.app.queue.drain()).rejects.toThrow('ECONNREFUSED')
    await messages.app.queue.drain()
    expect(sendSpy).toHaveBeenCalledTimes(1)
    sendSpy.mockRestore()
    await messages.app.services.contactForm.sweep()
    await messages.app.queue.drain()
    expect(messages.app.mailer.outbox).toHaveLength(0)
    messages.clock.time += 30_000
    for (let i = 0; i < 3; i++) {
      await messages.app.services.contactForm.sweep()
      await messages.app.queue.drain()
    }
    expect([messages.emailsTo(SUPPORT).length, messages.emailsTo('ann@example.com').length]).toEqual([1, 1])
  })

  test("aren't repeated when the other email fails", async () => {
    const originalSend = messages.app.mailer.send
    vi.spyOn(messages.app.mailer, 'send').mockImplementation((message) =>
      message.to === SUPPORT ? originalSend(message) : Promise.reject(new Error('away')),
    )
    await messages.send()
    await messages.app.queue.drain().catch(() => {})
    vi.restoreAllMocks()
    messages.clock.time += 60_000
    await messages.app.services.contactForm.sweep()
    await messages.app.queue.drain()
    expect([messages.emailsTo(SUPPORT).length, messages.emailsTo('ann@example.com').length]).toEqual([1, 1])
  })

  test('are sent once by two workers after a process stopped', async () => {
    vi.spyOn(messages.app.queue, 'send').mockRejectedValueOnce(new Error('stopped'))
    expect((await messages.send()).statusCode).toBe(201)
    const [row] = await messages.listSubmissions()
    await Promise.all([1, 2].map(() => messages.app.services.contactForm.sendEmails(String(row?.id))))
    expect(messages.app.mailer.outbox).toHaveLength(2)
  })

  test('are not retried for a rejected address, or after a week', async () => {
    const rejection = Object.assign(new Error('no such user'), { command: 'RCPT TO', responseCode: 550 })
    const originalSend = messages.app.mailer.send
    const sendSpy = vi
      .spyOn(messages.app.mailer, 'send')
      .mockImplementation((message) =>
        message.to === SUPPORT ? originalSend(message) : Promise.reject(rejection),
      )
    await messages.send()
    await messages.app.queue.drain()
    messages.clock.time += 3_600_000
    await messages.app.services.contactForm.sweep()
    await messages.app.queue.drain()
    expect(sendSpy).toHaveBeenCalledTimes(2)
    sendSpy.mockRejectedValue(new Error('away'))
    await messages.send({ email: 'old@example.com' })
    messages.clock.time += 8 * 86_400_000
    for (let i = 0; i < 3; i++) {
      await messages.app.services.contactForm.sweep()
      await messages.app.queue.drain().catch(() => {})
      messages.clock.time += 3_600_000
    }
    expect(sendSpy).toHaveBeenCalledTimes(3)
  })

  test('are deleted with the message after 24 months', async () => {
    await messages.send()
    const [row] = await messages.listSubmissions()
    messages.clock.time = Date.parse('2028-11-20T09:59:00Z')
    await messages.send({ email: 'bo@example.com' })
    await messages.app.services.contactForm.removeOld()
    expect(await messages.listSubmissions()).toHaveLength(2)
    messages.clock.time = Date.parse('2028-11-20T10:01:00Z')
    await messages.app.services.contactForm.removeOld()
    expect((await messages.listSubmissions()).map(({ id }) => id)).not.toContain(row?.id)
    expect(await messages.listSubmissions()).toHaveLength(1)
  })
})
