import { describe, expect, it } from 'vitest'
import { isDisposable } from './disposable-email.ts'
import { isEmailAddress, isRoleAddress, normalizeEmail } from './email.ts'

describe('email addresses', () => {
  it.each([
    'anna@example.com',
    "o'brien+tag@mail.example.co.uk",
    'A_b-c@x1.org',
    'a@xn--bcher-kva.example',
    `${'a'.repeat(64)}@example.com`,
  ])('%s is valid', (text) => {
    expect(isEmailAddress(text)).toBe(true)
  })

  it.each([
    '',
    'anna',
    '@example.com',
    'anna@',
    'anna@localhost',
    'anna@example',
    'anna@@example.com',
    'anna@exa mple.com',
    'a,b@example.com',
    'a@example.com,b@example.com',
    'Anna <anna@example.com>',
    'group:anna@example.com;',
    '"anna smith"@example.com',
    'anna@[127.0.0.1]',
    'anna@127.0.0.1',
    '.anna@example.com',
    'an..na@example.com',
    'anna.@example.com',
    'anna@-example.com',
    'anna@example-.com',
    'anna@example..com',
    'anna@example.com.',
    'anna@example.com\r\nBcc: x@example.com',
    'anna@example.com\n',
    'anna(comment)@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.com`,
  ])('%j is not valid', (text) => {
    expect(isEmailAddress(text)).toBe(false)
  })

  it('are parsed quickly at any length', () => {
    const startedAt = performance.now()
    for (const text of [`${'a.'.repeat(32_000)}@`, `a@${'b-'.repeat(32_000)}`, `a@${'b.'.repeat(32_000)}`])
      isEmailAddress(text)
    expect(performance.now() - startedAt).toBeLessThan(50)
  })

  it('are stored in lower case', () => {
    expect(normalizeEmail('  Anna@Example.COM ')).toBe('anna@example.com')
  })

  it('include disposable services and their subdomains', () => {
    expect(isDisposable('x@mailinator.com')).toBe(true)
    expect(isDisposable('X@Sub.Mailinator.com')).toBe(true)
    expect(isDisposable('anna@example.com')).toBe(false)
    expect(isDisposable('mailinator.com')).toBe(false)
  })

  it('distinguish roles from people', () => {
    expect(isRoleAddress('Info@example.com')).toBe(true)
    expect(isRoleAddress('sales+west@example.com')).toBe(true)
    expect(isRoleAddress('salesman@example.com')).toBe(false)
  })
})
