import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createSecrets } from './secrets.ts'
import { keyFromDatabaseUrl, keyInDataDir } from './secrets-key.ts'

const [OLD, NEW] = [randomBytes(32), randomBytes(32)]
const SECRET = Buffer.from('a secret of someone')

test('opens a secret only for its owner', () => {
  const secrets = createSecrets([OLD])
  const sealed = secrets.seal(SECRET, 'ann')
  expect(secrets.open(sealed, 'ann')).toEqual(SECRET)
  expect(secrets.open(sealed, 'bob')).toBeNull()
  expect(sealed.sealed.includes(SECRET)).toBe(false)
  expect(secrets.seal(SECRET, 'ann').sealed).not.toEqual(sealed.sealed)
})

test('detects any changed or missing byte', () => {
  const secrets = createSecrets([OLD])
  const { keyId, sealed } = secrets.seal(SECRET, 'ann')
  for (let at = 0; at < sealed.length; at++) {
    const changedBytes = Buffer.from(sealed)
    changedBytes.writeUInt8(changedBytes.readUInt8(at) ^ 1, at)
    expect(secrets.open({ keyId, sealed: changedBytes }, 'ann')).toBeNull()
    expect(secrets.open({ keyId, sealed: sealed.subarray(0, at) }, 'ann')).toBeNull()
  }
})

test('seals with the newest key, opens with older ones, and opens nothing without the key', () => {
  const before = createSecrets([OLD]).seal(SECRET, 'ann')
  const bothKeys = createSecrets([NEW, OLD])
  expect(bothKeys.open(before, 'ann')).toEqual(SECRET)
  expect(createSecrets([NEW]).open(bothKeys.seal(SECRET, 'ann'), 'ann')).toEqual(SECRET)
  expect(createSecrets([NEW]).open(before, 'ann')).toBeNull()
})

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

test('creates the key of an embedded database once, readable only by its owner', () => {
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

test('derives the same key in every process from the password of an external database', () => {
  const key = keyFromDatabaseUrl('postgres://owner:secret@db.example/ninefold')
  expect(keyFromDatabaseUrl('postgres://owner:secret@replica.example/ninefold')).toEqual(key)
  expect(keyFromDatabaseUrl('postgres://owner:other@db.example/ninefold')).not.toEqual(key)
})
