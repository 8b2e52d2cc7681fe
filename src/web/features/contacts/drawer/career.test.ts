import { expect, test } from 'vitest'
import type { Position } from '#domain/enrichment/person-record.ts'
import { professionalHistory } from './career.ts'

function job(title: string): Position {
  return {
    title,
    company: null,
    metro: null,
    city: null,
    state: null,
    startDate: null,
    endDate: null,
    remoteCapable: false,
  }
}

test('A12 shows the current job and history entries 2 to 5 as previous positions', () => {
  const history = ['now', 'a', 'b', 'c', 'd', 'e'].map(job)
  const career = professionalHistory({ current: job('now'), history })
  expect(career.latest?.title).toBe('now')
  expect(career.isCurrent).toBe(true)
  expect(career.previous.map((position) => position.title)).toEqual(['a', 'b', 'c', 'd'])
})

test('A12 shows the last role without Current when between jobs', () => {
  const career = professionalHistory({ current: null, history: [job('last'), job('before')] })
  expect(career).toMatchObject({
    latest: { title: 'last' },
    isCurrent: false,
    previous: [{ title: 'before' }],
  })
})

test('A12 shows nothing when no job is known', () => {
  expect(professionalHistory({ current: null, history: [] })).toEqual({
    latest: null,
    isCurrent: false,
    previous: [],
  })
})
