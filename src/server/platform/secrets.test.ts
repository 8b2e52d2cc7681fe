import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createSecrets } from './secrets.ts'
import { keyFromDatabaseUrl, keyInDataDir } from './secrets-key.ts'

const [OLD, NEW] = [randomBytes(32), randomBytes(32)]
const SECRET = Buffer.from('a secret of somebody')

test('what is sealed is opened for whom it was sealed, and not as another one’s', () => {
  const secrets = createSecrets([OLD])
  const sealed = secrets.seal(SECRET, 'ann')
  expect(secrets.open(sealed, 'ann')).toEqual(SECRET)
  expect(secrets.open(sealed, 'bob')).toBeNull()
  expect(sealed.sealed.includes(SECRET)).toBe(false)
  expect(secrets.seal(SECRET, 'ann').sealed).not.toEqual(sealed.sealed)
})

test('no byte of it can be changed or left out', () => {
  const secrets = createSecrets([OLD])
  const { keyId, sealed } = secrets.seal(SECRET, 'ann')
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(secrets.open({ keyId, sealed: changed }, 'ann')).toBeNull()
    expect(secrets.open({ keyId, sealed: sealed.subarray(0, at) }, 'ann')).toBeNull()
  }
})

test('the newest key seals, older ones still open, and without its key nothing is opened', () => {
  const before = createSecrets([OLD]).seal(SECRET, 'ann')
  const both = createSecrets([NEW, OLD])
  expect(both.open(before, 'ann')).toEqual(SECRET)
  expect(createSecrets([NEW]).open(both.seal(SECRET, 'ann'), 'ann')).toEqual(SECRET)
  expect(createSecrets([NEW]).open(before, 'ann')).toBeNull()
})

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

test('the key beside embedded data is made once, for its owner alone', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-key-'))
  folders.push(folder)
  const file = path.join(folder, 'secrets.key')
  const key = keyInDataDir(folder)
  expect(key).toHaveLength(32)
  expect(keyInDataDir(folder)).toEqual(key)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8').trim()).toBe(key.toString('base64'))
  writeFileSync(file, 'half a key')
  expect(() => keyInDataDir(folder)).toThrow('holds no valid key')
})

test('a database elsewhere gives every process the same key, by its password', () => {
  const key = keyFromDatabaseUrl('postgres://owner:secret@db.example/ninefold')
  expect(keyFromDatabaseUrl('postgres://owner:secret@replica.example/ninefold')).toEqual(key)
  expect(keyFromDatabaseUrl('postgres://owner:other@db.example/ninefold')).not.toEqual(key)
})
