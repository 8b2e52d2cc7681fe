import { describe, expect, test } from 'vitest'
import { findings, knownAddress, person, position } from '#test/fixtures/detection-input.ts'

const detectHire = (overrides: Parameters<typeof position>[0], addresses = [knownAddress()]) => {
  const current = position(overrides)
  return findings({ current: { person: person({ employment: { current, history: [current] }, addresses }) } })
}

describe('DT1 a new job in another metro', () => {
  test('fires on the start of the job', () => {
    expect(detectHire({})).toEqual([['DT1', 'destinations.metro', 0.65, '2026-09-01']])
  })

  test('lowers confidence for remote-capable jobs', () => {
    expect(detectHire({ remoteCapable: true })).toEqual([['DT1', 'destinations.metro', 0.26, '2026-09-01']])
  })

  test('fires by distance when the metros are unknown', () => {
    const home = [knownAddress({ metro: null })]
    expect(detectHire({ metro: null, latitude: 39.74, longitude: -104.99 }, home)[0]?.[0]).toBe('DT1')
    expect(detectHire({ metro: null, latitude: 41.9, longitude: -87.6 }, home)).toEqual([])
    expect(detectHire({ metro: null }, home)).toEqual([])
  })

  test('does not fire on old, unknown, past or implausible starts', () => {
    for (const startDate of ['2026-01-01', null, '2090-01-01']) expect(detectHire({ startDate })).toEqual([])
    expect(detectHire({ endDate: '2026-10-01' })).toEqual([])
  })

  test('does not fire without the home’s metro or on a phone’s area code', () => {
    expect(detectHire({}, [])).toEqual([])
    const phone = { number: '+13035550100', carrier: null, lineType: 'Mobile', ownedSince: '2026-10-01' }
    expect(findings({ current: { person: person({ phone, addresses: [knownAddress()] }) } })).toEqual([])
  })
})

describe('DT2 a new job in the same metro', () => {
  const local = { metro: 'Chicago, Illinois', city: 'Evanston', state: 'IL' }

  test('fires on the start of the job, remote or not', () => {
    expect(detectHire(local)).toEqual([['DT2', 'destinations.local', 0.75, '2026-09-01']])
    expect(detectHire({ ...local, remoteCapable: true })[0]?.[2]).toBe(0.75)
  })

  test('fires in the same city without a known metro', () => {
    expect(detectHire({ metro: null, city: 'Naperville', state: 'Illinois' }, [])[0]?.[0]).toBe('DT2')
    expect(detectHire({ metro: null, city: 'Naperville', state: null }, [])).toEqual([])
  })
})
