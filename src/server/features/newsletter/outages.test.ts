import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { smtpMailer } from '#server/platform/mail/mailer.ts'
import { startMailServer } from '#test/fakes/mail-server.ts'
import { openNewsletterApp, recipientsOf, TUESDAY } from '#test/workspaces/newsletter-issues.ts'

let issues: Awaited<ReturnType<typeof openNewsletterApp>>
beforeAll(async () => {
  issues = await openNewsletterApp()
})
afterAll(() => issues.app.close())
beforeEach(() => issues.reset())

const MINUTE = 60_000
const DAY = 86_400_000

const unavailableError = () =>
  Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET', originalCode: 'ECONNREFUSED' })

describe('P06 mail outages', () => {
  test('pauses an issue while no email can be sent, then sends it to each recipient once', async () => {
    const emails = await issues.subscribe(6)
    let isUnavailable = false
    const process = issues.newProcess(async () => {
      if (isUnavailable) throw unavailableError()
    })
    await process.service.openIssue(TUESDAY)
    const id = await issues.issueId()
    const push = process.sent.push.bind(process.sent)
    process.sent.push = (...batch) => {
      const length = push(...batch)
      isUnavailable = length === 2
      return length
    }
    await expect(process.service.sendIssue(id)).rejects.toThrow('ECONNREFUSED')
    expect(await issues.countByStatus()).toEqual({ sent: 2, waiting: 4 })
    await process.service.sendIssue(id)
    expect(process.sent).toHaveLength(2)
    for (let i = 0; i < 5; i++) await issues.runQueueAfter(process, 10)
    expect(await issues.countByStatus()).toEqual({ sent: 2, waiting: 4 })
    isUnavailable = false
    process.sent.push = push
    await issues.runQueueAfter(process, 16)
    expect(recipientsOf(process.sent)).toEqual(emails)
    expect(await issues.isOpen()).toBe(false)
    const tokens = await issues.app.owner.row('select count(*)::int as tokens from newsletter_tokens')
    expect(tokens).toEqual({ tokens: 6 })
  })

  test('works with a real mail server that fails and recovers', async () => {
    const emails = await issues.subscribe(4)
    const server = await startMailServer()
    try {
      const process = issues.newProcess((email) =>
        smtpMailer(server.url, 'Ninefold <hello@ninefold.example>').send(email),
      )
      server.refuse(true)
      await process.service.openIssue(TUESDAY)
      await process.queue.drain().catch(() => {})
      expect(server.mails).toEqual([])
      server.refuse(false)
      await issues.runQueueAfter(process, 1)
      expect(server.mails.flatMap(({ to }) => to).sort()).toEqual(emails)
    } finally {
      await server.stop()
    }
  })

  test('skips a rejecting address and retries a busy one without delaying others', async () => {
    const emails = await issues.subscribe(5)
    const [rejectingAddress, busyAddress] = emails
    let isBusy = true
    const process = issues.newProcess(async ({ to }) => {
      if (to === rejectingAddress)
        throw Object.assign(new Error(''), { command: 'RCPT TO', responseCode: 550 })
      if (to === busyAddress && isBusy)
        throw Object.assign(new Error(''), { command: 'RCPT TO', responseCode: 451 })
    })
    await process.service.openIssue(TUESDAY)
    await process.queue.drain()
    expect(await issues.countByStatus()).toEqual({ sent: 3, refused: 1, waiting: 1 })
    isBusy = false
    await issues.runQueueAfter(process, 16)
    expect(await issues.countByStatus()).toEqual({ sent: 4, refused: 1 })
    expect(await issues.isOpen()).toBe(false)
  })

  test('gives up an issue after six days, when the next one is due', async () => {
    await issues.subscribe(2)
    const process = issues.newProcess(() => Promise.reject(unavailableError()))
    await process.service.openIssue(TUESDAY)
    await process.queue.drain().catch(() => {})
    issues.clock.time += 6 * DAY + MINUTE
    await process.service.removeOutdated()
    expect(await issues.isOpen()).toBe(false)
    issues.clock.time += 90 * DAY
    await process.service.removeOutdated()
    expect(await issues.countByStatus()).toEqual({})
  })
})
