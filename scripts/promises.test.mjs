import { describe, expect, test } from 'vitest'
import { countPromises, describePromises, promisesOf, readSuites } from './promises.mjs'

const suite = (...results) => ({
  assertionResults: results.map(([fullName, status = 'passed']) => ({ fullName, status })),
})

describe('the promises shown by a test run', () => {
  test.each([
    ['Trust 6 a dump holds no token', [6]],
    ['A24 Trust 12 the ledger as CSV', [12]],
    ['Trust 17 19 kill -9 in the middle', [17, 19]],
    ['Trust 17, 19 and 21 any process dies', [17, 19, 21]],
    ['Trust 17 Trust 19 any process dies of 100 uses', [17, 19]],
    ['Trust 3 the matrix Trust 3 every route', [3]],
    ['Trust 06 with its zero', [6]],
    ['Trust 8 200 addresses', [8]],
    ['Trust 26 does not exist', []],
    ['Trust 250 does not exist', []],
    ['Trusted 6', []],
    ['A02 the session', []],
  ])('%s', (name, numbers) => expect(promisesOf(name)).toEqual(numbers))

  test('counts passed and failed tests over all files and ignores skipped ones', () => {
    const counts = countPromises([
      suite(['Trust 6 one'], ['Trust 6 two', 'failed']),
      suite(['Trust 6 19 three'], ['Trust 6 four', 'skipped']),
    ])
    expect(counts[5]).toEqual({ passed: 2, failed: 1 })
    expect(counts[18]).toEqual({ passed: 1, failed: 0 })
  })

  test('counts promises without a passing test', () => {
    const passed = Array.from({ length: 25 }, (_, index) => [`Trust ${index + 1} holds`])
    expect(describePromises([suite(...passed)]).missing).toBe(0)
    const { lines, missing } = describePromises([suite(...passed.slice(1), ['Trust 1 holds', 'failed'])])
    expect(missing).toBe(1)
    expect(lines).toHaveLength(25)
    expect(lines[0]).toMatch(/^Trust 01 {2}tenant isolation.* {2}NOT SHOWN, 0 passed, 1 failed$/)
    expect(lines[5]).toMatch(/^Trust 06 {2}tokens and session ids {2,}1 passed$/)
  })

  test('treats a missing report as empty', () => {
    expect(readSuites(['/nowhere/report.json'])).toEqual([])
  })
})
