import { expect, test } from 'vitest'
import { createRegistryReader, type RegistryEntry } from './do-not-call-file.ts'

/** Reads a file in pieces of the given size. */
function readAll(file: string, size = file.length || 1) {
  const reader = createRegistryReader()
  const entries: string[] = []
  const note = ({ areaCode, number, isRemoved }: RegistryEntry) =>
    entries.push(`${isRemoved ? '-' : '+'}${areaCode}${String(number).padStart(7, '0')}`)
  for (let at = 0; at < file.length; at += size) reader.read(file.slice(at, at + size), note)
  reader.end(note)
  return { entries, skipped: reader.skipped() }
}

test.each([
  ['ten digits per line', '2025550142\n2025550143\n'],
  ['area code and number', '202,5550142\r\n202,5550143\r\n'],
  ['no line break at the end', '202,5550142\n202,5550143'],
  ['a header line and quotes', 'AreaCode,Phone\n"202","5550142"\n"202","5550143"\n'],
  ['dashes and country codes', '+12025550142\n1-202-555-0143\n'],
  ['parentheses', '(202) 555-0142\n+1 (202) 555-0143\n'],
  [
    'XML',
    '<?xml version="1.0"?>\n<list type="full"><ac val="202"><ph val="5550142"/><ph val="5550143"/></ac></list>',
  ],
])('reads %s', (_, file) => {
  for (const size of [1, 7, 1000])
    expect(readAll(file, size)).toEqual({
      entries: ['+2025550142', '+2025550143'],
      skipped: { count: 0, examples: [] },
    })
})

test.each([
  ['text', '202,5550142,2026-11-01,A\n202,5550143,2026-11-01,D\n'],
  ['XML', '<list><ac val="202"><ph val="5550142" chg="A"/><ph val="5550143" chg="D"/></ac></list>'],
])('reads additions and deletions of a change list as %s', (_, file) => {
  expect(readAll(file).entries).toEqual(['+2025550142', '-2025550143'])
})

test('preserves leading zeros and counts lines without a number', () => {
  const { entries, skipped } = readAll('202,0000001\n123,5550142\n202,555014\n\n2,0\n')
  expect(entries).toEqual(['+2020000001'])
  expect(skipped).toEqual({ count: 3, examples: ['123,5550142', '202,555014', '2,0'] })
})

test('reads an endless line in little memory', () => {
  const reader = createRegistryReader()
  reader.read('AreaCode,Phone\n', () => {})
  for (let n = 0; n < 100; n++) reader.read('9'.repeat(100_000), () => {})
  reader.end(() => {})
  expect(reader.skipped().count).toBe(1)
})
