import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { smtpMailer } from '#server/platform/mail/mailer.ts'
import { dumpRows } from '#test/checks.ts'
import { startMailServer } from '#test/fakes/mail-server.ts'
import { FORM, openContactFormApp, START, SUPPORT } from '#test/workspaces/contact-form.ts'
import { contactFormService } from './service.ts'

let messages: Awaited<ReturnType<typeof openContactFormApp>>
beforeAll(async () => {
  messages = await openContactFormApp()
})
afterAll(() => messages.app.close())
beforeEach(() => messages.reset())

describe('P08 a message', () => {
  test('is stored, sent to the operator with the sender as reply-to, and confirmed', async () => {
    const response = await messages.send()
    expect([response.statusCode, response.body]).toEqual([201, '{"ok":true}'])
    await messages.app.queue.drain()
    expect(await messages.listSubmissions()).toMatchObject([
      { ...FORM, createdAt: new Date(START).toISOString() },
    ])
    const [toOperator] = messages.emailsTo(SUPPORT)
    expect(toOperator).toMatchObject({ replyTo: 'ann@example.com', subject: 'Contact form: A question' })
    for (const text of ['Ann Okafor', 'ann@example.com', 'Okafor Realty', '(555) 010-1234', '> Does it work'])
      expect(toOperator?.text).toContain(text)
    expect(toOperator?.text).toContain('\n> E-mail: eve@example.com')
    expect(messages.emailsTo('ann@example.com')).toMatchObject([
      { text: expect.stringContaining('within 24 hours') },
    ])
  })

  test('is confirmed without any text of the sender', async () => {
    await messages.send({
      firstName: 'BUYNOW',
      lastName: 'spam.example',
      subject: 'WIN',
      message: 'CHEAP',
      company: 'LTDX',
    })
    await messages.send({ email: 'bo@example.com' })
    await messages.app.queue.drain()
    const [firstEmail, secondEmail] = [
      messages.emailsTo('ann@example.com')[0],
      messages.emailsTo('bo@example.com')[0],
    ]
    expect(firstEmail?.text).toBe(secondEmail?.text)
    expect(firstEmail?.subject).toBe(secondEmail?.subject)
    expect(JSON.stringify(firstEmail)).not.toMatch(/BUYNOW|spam|WIN|CHEAP|LTDX/)
  })

  test('may omit company and phone, and stores the address in lower case', async () => {
    await messages.send({ company: '', phone: undefined, email: ' Ann@Example.COM ' })
    expect(await messages.listSubmissions()).toMatchObject([
      { company: null, phone: null, email: 'ann@example.com' },
    ])
  })

  test.each([
    ['firstName', ''],
    ['firstName', '   '],
    ['lastName', ''],
    ['subject', ''],
    ['message', ' \n '],
    ['email', ''],
    ['email', 'ann'],
    ['email', 'a@example.com, b@example.com'],
    ['email', 'a@example.com\nbcc: b@example.com'],
    ['message', 'x'.repeat(5001)],
    ['firstName', 'x'.repeat(101)],
    ['lastName', 'x'.repeat(101)],
    ['subject', 'x'.repeat(201)],
    ['company', 'x'.repeat(201)],
    ['phone', '5'.repeat(51)],
    ['message', 'a\u0000b'],
    ['message', '\ud800'],
    ['firstName', undefined],
    ['message', null],
  ])('is rejected with the name of the field for %s = %.30j', async (field, value) => {
    const response = await messages.send({ [field]: value })
    expect(response.statusCode).toBe(400)
    expect(response.json().fields[field]).toBeTruthy()
    expect(await messages.listSubmissions()).toEqual([])
  })

  test('is rejected with an unknown field', async () => {
    expect((await messages.send({ createdAt: '2020-01-01T00:00:00Z' })).statusCode).toBe(400)
  })

  test('from a bot is dropped with the same response', async () => {
    const personResponse = await messages.send()
    const botResponse = await messages.send({ website: 'https://spam.example', subject: 'Honeypot' })
    expect([botResponse.statusCode, botResponse.body]).toEqual([
      personResponse.statusCode,
      personResponse.body,
    ])
    expect(Object.keys(botResponse.headers).sort()).toEqual(Object.keys(personResponse.headers).sort())
    await messages.app.queue.drain()
    expect(await messages.listSubmissions()).toHaveLength(1)
    expect(messages.app.mailer.outbox).toHaveLength(2)
    expect(await dumpRows(messages.app.owner)).not.toContain('Honeypot')
    expect((await messages.send({ website: '', email: 'bo@example.com' })).statusCode).toBe(201)
    expect(await messages.listSubmissions()).toHaveLength(2)
  })
})

describe('P08 no field can become a header', () => {
  test.each(['firstName', 'lastName', 'email', 'company', 'phone', 'subject'])(
    'rejects %s with a line break',
    async (field) => {
      for (const lineBreak of ['\r\n', '\n', '\r', '\u0000']) {
        const response = await messages.send({ [field]: `a@example.com${lineBreak}Bcc: eve@example.com` })
        expect([lineBreak, response.statusCode]).toEqual([lineBreak, 400])
      }
      expect(await messages.listSubmissions()).toEqual([])
    },
  )

  test('sends emails with one recipient and our headers for any input', async () => {
    const server = await startMailServer()
    try {
      const service = contactFormService({
        ...messages.deps,
        mailer: smtpMailer(server.url, 'Ninefold <hello@ninefold.example>'),
      })
      const hostileText =
        '\u2028Bcc: eve@example.com\u0085Bcc: eve@example.com\u2029=?utf-8?q?=0D=0ABcc:_eve@example.com?='
      const hostileLines = `\n\nBcc: eve@example.com\n.\nRCPT TO:<eve@example.com>\n`
      await service.submit(
        {
          ...FORM,
          firstName: hostileText,
          subject: hostileText,
          company: hostileText,
          phone: null,
          message: `Hi${hostileLines}`,
        },
        '10.9.9.9',
      )
      for (const { id } of await messages.listSubmissions()) await service.sendEmails(String(id))
      expect(server.mails.map(({ to }) => to)).toEqual([[SUPPORT], ['ann@example.com']])
      for (const { text } of server.mails) {
        const headers = text.slice(0, text.search(/\r?\n\r?\n/))
        expect(headers).not.toMatch(/^(bcc|cc):/im)
        expect(headers.match(/^(to|reply-to):.*$/gim)).toHaveLength(2)
      }
      expect(server.mails[0]?.text).toMatch(/^Reply-To: ann@example\.com\r?$/m)
    } finally {
      await server.stop()
    }
  })
})

test('P08 lists messages for the operator only, newest first, page by page', async () => {
  for (let i = 0; i < 5; i++) {
    if (i !== 2) messages.clock.time += 1000
    await messages.send({ email: `p${i}@example.com`, subject: `Subject ${i}` })
  }
  const operator = await messages.app.signIn('operator@example.com')
  const owner = await messages.app.subscriber('owner@example.com')
  const url = '/api/admin/contact-submissions'
  expect((await messages.app.visitor('GET', url)).status).toBe(401)
  expect((await owner.request('GET', url)).status).toBe(403)
  const seenEmails: string[] = []
  let next: string | null = ''
  while (next !== null) {
    const page = await operator.request('GET', `${url}?limit=2${next && `&cursor=${next}`}`)
    expect(page.status).toBe(200)
    const { items: submissions, next: nextCursor } = page.json as {
      items: { email: string }[]
      next: string | null
    }
    seenEmails.push(...submissions.map(({ email }) => email))
    next = nextCursor
  }
  expect(seenEmails.slice(0, 2)).toEqual(['p4@example.com', 'p3@example.com'])
  expect([...seenEmails].sort()).toEqual([0, 1, 2, 3, 4].map((i) => `p${i}@example.com`))
  expect((await operator.request('GET', `${url}?cursor=nonsense`)).status).toBe(400)
  const { items: submissions } = (await operator.request('GET', url)).json as { items: object[] }
  expect(submissions[0]).toEqual({
    ...FORM,
    id: expect.any(String),
    email: 'p4@example.com',
    subject: 'Subject 4',
    createdAt: new Date(START + 4000).toISOString(),
  })
})
