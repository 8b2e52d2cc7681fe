import { describe, expect, it } from 'vitest'
import { mapCsvColumns, missingNameFields, pickContactFields } from './csv-columns.ts'

const pick = (row: Record<string, string>) =>
  pickContactFields(Object.values(row), mapCsvColumns(Object.keys(row)))

describe('A10 columns of a list', () => {
  it('Google Contacts', () => {
    const google = {
      'First Name': 'Anna',
      'Last Name': 'Smith',
      'E-mail 1 - Label': '* Home',
      'E-mail 1 - Value': '',
      'E-mail 2 - Value': 'second@example.com',
      'Phone 1 - Label': 'Mobile',
      'Phone 1 - Value': '630-555-0142',
      'Phone 2 - Value': '312-555-0143',
      'Address 1 - Street': '1 Main St',
      'Address 1 - City': 'Chicago',
      'Address 1 - Region': 'IL',
      'Address 1 - Postal Code': '60614',
      'Address 2 - City': 'Gary',
    }
    expect(pick(google)).toEqual({
      firstName: 'Anna',
      lastName: 'Smith',
      email: 'second@example.com',
      phone: '630-555-0142',
      address: '1 Main St',
      city: 'Chicago',
      state: 'IL',
      zipCode: '60614',
    })
  })

  it('Google Contacts before 2024', () => {
    expect(pick({ Name: 'Anna B. Smith', 'Given Name': 'Anna', 'Family Name': 'Smith' })).toMatchObject({
      firstName: 'Anna',
      lastName: 'Smith',
    })
  })

  it('Outlook: the mobile phone first, then home, then business', () => {
    const phones = {
      'First Name': 'A',
      'Last Name': 'B',
      'Business Phone': '1',
      'Home Phone': '2',
      'Mobile Phone': '3',
    }
    expect(pick(phones).phone).toBe('3')
    expect(pick({ ...phones, 'Mobile Phone': ' ' }).phone).toBe('2')
    expect(pick({ ...phones, 'Mobile Phone': '', 'Home Phone': '' }).phone).toBe('1')
  })

  it('unknown columns and repeated ones are named', () => {
    expect(mapCsvColumns(['First Name', 'Shoe Size', 'first name', '', 'Last Name']).unknown).toEqual([
      'Shoe Size',
      'first name',
    ])
  })

  it('a full name stands in for first and last name', () => {
    expect(missingNameFields(mapCsvColumns(['Full Name']))).toEqual([])
    expect(missingNameFields(mapCsvColumns(['Email', 'Surname']))).toEqual(['firstName'])
    expect(pick({ Name: 'Ludwig van Beethoven' })).toMatchObject({
      firstName: 'Ludwig',
      lastName: 'van Beethoven',
    })
    expect(pick({ Name: 'Cher' })).toMatchObject({ firstName: 'Cher', lastName: '' })
  })
})
