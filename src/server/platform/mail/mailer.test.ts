import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailServer } from '#test/fakes/mail-server.ts'
import { type Mailer, outboxMailer, smtpMailer } from './mailer.ts'

let server: Awaited<ReturnType<typeof startMailServer>>
let mailer: Mailer

beforeAll(async () => {
  server = await startMailServer()
  mailer = smtpMailer(server.url, 'Ninefold <hello@ninefold.example>')
})
afterAll(() => server.stop())

const MAIL = { subject: 'Your sign-in link', text: 'https://ninefold.example/auth/verify?token=abc' }

test('A02 a mail reaches exactly the one address it is for', async () => {
  await mailer.send({ to: 'ada@example.com', ...MAIL })
  expect(server.mails.at(-1)).toMatchObject({ from: 'hello@ninefold.example', to: ['ada@example.com'] })
  expect(server.mails.at(-1)?.text).toContain('Subject: Your sign-in link')
  expect(server.mails.at(-1)?.text).toContain('token=abc')
})

test('A02 an address that spells a list goes to nobody else', async () => {
  const before = server.mails.length
  await mailer.send({ to: 'ada@example.com, eve@example.com', ...MAIL }).catch(() => {})
  const reached = server.mails.slice(before).flatMap(({ to }) => to)
  expect(reached).not.toContain('eve@example.com')
})

test('Trust 20 a server that refuses is an error, so that the job is repeated, and later takes the mail', async () => {
  server.refuse(true)
  await expect(mailer.send({ to: 'ada@example.com', ...MAIL })).rejects.toThrow()
  server.refuse(false)
  await mailer.send({ to: 'ada@example.com', ...MAIL })
  expect(server.mails.at(-1)?.to).toEqual(['ada@example.com'])
})

test('A02 without a mail server the outbox keeps the newest 50 mails, newest first', async () => {
  const printed: string[] = []
  const kept = outboxMailer({ now: () => new Date('2026-11-20T10:00:00Z') }, (line) => printed.push(line))
  for (let i = 0; i < 60; i++) await kept.send({ to: `p${i}@example.com`, ...MAIL })
  expect(kept.outbox).toHaveLength(50)
  expect(kept.outbox?.[0]).toMatchObject({ to: 'p59@example.com', sentAt: '2026-11-20T10:00:00.000Z' })
  expect(printed[0]).toContain('token=abc')
})
