import { describe, expect, it } from 'vitest'
import type { Position } from '../enrichment/person-record.ts'
import { judgeEmployer } from './employer-verification.ts'

const fetchedAt = '2026-03-10T12:00:00.000Z'
const position = (overrides: Partial<Position>): Position => ({
  title: 'Analyst',
  company: 'Acme',
  metro: null,
  city: null,
  state: null,
  startDate: '2021-03-15',
  endDate: null,
  remoteCapable: false,
  ...overrides,
})

function judge(current: Position | null, history: Position[] = [], birthYear: number | null = 1980) {
  const source = { provider: 'Acme People', fetchedAt, sample: false }
  return judgeEmployer({ employment: { current, history }, birthYear, source })
}

describe('A27 employer', () => {
  it.each<[Partial<Position>, string, string]>([
    [{}, 'verified', 'Acme People lists Acme as the current employer since March 2021'],
    [
      { startDate: '1998-01-01' },
      'verified',
      'Acme People lists Acme as the current employer since January 1998',
    ],
    [{ endDate: '2024-05-01' }, 'failed', 'Left Acme in 2024'],
    [
      { endDate: '2026-09-01' },
      'verified',
      'Acme People lists Acme as the current employer since March 2021',
    ],
    [{ startDate: null }, 'unverified', 'Acme People lists Acme without a start date'],
    [{ startDate: '2090-01-01' }, 'unverified', 'Acme People lists Acme with an impossible start date'],
    [{ startDate: '1850-01-01' }, 'unverified', 'Acme People lists Acme with an impossible start date'],
    [{ startDate: '1990-01-01' }, 'unverified', 'Acme People lists Acme with an impossible start date'],
    [{ startDate: 'March' }, 'unverified', 'Acme People lists Acme with an impossible start date'],
    [{ company: null }, 'unverified', 'Acme People lists no employer'],
  ])('verifies a current position with %j as %s', (overrides, status, reason) => {
    expect(judge(position(overrides))).toEqual({ status, reason, checkedAt: fetchedAt })
  })

  it('reports a past job without a newer one', () => {
    expect(judge(null, [position({ endDate: '2024-05-01' })])).toMatchObject({
      status: 'unverified',
      reason: 'Left Acme in 2024; no newer job found',
    })
    expect(judge(null)).toMatchObject({ status: 'unverified', reason: 'Acme People lists no employer' })
  })

  it('returns no verdict for a person who was never enriched', () => {
    expect(judgeEmployer(null)).toEqual({ status: 'unverified', reason: null, checkedAt: null })
  })
})
