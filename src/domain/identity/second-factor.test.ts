import { expect, test } from 'vitest'
import { base32, groupCharacters, keyUri, parseCode } from './second-factor.ts'

test.each([
  ['123456', { kind: 'app', code: '123456' }],
  [' 123 456\n', { kind: 'app', code: '123456' }],
  ['１２３４５６', { kind: 'app', code: '123456' }],
  ['abcd-efgh-jkmn-pqrs', { kind: 'recovery', code: 'ABCDEFGHJKMNPQRS' }],
  ['O0il 1111 2222 zzzz', { kind: 'recovery', code: '001111112222ZZZZ' }],
])('reads %j', (input, parsed) => {
  expect(parseCode(input)).toEqual(parsed)
})

test.each(['', '12345', '1234567', 'abcd-efgh-jkmn-pqr', 'abcd-efgh-jkmn-pqru', '12345x', '٣٤٥٦٧٨'])(
  'rejects %j',
  (typed) => {
    expect(parseCode(typed)).toBeNull()
  },
)

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('RFC 4648, section 10: %j in base 32', (text, base32Text) => {
  expect(base32(new TextEncoder().encode(text))).toBe(base32Text)
})

test('shows a secret in groups of four', () => {
  expect(groupCharacters('ABCDEFGHIJKL')).toBe('ABCD EFGH IJKL')
  expect(groupCharacters('ABCDEF', '-')).toBe('ABCD-EF')
})

test('puts any issuer and account in the QR code URI', () => {
  const uri = keyUri('Ninefold: Real & Estate', 'ann+a@example.com', 'ABCD')
  expect(uri).toBe(
    'otpauth://totp/Ninefold%20%20Real%20%26%20Estate:ann%2Ba%40example.com?secret=ABCD&issuer=Ninefold%20%20Real%20%26%20Estate',
  )
})
