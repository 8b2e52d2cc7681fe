// Which promises of SECURITY.md a whole run has shown: tests name theirs as "Trust 6" or "Trust 17 19", in their own
// title or in that of the group they stand in.
import { readFileSync } from 'node:fs'

/** The promises in short; SECURITY.md says each in full, under the same number. */
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
const NAMED = /\bTrust (\d{1,2}(?!\d)(?:(?:, ?| and | )\d{1,2}(?!\d))*)/g

/** The promises that a full test name states, as numbers from 1 to 25. */
export function promisesOf(name) {
  const numbers = [...name.matchAll(NAMED)].flatMap(([, list]) => list.match(/\d+/g).map(Number))
  return [...new Set(numbers)].filter((number) => number >= 1 && number <= PROMISES.length)
}

/** How many tests of each promise passed and failed in these results, as Vitest's JSON reporter writes them. */
export function countPromises(suites) {
  const counts = PROMISES.map(() => ({ passed: 0, failed: 0 }))
  for (const { fullName, status } of suites.flatMap(({ assertionResults }) => assertionResults)) {
    if (status !== 'passed' && status !== 'failed') continue
    for (const number of promisesOf(fullName)) counts[number - 1][status]++
  }
  return counts
}

/** A line for each promise, and how many of them no passing test has shown. */
export function describePromises(suites) {
  const lines = countPromises(suites).map(({ passed, failed }, index) => {
    const shown = `${passed} passed${failed > 0 ? `, ${failed} failed` : ''}`
    return `Trust ${String(index + 1).padStart(2, '0')}  ${PROMISES[index].padEnd(42)}${passed > 0 ? shown : `NOT SHOWN, ${shown}`}`
  })
  return { lines, missing: lines.filter((line) => line.includes('NOT SHOWN')).length }
}

/** The results in the reports of a run; one that was not written tells of no test. */
export function readSuites(files) {
  return files.flatMap((file) => {
    try {
      return JSON.parse(readFileSync(file, 'utf8')).testResults
    } catch {
      return []
    }
  })
}
