import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { silentLog } from '#server/platform/log.ts'
import { newPost, newsletterIssues, recipients, TUESDAY } from '#test/workspaces/newsletter-issues.ts'

let issues: Awaited<ReturnType<typeof newsletterIssues>>
beforeAll(async () => {
  issues = await newsletterIssues()
})
afterAll(() => issues.app.close())
beforeEach(() => issues.forget())

describe('P06 the weekly issue', () => {
  test('goes to confirmed subscribers with the posts of the last seven days', async () => {
    const mailed = await issues.subscribe(3)
    await issues.subscribe(2, 'null, null, true')
    await issues.subscribe(2, 'now(), now(), false')
    issues.posts.push(
      newPost('too-old', '2026-11-16T23:59:59Z'),
      newPost('today', `${TUESDAY}T00:00:00.000Z`),
    )
    const { queue, sent, service } = issues.newProcess()
    await service.sendDigest(TUESDAY)
    await queue.drain()
    expect(recipients(sent)).toEqual(mailed)
    const mail = sent[0]!
    expect(mail.subject).toBe('Ninefold: Title of first and 1 more')
    for (const text of [
      'Title of first\nExcerpt of first\nhttps://ninefold.example/blog/first\n',
      '123 Example Street',
    ])
      expect(mail.text).toContain(text)
    expect(mail.text).not.toMatch(/too-old|today/)
    expect(await issues.isOpen()).toBe(false)
  })

  test('includes a post published at midnight on Tuesday once, a week later', async () => {
    await issues.subscribe(1)
    issues.posts = [newPost('midnight', `${TUESDAY}T00:00:00.000Z`)]
    const { queue, sent, service } = issues.newProcess()
    for (const day of [TUESDAY, '2026-12-01', '2026-12-08']) {
      await service.sendDigest(day)
      await queue.drain()
    }
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text).toContain('midnight')
  })

  test('sends no issue for a week without posts, and checks it only once', async () => {
    await issues.subscribe(1)
    issues.posts = []
    const { queue, sent, service } = issues.newProcess()
    await service.sendDigest(TUESDAY)
    issues.posts = [newPost('late', '2026-11-20T09:00:00Z')]
    await service.sendDigest(TUESDAY)
    await queue.drain()
    expect(sent).toEqual([])
    expect(issues.requested).toHaveLength(1)
  })

  test('has one token per email, and one click ends only that subscription', async () => {
    const [one, two] = await issues.subscribe(2)
    const { queue, sent, service } = issues.newProcess()
    await service.sendDigest(TUESDAY)
    await queue.drain()
    const mail = sent.find(({ to }) => to === one)
    const address = new URL(/<(.+)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '')
    expect(mail?.text).toContain(`https://ninefold.example/newsletter/unsubscribe${address.search}\n`)
    const answer = await issues.app.app.inject({
      method: 'POST',
      url: address.pathname + address.search,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(answer.statusCode).toBe(200)
    const left = await issues.app.owner.rows<{ email: string }>(
      'select email from newsletter_subscriptions where subscribed',
    )
    expect(left).toEqual([{ email: two }])
  })

  test('skips someone who unsubscribes before their email is sent', async () => {
    const [gone] = await issues.subscribe(3)
    const { queue, sent, service } = issues.newProcess()
    await service.sendDigest(TUESDAY)
    await issues.app.owner.run('update newsletter_subscriptions set subscribed = false where email = $1', [
      gone,
    ])
    await queue.drain()
    expect(sent).toHaveLength(2)
    expect(recipients(sent)).not.toContain(gone)
    expect(await issues.statuses()).toEqual({ sent: 2, skipped: 1 })
  })

  test("a title can't inject a header", async () => {
    await issues.subscribe(1)
    issues.posts = [
      { ...newPost('x', '2026-11-20T09:00:00Z'), title: `A\r\nBcc: eve@example.com ${'y'.repeat(300)}` },
    ]
    const { queue, sent, service } = issues.newProcess()
    await service.sendDigest(TUESDAY)
    await queue.drain()
    expect(sent[0]?.subject).toMatch(/^Ninefold: A Bcc: eve@example.com y+…$/)
    expect(sent[0]?.subject.length).toBeLessThan(140)
  })
})

describe('P06 each recipient gets an issue once', () => {
  test('two processes open one issue and share its 250 recipients', async () => {
    const mailed = await issues.subscribe(250)
    const slow = () => new Promise<void>((resolve) => setImmediate(resolve))
    const [one, two] = [issues.newProcess(slow), issues.newProcess(slow)]
    await Promise.all([one.service.sendDigest(TUESDAY), two.service.sendDigest(TUESDAY)])
    expect(await issues.app.owner.row('select count(*)::int as issues from newsletter_issues')).toEqual({
      issues: 1,
    })
    await Promise.all([one.service.sweep(), two.service.sweep()])
    await Promise.all([one.queue.drain(), two.queue.drain()])
    expect(recipients([...one.sent, ...two.sent])).toEqual(mailed)
    expect([one.sent.length > 0, two.sent.length > 0]).toEqual([true, true])
    await one.service.sendDigest(TUESDAY)
    await one.service.sendDigest('2026-11-26')
    await issues.runQueueAfter(one, 60)
    expect(one.sent.length + two.sent.length).toBe(250)
    expect(await issues.isOpen()).toBe(false)
  })

  test('a process stopped between sending and storing repeats no email; the rest follow', async () => {
    const mailed = await issues.subscribe(5)
    const db = openDatabase(issues.app.database.appUrl, { log: silentLog, max: 2 })
    let count = 0
    // The process stops after the server accepted the third email, so nothing more is stored.
    const dying = issues.newProcess(async () => {
      if (++count === 3) await db.close()
    }, db)
    await dying.service.sendDigest(TUESDAY)
    await expect(dying.service.sendIssue(await issues.issueId())).rejects.toThrow(/pool/)
    expect(await issues.statuses()).toEqual({ sent: 2, sending: 1, waiting: 2 })

    const next = issues.newProcess()
    await issues.runQueueAfter(next, 1)
    expect(await issues.isOpen()).toBe(true)
    await issues.runQueueAfter(next, 11)
    expect(recipients([...dying.sent, ...next.sent])).toEqual(mailed)
    expect(await issues.statuses()).toEqual({ sent: 4, unknown: 1 })
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
    await process.service.sendDigest(TUESDAY)
    await process.queue.drain()
    await issues.runQueueAfter(process, 60)
    expect(process.sent).toHaveLength(2)
    expect(await issues.statuses()).toEqual({ sent: 2, unknown: 1 })
  })
})
