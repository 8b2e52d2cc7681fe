import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { signatureOf } from '#test/fakes/stripe-server.ts'
import { verifiedEvent } from './webhook-signature.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const SECRET = 'whsec_0123456789abcdef'
const NEXT_SECRET = 'whsec_fedcba9876543210'
const secondsFromNow = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)

const bodyOf = (livemode: boolean) =>
  JSON.stringify({
    id: 'evt_1',
    type: 'invoice.paid',
    created: 1,
    livemode,
    data: { object: { id: 'in_1' } },
  })
const BODY = bodyOf(false)

type SentWebhook = { body?: string; signature: string | undefined; secrets?: string[]; livemode?: boolean }

/** `taken`, or the reason for the refusal. */
function outcome({ body = BODY, signature, secrets = [SECRET], livemode = false }: SentWebhook): string {
  try {
    verifiedEvent(Buffer.from(body), signature, { secrets, livemode, now: NOW })
    return 'taken'
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    return `${code}: ${message}`
  }
}

/** Payloads that the official library does not sign. */
const signByHand = (secret: string, at = String(NOW.getTime() / 1000), body = BODY) =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`

test.each<[string, SentWebhook]>([
  ['by the secret', { signature: signatureOf(BODY, [SECRET], NOW) }],
  ['five minutes ago', { signature: signatureOf(BODY, [SECRET], secondsFromNow(-300)) }],
  ['in five minutes', { signature: signatureOf(BODY, [SECRET], secondsFromNow(300)) }],
  [
    'by the old secret, while both hold',
    { signature: signatureOf(BODY, [SECRET], NOW), secrets: [NEXT_SECRET, SECRET] },
  ],
  [
    'by the new secret, while both hold',
    { signature: signatureOf(BODY, [NEXT_SECRET], NOW), secrets: [SECRET, NEXT_SECRET] },
  ],
  [
    'by both secrets, while we know the old one',
    { signature: signatureOf(BODY, [NEXT_SECRET, SECRET], NOW) },
  ],
  [
    'by both secrets, while we know the new one',
    { signature: signatureOf(BODY, [SECRET, NEXT_SECRET], NOW), secrets: [NEXT_SECRET] },
  ],
  ['beside one of another scheme', { signature: `${signatureOf(BODY, [SECRET], NOW)},v0=00` }],
  [
    'for real money, with a live key',
    { body: bodyOf(true), signature: signatureOf(bodyOf(true), [SECRET], NOW), livemode: true },
  ],
])('Trust 16 accepts an event signed %s', (_how, signature) => {
  expect(outcome(signature)).toBe('taken')
})

test.each<[string, SentWebhook]>([
  ['with no signature', { signature: undefined }],
  ['with an empty signature', { signature: '' }],
  ['with a signature of nothing', { signature: 't=,v1=' }],
  ['signed by another secret', { signature: signatureOf(BODY, [NEXT_SECRET], NOW) }],
  ['signed by an empty secret', { signature: signByHand('') }],
  ['signed in another scheme', { signature: signatureOf(BODY, [SECRET], NOW).replace('v1=', 'v0=') }],
  [
    'with a re-serialised body',
    { body: JSON.stringify(JSON.parse(BODY), null, 1), signature: signatureOf(BODY, [SECRET], NOW) },
  ],
  ['signed more than five minutes ago', { signature: signatureOf(BODY, [SECRET], secondsFromNow(-301)) }],
  ['signed more than five minutes from now', { signature: signatureOf(BODY, [SECRET], secondsFromNow(301)) }],
  ['signed at no time', { signature: signByHand(SECRET, 'NaN') }],
  ['signed now, with a later time behind', { signature: `${signatureOf(BODY, [SECRET], NOW)},t=9999999999` }],
  [
    'for real money, with a test key',
    { body: bodyOf(true), signature: signatureOf(bodyOf(true), [SECRET], NOW) },
  ],
  ['of a test, with a live key', { signature: signatureOf(BODY, [SECRET], NOW), livemode: true }],
  [
    'that says no mode, with a live key',
    {
      body: BODY.replace('"livemode":false,', ''),
      signature: signatureOf(BODY.replace('"livemode":false,', ''), [SECRET], NOW),
      livemode: true,
    },
  ],
  ['that is none', { body: '[1]', signature: signatureOf('[1]', [SECRET], NOW) }],
])('Trust 16 rejects an event %s', (_how, sent) => {
  expect(outcome(sent)).toBe('invalid: The signature of this event is not valid')
})

test.each([[[]], [['']], [['  ']], [[SECRET, 'short']]])(
  'Trust 16 verifies nothing with the secrets %j',
  (secrets) => {
    expect(outcome({ signature: signByHand(''), secrets })).toContain(
      'The webhook secret must have at least 16 characters',
    )
  },
)
