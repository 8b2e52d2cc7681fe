import { describe, expect, test } from 'vitest'
import { checkDkim, checkDmarc, checkSpf, isSenderBroken, isSenderReady } from './sender-records.ts'

const SERVER = 'mail.example.com'
/** Answers from a list of records; a name with null has a silent server. */
const dns = (records: Record<string, string[] | null>) => async (name: string) =>
  name in records ? (records[name] ?? null) : []

describe('SPF', () => {
  test.each([
    ['includes our servers', ['v=spf1 include:mail.example.com ~all'], 'ok'],
    ['includes them beside others', ['x=1', 'V=SPF1 a +include:mail.example.com. -all'], 'ok'],
    ['has no record', ['google-site-verification=1'], 'missing'],
    ['names other servers only', ['v=spf1 ip4:192.0.2.1 -all'], 'wrong'],
    ['rejects our servers', ['v=spf1 -include:mail.example.com ~all'], 'wrong'],
    ['only looks alike', ['v=spf10 include:mail.example.com'], 'missing'],
    ['names a longer domain', ['v=spf1 include:mail.example.com.evil.example ~all'], 'wrong'],
    ['has two records', ['v=spf1 include:mail.example.com ~all', 'v=spf1 -all'], 'wrong'],
  ])('of a domain that %s is %s', async (_, texts, state) => {
    expect(await checkSpf('elm.example', SERVER, dns({ 'elm.example': texts as string[] }))).toBe(state)
  })

  test('may include our servers through another domain', async () => {
    const records = {
      'elm.example': ['v=spf1 include:_spf.elm.example -all'],
      '_spf.elm.example': ['v=spf1 redirect=mail.example.com'],
    }
    expect(await checkSpf('elm.example', SERVER, dns(records))).toBe('ok')
  })

  test('ends for records that include each other without end', async () => {
    const names: string[] = []
    const read = async (name: string) => {
      names.push(name)
      return [
        `v=spf1 include:a${names.length}.example include:b${names.length}.example include:elm.example ~all`,
      ]
    }
    expect(await checkSpf('elm.example', SERVER, read)).toBe('wrong')
    expect(names.length).toBeLessThan(15)
  })

  test('is unknown while the server is silent, also that of an included domain', async () => {
    expect(await checkSpf('elm.example', SERVER, dns({ 'elm.example': null }))).toBe('unknown')
    const records = { 'elm.example': ['v=spf1 include:x.example ~all'], 'x.example': null }
    expect(await checkSpf('elm.example', SERVER, dns(records))).toBe('unknown')
  })
})

describe('DKIM', () => {
  const name = 'mail-1._domainkey.elm.example'
  test.each([
    [['v=DKIM1; k=rsa; p=KEY+/='], 'ok'],
    [['k=rsa;p = KEY+ /='], 'ok'],
    [['v=DKIM1; k=rsa; p='], 'wrong'],
    [['v=DKIM1; p=OTHER'], 'wrong'],
    [['v=DKIM1; p=KEY+/=', 'v=DKIM1; p=OTHER'], 'wrong'],
    [[], 'missing'],
    [null, 'unknown'],
  ])('with the records %j is %s', async (texts, state) => {
    expect(await checkDkim(name, 'KEY+/=', dns({ [name]: texts }))).toBe(state)
  })
})

describe('DMARC', () => {
  test.each([
    ['elm.example', { '_dmarc.elm.example': ['v=DMARC1; p=none'] }, 'ok'],
    ['mail.elm.example', { '_dmarc.elm.example': ['v=DMARC1;p=REJECT;rua=x'] }, 'ok'],
    ['elm.example', { '_dmarc.elm.example': ['v=DMARC1; p=later'] }, 'wrong'],
    ['elm.example', { '_dmarc.elm.example': ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] }, 'wrong'],
    ['elm.example', { '_dmarc.elm.example': ['hello'] }, 'missing'],
    ['elm.example', {}, 'missing'],
    ['elm.example', { '_dmarc.elm.example': null }, 'unknown'],
  ])('of %s with %j is %s', async (domain, records, state) => {
    expect(await checkDmarc(domain, dns(records as Record<string, string[] | null>))).toBe(state)
  })
})

test('a sender is ready with all three records, and broken by one that is known to be wrong', () => {
  expect(isSenderReady({ spf: 'ok', dkim: 'ok', dmarc: 'ok' })).toBe(true)
  expect(isSenderReady({ spf: 'ok', dkim: 'ok', dmarc: 'unknown' })).toBe(false)
  expect(isSenderBroken({ spf: 'ok', dkim: 'ok', dmarc: 'unknown' })).toBe(false)
  expect(isSenderBroken({ spf: 'ok', dkim: 'missing', dmarc: 'unknown' })).toBe(true)
})
