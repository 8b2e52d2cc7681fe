import { describe, expect, test } from 'vitest'
import { parseAddressCell } from './address-cell.ts'
import { joinStreet } from './join-street.ts'

const addressParts = (text: string) => {
  const { address, city, state, zipCode } = parseAddressCell(text)
  return [address, city, state, zipCode]
}

describe('parseAddressCell', () => {
  test.each([
    ['123 Main St, Apt 4, Lisle, IL 60532', ['123 Main St, Apt 4', 'Lisle', 'IL', '60532']],
    ['123 Main St Apt 4 Lisle IL 60532', ['123 Main St Apt 4', 'Lisle', 'IL', '60532']],
    ['123 Main St\nApt 4\nLisle, IL 60532-1234\nUSA', ['123 Main St, Apt 4', 'Lisle', 'IL', '60532-1234']],
    [
      '1600 Pennsylvania Ave NW Washington DC 20500',
      ['1600 Pennsylvania Ave NW', 'Washington', 'DC', '20500'],
    ],
    ['123 N 5th St #4 St Louis MO 63101', ['123 N 5th St #4', 'St Louis', 'MO', '63101']],
    ['4108 Marsielle St. Louis MO 63129', ['4108 Marsielle', 'St. Louis', 'MO', '63129']],
    ['55 Lake Dr Salt Lake City Utah 84111', ['55 Lake Dr', 'Salt Lake City', 'Utah', '84111']],
    ['500 Las Vegas Blvd S Las Vegas NV 89101', ['500 Las Vegas Blvd S', 'Las Vegas', 'NV', '89101']],
    ['88 Court St Boston Massachusetts', ['88 Court St', 'Boston', 'Massachusetts', '']],
    ['7 Broadway New York NY 10004', ['7 Broadway', 'New York', 'NY', '10004']],
    ['350 5th Ave, New York 10118', ['350 5th Ave', 'New York', 'New York', '10118']],
    ['100 Main St NE, Washington 20002', ['100 Main St NE', 'Washington', '', '20002']],
    ['77 Massachusetts Ave Cambridge MA 02139', ['77 Massachusetts Ave', 'Cambridge', 'MA', '02139']],
    ['12 Market Place Dr, Birch Run, MI 48415', ['12 Market Place Dr', 'Birch Run', 'MI', '48415']],
  ])('finds street, city, state and ZIP code in %j', (text, expected) =>
    expect(addressParts(text)).toEqual(expected),
  )

  test.each([
    ['PO Box 12, Lisle IL 60532', ['PO Box 12', 'Lisle', 'IL', '60532']],
    ['PO BOX 12345', ['PO BOX 12345', '', '', '']],
    ['RR 2 Box 15A, Elburn IL', ['RR 2 Box 15A', 'Elburn', 'IL', '']],
    ['4500 Highway 50 W, Lebanon, IL 62254', ['4500 Highway 50 W', 'Lebanon', 'IL', '62254']],
    ['28402 CR 561, Tavares, FL 32778', ['28402 CR 561', 'Tavares', 'FL', '32778']],
    ['N6W23001 Bluemound Rd Waukesha WI 53188', ['N6W23001 Bluemound Rd', 'Waukesha', 'WI', '53188']],
    ['12 1/2 Oak Ave, Aurora, Illinois', ['12 1/2 Oak Ave', 'Aurora', 'Illinois', '']],
    ['PSC 3 Box 1234, APO AE 09021', ['PSC 3 Box 1234', 'APO', 'AE', '09021']],
    ['RR 4 Box 42 D Ely MN 55731', ['RR 4 Box 42 D', 'Ely', 'MN', '55731']],
    ['6200 Camino del Rio San Diego CA 92108', ['6200 Camino del Rio', 'San Diego', 'CA', '92108']],
    ['Calle Luna 123, San Juan, PR 00901', ['Calle Luna 123', 'San Juan', 'PR', '00901']],
    ['1 Oak St Rm 5 Fl 3 Tampa FL 33602', ['1 Oak St Rm 5 Fl 3', 'Tampa', 'FL', '33602']],
  ])('reads boxes, routes and road numbers in %j', (text, expected) =>
    expect(addressParts(text)).toEqual(expected),
  )

  test.each([
    ['60532', ['', '', '', '60532']],
    ['Lisle, IL', ['', 'Lisle', 'IL', '']],
    ['60532 Lisle IL', ['', 'Lisle', 'IL', '60532']],
    ['2701 Thayer Street, Evanston, 60201', ['2701 Thayer Street', 'Evanston', '', '60201']],
    ['60 East Walton Street, 60611', ['60 East Walton Street', '', '', '60611']],
    ['5 Broadway, Cambridge MA 2139', ['5 Broadway', 'Cambridge', 'MA', '02139']],
    ['1 Oak Ave, Lisle IL605321234', ['1 Oak Ave, Lisle IL605321234', '', '', '']],
    ['123 Main St Springfield, IL62701', ['123 Main St', 'Springfield', 'IL', '62701']],
    ['1 Oak Ave, Lisle, IL, 605321234', ['1 Oak Ave', 'Lisle', 'IL', '60532-1234']],
    ['45 Oak St, 97204 Portland, OR', ['45 Oak St', 'Portland', 'OR', '97204']],
    ['90210 Oak Blvd, Beverly Hills, CA', ['90210 Oak Blvd', 'Beverly Hills', 'CA', '']],
    ['45 Oak St, Worcester, Mass. 01609', ['45 Oak St', 'Worcester', 'Mass.', '01609']],
    ['45 Oak St Austin TX zip 78701', ['45 Oak St', 'Austin', 'TX', '78701']],
    ['45 Oak St, Austin TX 78701 - 1234', ['45 Oak St', 'Austin', 'TX', '78701-1234']],
    ['45 Oak St, Austin, TX, USA, 78701', ['45 Oak St', 'Austin', 'TX', '78701']],
    ['45 Oak St - Austin - TX - 78701', ['45 Oak St', 'Austin', 'TX', '78701']],
    ['45 Oak St, Simsbury CT 6070-1212', ['45 Oak St', 'Simsbury', 'CT', '06070-1212']],
    ['45 Oak St, San Juan PR 909', ['45 Oak St', 'San Juan', 'PR', '00909']],
    ['45 Oak St, Roswell, Georgia, GA 30075', ['45 Oak St', 'Roswell', 'GA', '30075']],
    ['1105 Bolton Road, NW Atlanta, GA 30331', ['1105 Bolton Road, NW', 'Atlanta', 'GA', '30331']],
  ])('reads a partial address: %j', (text, expected) => expect(addressParts(text)).toEqual(expected))

  test.each([
    '12 Oak Ct',
    '12 OAK CT',
    '100 Main St NE',
    '1180 Peachtree Street, NE',
    '1750 Tysons Blvd 4th FL',
    '123 Main St, Rear',
    '123 Main St, Apt 4',
    '10 Downing St, London, United Kingdom',
    '111 Wellington St, Ottawa ON K1A 0A9',
    'Hauptstr. 5, 10115 Berlin, Germany',
    'call first',
    '',
  ])('finds no state or ZIP code in %j', (text) => expect(addressParts(text)).toEqual([text, '', '', '']))

  test('keeps text after the ZIP code', () => {
    expect(addressParts('1 Oak St, Austin, TX 78701 (gate 12)')).toEqual([
      '1 Oak St, (gate 12)',
      'Austin',
      'TX',
      '78701',
    ])
  })
})

describe('joinStreet', () => {
  test.each([
    [['123 Main St', 'Apt 4'], '123 Main St, Apt 4'],
    [['123 Main St', '4B'], '123 Main St, #4B'],
    [['123 Main St', '# 4'], '123 Main St, # 4'],
    [['123 Main St', 'Oak Building'], '123 Main St, Oak Building'],
    [['123 Main St', '', '12'], '123 Main St, PO Box 12'],
    [['', 'Apt 4', 'P.O. Box 7'], 'Apt 4, P.O. Box 7'],
    [['123 Main St\nUnit 5', ''], '123 Main St, Unit 5'],
  ])('keeps every line of %j', (lines, joinedStreet) =>
    expect(joinStreet(...toThreeLines(lines))).toBe(joinedStreet),
  )

  test.each([
    [['123 Main St Apt 4', '#4'], '123 Main St Apt 4'],
    [['123 Main St, Apt. 4', 'APT 4'], '123 Main St, Apt. 4'],
    [['123 Main St', '123 Main St Apt 4'], '123 Main St Apt 4'],
    [['PO Box 12', '', '12'], 'PO Box 12'],
  ])('does not repeat a part of %j', (lines, joinedStreet) =>
    expect(joinStreet(...toThreeLines(lines))).toBe(joinedStreet),
  )
})

function toThreeLines([firstLine = '', ...otherLines]: string[]): [string, string?, string?] {
  return [firstLine, otherLines[0], otherLines[1]]
}
