import { expect, test } from 'vitest'
import { errorLine, logSettings } from './log.ts'

function postgresError(code: string, message: string) {
  return Object.assign(new Error(message), {
    name: 'error',
    code,
    detail: 'Key (email)=(ann@example.com) already exists.',
    where: 'unnamed portal parameter $1 = "Ann"',
    constraint: 'users_email',
    table: 'users',
  })
}

test('Trust 25 logs code, table and stack of a PostgreSQL error, never a quoted row', () => {
  const line = errorLine(postgresError('22P02', 'invalid input syntax for type uuid: "Ann Okafor"'))
  expect(line).toMatchObject({ code: '22P02', table: 'users', constraint: 'users_email' })
  expect(line.stack).toMatch(/^at .*log\.test\.ts/)
  expect(JSON.stringify(line)).not.toMatch(/ann|okafor/i)
})

test('Trust 25 omits parser messages everywhere', () => {
  let thrown: unknown
  try {
    JSON.parse('Ann Okafor')
  } catch (error) {
    thrown = new Error('Row of Ann could not be read', { cause: error })
  }
  expect(JSON.stringify(errorLine(thrown))).not.toMatch(/ann|okafor/i)
})

test('keeps messages that operators need', () => {
  expect(errorLine(postgresError('57014', 'canceling statement due to statement timeout')).message).toBe(
    'canceling statement due to statement timeout',
  )
  expect(errorLine(new TypeError("Cannot read properties of null (reading 'id')")).message).toMatch(
    /reading 'id'/,
  )
  expect(errorLine(new Error('Connection terminated unexpectedly')).message).toBe(
    'Connection terminated unexpectedly',
  )
})

test('A40 logs no token of a path', () => {
  const { req } = logSettings('info').serializers
  const url = '/feeds/tasks/nf_feed_4bZq0vWfG1xXo2kPq7Rr8sTtUuVvWw0AbCdE.ics?token=secret'
  expect(req({ method: 'GET', url })).toEqual({ method: 'GET', path: '/feeds/tasks/nf_feed_….ics' })
})
