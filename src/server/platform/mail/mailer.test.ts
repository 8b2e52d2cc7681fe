import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailServer } from '#test/fakes/mail-server.ts'
import { emailFailureOf, type Mailer, outboxMailer, smtpMailer } from './mailer.ts'

let server: Awaited<ReturnType<typeof startMailServer>>
let mailer: Mailer

beforeAll(async () => {
  server = await startMailServer()
  mailer = smtpMailer(server.url, 'Ninefold <hello@ninefold.example>')
})
afterAll(() => server.stop())

const MAIL = { subject: 'Your sign-in link', text: 'https://ninefold.example/auth/verify?token=abc' }

test('A02 an email reaches exactly its one address', async () => {
  await mailer.send({ to: 'ada@example.com', ...MAIL })
  expect(server.mails.at(-1)).toMatchObject({ from: 'hello@ninefold.example', to: ['ada@example.com'] })
  expect(server.mails.at(-1)?.text).toContain('Subject: Your sign-in link')
  expect(server.mails.at(-1)?.text).toContain('token=abc')
})

test('P17 a sender given in parts stays one address with any name', async () => {
  const name = 'Elm "the \\best" <x@evil.example>, Ünï'
  await smtpMailer(server.url, { name, address: 'help@elm.example' }).send({ to: 'ada@example.com', ...MAIL })
  const { from, text = '' } = server.mails.at(-1) ?? {}
  expect(from).toBe('help@elm.example')
  expect(text.replace(/\r\n[ \t]+/g, ' ')).toMatch(/^From: [^\r]+ <help@elm\.example>\r$/m)
})

test('A02 an address that looks like a list reaches no one else', async () => {
  const before = server.mails.length
  await mailer.send({ to: 'ada@example.com, eve@example.com', ...MAIL }).catch(() => {})
  const recipients = server.mails.slice(before).flatMap(({ to }) => to)
  expect(recipients).not.toContain('eve@example.com')
})

test('P06 sends headers and reply address, and keeps a long one-click link in one piece', async () => {
  const link = `<https://ninefold.example/api/newsletter/unsubscribe?token=${'x'.repeat(43)}>`
  const headers = { 'List-Unsubscribe': link, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  await mailer.send({ to: 'ada@example.com', ...MAIL, replyTo: 'bo@example.com', headers })
  const { text = '', to } = server.mails.at(-1) ?? {}
  expect(to).toEqual(['ada@example.com'])
  const unfolded = `\n${text}`.replace(/\r\n[ \t]+/g, ' ')
  expect(unfolded).toContain(`\nList-Unsubscribe: ${link}\r\n`)
  expect(unfolded).toContain('\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  expect(unfolded).toMatch(/^Reply-To: bo@example\.com\r$/m)
})

test('sends text, HTML and the pictures that the HTML shows', async () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47])
  await mailer.send({
    to: 'ada@example.com',
    ...MAIL,
    html: '<p><img src="cid:stages@report" alt="Steps"></p>',
    attachments: [{ filename: 'funnel.png', content: png, contentType: 'image/png', cid: 'stages@report' }],
  })
  const { text = '' } = server.mails.at(-1) ?? {}
  const types = Array.from(text.matchAll(/^Content-Type: ([\w/]+)/gm), ([, type]) => type)
  expect(types).toEqual([
    'multipart/alternative',
    'text/plain',
    'multipart/related',
    'text/html',
    'image/png',
  ])
  expect(text).toContain('Content-ID: <stages@report>')
  expect(text).toContain(png.toString('base64'))
})

test('P08 a header value can’t inject another header', async () => {
  const evil = 'a@example.com\r\nBcc: eve@example.com'
  const before = server.mails.length
  await mailer
    .send({ to: 'ada@example.com', ...MAIL, replyTo: evil, headers: { 'X-Note': evil } })
    .catch(() => {})
  await mailer.send({ to: 'ada@example.com', text: 'x', subject: evil }).catch(() => {})
  for (const email of server.mails.slice(before)) {
    expect(email.to).toEqual(['ada@example.com'])
    expect(email.text).not.toMatch(/^bcc:/im)
  }
})

test.each([
  ['unreachable', () => server.refuse(true), () => mailer.send({ to: 'ada@example.com', ...MAIL })],
  [
    'unreachable',
    () => {},
    () => smtpMailer('smtp://127.0.0.1:1', 'a@example.com').send({ to: 'b@example.com', ...MAIL }),
  ],
])('P06 an unaccepted email may be sent again (%s)', async (failure, prepare, send) => {
  prepare()
  const error = await send().catch((thrown: unknown) => thrown)
  server.refuse(false)
  expect(emailFailureOf(error)).toBe(failure)
})

test.each([
  [{ command: 'RCPT TO', responseCode: 550 }, 'rejected'],
  [{ command: 'DATA', responseCode: 554 }, 'rejected'],
  [{ command: 'RCPT TO', responseCode: 451 }, 'deferred'],
  [{ command: 'AUTH PLAIN', code: 'EAUTH', responseCode: 535 }, 'unreachable'],
  [{ command: 'CONN', code: 'ETIMEDOUT', timeoutType: 'CONNECT_TIMEOUT' }, 'unreachable'],
  [{ command: 'CONN', code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT' }, 'unknown'],
  [{ command: 'CONN', code: 'ESOCKET', originalCode: 'ECONNRESET' }, 'unknown'],
  [{}, 'unknown'],
])('P06 the failure %j means: %s', (error, failure) => {
  expect(emailFailureOf(error)).toBe(failure)
})

test('Trust 20 a rejecting server is an error, so that the job is retried', async () => {
  server.refuse(true)
  await expect(mailer.send({ to: 'ada@example.com', ...MAIL })).rejects.toThrow()
  server.refuse(false)
  await mailer.send({ to: 'ada@example.com', ...MAIL })
  expect(server.mails.at(-1)?.to).toEqual(['ada@example.com'])
})

test('A02 the outbox keeps the newest 50 emails without a mail server', async () => {
  const printedLines: string[] = []
  const outbox = outboxMailer({ now: () => new Date('2026-11-20T10:00:00Z') }, (line) =>
    printedLines.push(line),
  )
  for (let i = 0; i < 60; i++) await outbox.send({ to: `p${i}@example.com`, ...MAIL })
  expect(outbox.outbox).toHaveLength(50)
  expect(outbox.outbox?.[0]).toMatchObject({ to: 'p59@example.com', sentAt: '2026-11-20T10:00:00.000Z' })
  expect(printedLines[0]).toContain('token=abc')
})
