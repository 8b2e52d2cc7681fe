import { expect, test } from 'vitest'
import { createZipCodes } from './zip-codes.ts'

const zipCodes = createZipCodes()

test('A27 a ZIP code has a city, state, county and coordinates with accuracy', async () => {
  expect(await zipCodes.find('60614')).toEqual({
    zipCode: '60614',
    cities: ['Chicago'],
    state: 'IL',
    county: 'Cook',
    countyFips: '031',
    latitude: 41.9229,
    longitude: -87.6483,
    accuracy: 'ZIP',
  })
})

test.each([
  ['00501', 'Holtsville', 'NY'],
  ['02139', 'Cambridge', 'MA'],
  ['99950', 'Ketchikan', 'AK'],
  ['09012', 'APO', 'AE'],
])('A27 %s is %s, %s', async (zipCode, city, state) => {
  expect(await zipCodes.find(zipCode)).toMatchObject({ cities: [city], state })
})

test.each(['00000', '99999', '1234', '60614-1234', '', 'sixty'])('A27 %j is no ZIP code', async (zipCode) => {
  expect(await zipCodes.find(zipCode)).toBeNull()
})
