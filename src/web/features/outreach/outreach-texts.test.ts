import { expect, test } from 'vitest'
import { emailUrl, smsUrl } from './outreach-texts.ts'

test('A38 encodes recipient, subject and body of a mailto link', () => {
  const address = emailUrl(
    'ada+home@example.com?bcc=eve@example.com',
    'A & B',
    'Hello,\n1 + 1 = 2 \ud800&cc=x',
  )
  const url = new URL(address)
  expect(url.pathname).toBe('ada%2Bhome@example.com%3Fbcc%3Deve%40example.com')
  expect([...url.searchParams.keys()]).toEqual(['subject', 'body'])
  expect(url.searchParams.get('subject')).toBe('A & B')
  expect(url.searchParams.get('body')).toBe('Hello,\r\n1 + 1 = 2 \ufffd&cc=x')
})

test('A38 encodes number and body of an sms link', () => {
  const url = new URL(smsUrl('+16305550142', 'Hi & bye?'))
  expect([url.pathname, url.searchParams.get('body')]).toEqual(['+16305550142', 'Hi & bye?'])
})
