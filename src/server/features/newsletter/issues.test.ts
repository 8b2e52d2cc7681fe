import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { silentLog } from '#server/platform/log.ts'
import { newPost, openNewsletterApp, recipientsOf, TUESDAY } from '#test/workspaces/newsletter-issues.ts'

let issues: Awaited<ReturnType<typeof openNewsletterApp>>
beforeAll(async () => {
  issues = await openNewsletterApp()
})
afterAll(() => issues.app.close())
beforeEach(() => issues.reset())

describe('P06 the weekly issue', () => {
  test('goes to confirmed subscribers with the posts of the last seven days', async () => {
    const emails = await issues.subscribe(3)
    await issues.subscribe(2, 'null, null, true')
    await issues.subscribe(2, 'now(), now(), false')
    issues.posts.push(
      newPost('too-old', '2026-11-16T23:59:59Z'),
      newPost('today', `${TUESDAY}T00:00:00.000Z`),
    )
    const { queue, sent, service } = issues.newProcess()
    await service.openIssue(TUESDAY)
    await queue.drain()
    expect(recipientsOf(sent)).toEqual(emails)
    const email = sent[0]!
    expect(email.subject).toBe('Ninefold: Title of first and 1 more')
    for (const text of [
      'Title of first\nExcerpt of first\nhttps://ninefold.example/blog/first\n',
      '123 Example Street',
    ])
      expect(email.text).toContain(text)
    expect(email.text).not.toMatch(/too-old|today/)
    expect(await issues.isOpen()).toBe(false)
  })

  test('includes a post published at midnight on Tuesday once, a week later', async () => {
    await issues.subscribe(1)
    issues.posts = [newPost('midnight', `${TUESDAY}T00:00:00.000Z`)]
    const { queue, sent, service } = issues.newProcess()
    for (const day of [TUESDAY, '2026-12-01', '2026-12-08']) {
      await service.openIssue(day)
      await queue.drain()
    }
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text).toContain('midnight')
  })

  test('sends no issue for a week without posts, and checks it only once', async () => {
    await issues.subscribe(1)
    issues.posts = []
    const { queue, sent, service } = issues.newProcess()
    await service.openIssue(TUESDAY)
    issues.posts = [newPost('late', '2026-11-20T09:00:00Z')]
    await service.openIssue(TUESDAY)
    await queue.drain()
    expect(sent).toEqual([])
    expect(issues.requestedSince).toHaveLength(1)
  })

  test('has one token per email, and one click ends only that subscription', async () => {
    const [first, second] = await issues.subscribe(2)
    const { queue, sent, service } = issues.newProcess()
    await service.openIssue(TUESDAY)
    await queue.drain()
    const email = sent.find(({ to }) => to === first)
    const url = new URL(/<(.+)>/.exec(email?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '')
    expect(email?.text).toContain(`https://ninefold.example/newsletter/unsubscribe${url.search}\n`)
    const response = await issues.app.app.inject({
      method: 'POST',
      url: url.pathname + url.search,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(response.statusCode).toBe(200)
    const remaining = await issues.app.owner.rows<{ email: string }>(
      'select email from newsletter_subscriptions where subscribed',
    )
    expect(remaining).toEqual([{ email: second }])
  })

  test('skips someone who unsubscribes before their email is sent', async () => {
    const [unsubscribed] = await issues.subscribe(3)
    const { queue, sent, service } = issues.newProcess()
    await service.openIssue(TUESDAY)
    await issues.app.owner.run('update newsletter_subscriptions set subscribed = false where email = $1', [
      unsubscribed,
    ])
    await queue.drain()
    expect(sent).toHaveLength(2)
    expect(recipientsOf(sent)).not.toContain(unsubscribed)
    expect(await issues.countByStatus()).toEqual({ sent: 2, skipped: 1 })
  })

  test("a title can't inject a header", async () => {
    await issues.subscribe(1)
    issues.posts = [
      { ...newPost('x', '2026-11-20T09:00:00Z'), title: `A\r\nBcc: eve@example.com ${'y'.repeat(300)}` },
    ]
    const { queue, sent, service } = issues.newProcess()
    await service.openIssue(TUESDAY)
    await queue.drain()
    expect(sent[0]?.subject).toMatch(/^Ninefold: A Bcc: eve@example.com y+…$/)
    expect(sent[0]?.subject.length).toBeLessThan(140)
  })
})

describe('P06 each recipient gets an issue once', () => {
  test('two processes open one issue and share its 250 recipients', async () => {
    const emails = await issues.subscribe(250)
    const delay = () => new Promise<void>((resolve) => setImmediate(resolve))
    const [first, second] = [issues.newProcess(delay), issues.newProcess(delay)]
    await Promise.all([first.service.openIssue(TUESDAY), second.service.openIssue(TUESDAY)])
    expect(await issues.app.owner.row('select count(*)::int as issues from newsletter_issues')).toEqual({
      issues: 1,
    })
    await Promise.all([first.service.sweep(), second.service.sweep()])
    await Promise.all([first.queue.drain(), second.queue.drain()])
    expect(recipientsOf([...first.sent, ...second.sent])).toEqual(emails)
    expect([first.sent.length > 0, second.sent.length > 0]).toEqual([true, true])
    await first.service.openIssue(TUESDAY)
    await first.service.openIssue('2026-11-26')
    await issues.runQueueAfter(first, 60)
    expect(first.sent.length + second.sent.length).toBe(250)
    expect(await issues.isOpen()).toBe(false)
  })

  test('a process stopped between sending and storing sends no email twice; the others follow', async () => {
    const emails = await issues.subscribe(5)
    const db = openDatabase(issues.app.database.appUrl, { log: silentLog, max: 2 })
    let count = 0
    // The process stops after the server accepted the third email, so nothing more is stored.
    const stopping = issues.newProcess(async () => {
      if (++count === 3) await db.close()
    }, db)
    await stopping.service.openIssue(TUESDAY)
    await expect(stopping.service.sendIssue(await issues.issueId())).rejects.toThrow(/pool/)
    expect(await issues.countByStatus()).toEqual({ sent: 2, sending: 1, waiting: 2 })

    const nextProcess = issues.newProcess()
    await issues.runQueueAfter(nextProcess, 1)
    expect(await issues.isOpen()).toBe(true)
    await issues.runQueueAfter(nextProcess, 11)
    expect(recipientsOf([...stopping.sent, ...nextProcess.sent])).toEqual(emails)
    expect(await issues.countByStatus()).toEqual({ sent: 4, unknown: 1 })
    expect(await issues.isOpen()).toBe(false)
  })

  test('a connection lost while sending causes no second email', async () => {
    await issues.subscribe(3)
    let isFirst = true
    const process = issues.newProcess(async () => {
      if (!isFirst) return
      isFirst = false
      throw Object.assign(new Error('reset'), { code: 'ESOCKET', originalCode: 'ECONNRESET' })
    })
    await process.service.openIssue(TUESDAY)
    await process.queue.drain()
    await issues.runQueueAfter(process, 60)
    expect(process.sent).toHaveLength(2)
    expect(await issues.countByStatus()).toEqual({ sent: 2, unknown: 1 })
  })
})
