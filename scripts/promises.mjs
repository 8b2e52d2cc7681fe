// Finds the promises of SECURITY.md that a full test run has shown. Tests name them as "Trust 6" or "Trust 17 19" in their
// title or that of their group.
import { readFileSync } from 'node:fs'

/** Short names of the promises; SECURITY.md has each in full under the same number. */
const PROMISES = [
  'tenant isolation, three times',
  'no route without a declaration',
  'the matrix of routes and people',
  'canaries of another organization',
  'columns that no request may write',
  'tokens and session ids',
  'sign-in links stay where they belong',
  'limits of sign-in; no enumeration',
  'cookies, and changes that count at once',
  'calls that another site asks for',
  'content policy and script payloads',
  'CSV and vCard output',
  'generated requests',
  'malformed contact lists',
  "a model's words",
  'webhooks, once and in any order',
  'invariants of what is stored',
  'credits under parallel calls',
  'kill -9 in the middle of work',
  'providers and mail away',
  'database restart and shutdown',
  'overload and limits',
  'large imports',
  'several processes on one database',
  'personal data, erasure, backup',
]
const TRUST_NUMBERS = /\bTrust (\d{1,2}(?!\d)(?:(?:, ?| and | )\d{1,2}(?!\d))*)/g

/** The numbers (1 to 25) of the promises in a full test name. */
export function promisesOf(name) {
  const numbers = [...name.matchAll(TRUST_NUMBERS)].flatMap(([, list]) => list.match(/\d+/g).map(Number))
  return [...new Set(numbers)].filter((number) => number >= 1 && number <= PROMISES.length)
}

/** Counts passed and failed tests per promise in Vitest's JSON results. */
export function countPromises(suites) {
  const counts = PROMISES.map(() => ({ passed: 0, failed: 0 }))
  for (const { fullName, status } of suites.flatMap(({ assertionResults }) => assertionResults)) {
    if (status !== 'passed' && status !== 'failed') continue
    for (const number of promisesOf(fullName)) counts[number - 1][status]++
  }
  return counts
}

/** A line per promise, and the number of promises without a passing test. */
export function describePromises(suites) {
  const lines = countPromises(suites).map(({ passed, failed }, index) => {
    const result = `${passed} passed${failed > 0 ? `, ${failed} failed` : ''}`
    return `Trust ${String(index + 1).padStart(2, '0')}  ${PROMISES[index].padEnd(42)}${passed > 0 ? result : `NOT SHOWN, ${result}`}`
  })
  return { lines, missing: lines.filter((line) => line.includes('NOT SHOWN')).length }
}

/** The results in the reports of a run; a missing report has no tests. */
export function readSuites(files) {
  return files.flatMap((file) => {
    try {
      return JSON.parse(readFileSync(file, 'utf8')).testResults
    } catch {
      return []
    }
  })
}
