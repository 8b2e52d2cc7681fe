import { expect, test } from 'vitest'
import { timeZoneOf } from './time-zone.ts'

const CHICAGO = { latitude: 41.88, longitude: -87.63 }

test.each([
  [CHICAGO, 'CA', 'America/Chicago'],
  [null, 'IL', 'America/Chicago'],
  [null, 'Illinois', 'America/Chicago'],
  [{ latitude: null, longitude: null }, 'WA', 'America/Los_Angeles'],
  [null, 'AK', null],
  // These are in two time zones.
  [null, 'TX', null],
  [null, 'IN', null],
  [null, 'AZ', null],
  [null, null, null],
])('the time zone of %j in %s is %s', (coordinates, state, zone) => {
  expect(timeZoneOf(coordinates, state)).toBe(zone)
})
