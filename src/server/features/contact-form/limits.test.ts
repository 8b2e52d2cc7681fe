import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import type { AppError } from '#server/platform/errors.ts'
import { silentLog } from '#server/platform/log.ts'
import { FORM, openContactFormApp, SUPPORT } from '#test/workspaces/contact-form.ts'
import { contactFormService } from './service.ts'

let messages: Awaited<ReturnType<typeof openContactFormApp>>
beforeAll(async () => {
  messages = await openContactFormApp()
})
afterAll(() => messages.app.close())
beforeEach(() => messages.reset())

let senderCount = 0

/** Ages all counts by some minutes. */
const ageCounts = (minutes: number) =>
  messages.app.owner.run(
    `update rate_limits set window_start = window_start - make_interval(mins => $1) - random() * interval '1 second'`,
    [minutes],
  )

describe('P08 limits', () => {
  const sendFrom = async (ip: string, count: number) => {
    const statuses: number[] = []
    for (let i = 0; i < count; i++)
      statuses.push((await messages.send({ email: `p${senderCount++}@example.com` }, ip)).statusCode)
    return statuses
  }

  test('allow a network five messages in 15 minutes, and respond with the time to wait', async () => {
    expect(await sendFrom('192.0.2.1', 5)).toEqual(Array(5).fill(201))
    const response = await messages.send({ email: 'late@example.com' }, '192.0.2.1')
    expect([response.statusCode, response.json().code]).toEqual([429, 'rate_limited'])
    const seconds = Number(response.headers['retry-after'])
    expect(seconds).toBeGreaterThan(14 * 60)
    expect(seconds).toBeLessThanOrEqual(16 * 60)
    expect(await sendFrom('192.0.2.2', 1)).toEqual([201])
    await ageCounts(16)
    expect(await sendFrom('192.0.2.1', 1)).toEqual([201])
  })

  test('allow a network 20 messages a day', async () => {
    for (let round = 0; round < 4; round++) {
      expect(await sendFrom('192.0.2.7', 5)).toEqual(Array(5).fill(201))
      await ageCounts(20)
    }
    const response = await messages.send({ email: 'late@example.com' }, '192.0.2.7')
    expect(response.statusCode).toBe(429)
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(20 * 3600)
    await ageCounts(24 * 60)
    expect(await sendFrom('192.0.2.7', 1)).toEqual([201])
  })

  test('count the addresses of one IPv6 /64 as one network', async () => {
    for (let i = 0; i < 5; i++) await sendFrom(`2001:db8:0:1::${i + 1}`, 1)
    expect(await sendFrom('2001:db8:0:1:ffff::1', 1)).toEqual([429])
    expect(await sendFrom('2001:db8:0:2::1', 1)).toEqual([201])
    expect(await sendFrom('::ffff:192.0.2.77', 5)).toEqual(Array(5).fill(201))
    expect(await sendFrom('192.0.2.77', 1)).toEqual([429])
  })

  test('confirm three messages an hour and five a day per mailbox, and accept more without a confirmation', async () => {
    const countConfirmations = async (emails: string[]) => {
      for (const email of emails) expect((await messages.send({ email })).statusCode).toBe(201)
      await messages.app.queue.drain()
      return (messages.app.mailer.outbox ?? []).filter(({ to }) => /^cy\b/.test(to)).length
    }
    expect(await countConfirmations(['cy@example.com', 'cy+1@example.com', 'CY@example.com'])).toBe(3)
    expect(await countConfirmations(['cy+2@example.com', 'cy@example.com'])).toBe(3)
    await ageCounts(61)
    expect(await countConfirmations(Array(3).fill('cy@example.com'))).toBe(5)
    await ageCounts(61)
    expect(await countConfirmations(['cy@example.com'])).toBe(5)
    await ageCounts(24 * 60)
    expect(await countConfirmations(['cy@example.com'])).toBe(6)
    expect(await messages.listSubmissions()).toHaveLength(10)
    expect(messages.emailsTo(SUPPORT)).toHaveLength(10)
  })

  test("don't count or store a rejected message", async () => {
    expect(await sendFrom('192.0.2.9', 5)).toEqual(Array(5).fill(201))
    for (let i = 0; i < 9; i++)
      expect((await messages.send({ email: 'di@example.com' }, '192.0.2.9')).statusCode).toBe(429)
    expect(await messages.listSubmissions()).toHaveLength(5)
    await messages.send({ email: 'di@example.com' })
    await messages.app.queue.drain()
    expect(messages.emailsTo('di@example.com')).toHaveLength(1)
    await ageCounts(16)
    expect(await sendFrom('192.0.2.9', 1)).toEqual([201])
  })

  test('are shared by two concurrent processes on one database', async () => {
    const otherDb = openDatabase(messages.app.database.appUrl, { log: silentLog, max: 5 })
    const processes = [
      contactFormService(messages.deps),
      contactFormService({ ...messages.deps, db: otherDb }),
    ]
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        processes[i % 2]!.submit({ ...FORM, email: `q${i}@example.com` }, '198.51.100.1').then(
          () => 'taken',
          (error: AppError) => error.code,
        ),
      ),
    )
    await otherDb.close()
    expect(outcomes.filter((each) => each === 'taken')).toHaveLength(5)
    expect(outcomes.filter((each) => each === 'rate_limited')).toHaveLength(7)
    expect(await messages.listSubmissions()).toHaveLength(5)
    const buckets = await messages.app.owner.rows<{ bucket: string }>('select bucket from rate_limits')
    for (const { bucket } of buckets) expect(bucket).toMatch(/^contact-form:(network|address):[0-9a-f]{64}$/)
  })
})
