import type { IsoDate } from './person-record.ts'

export type Mortgage = {
  amount: number | null
  lender: string | null
  loanType: string | null
  dueDate: IsoDate | null
  recordedDate: IsoDate | null
  /** Annual rate in percent: 6.5 is 6.5%. */
  interestRate: number | null
  termMonths: number | null
  adjustable: boolean
  firstResetDate: IsoDate | null
}

export type Sale = {
  date: IsoDate | null
  recordedDate: IsoDate | null
  price: number | null
  /** `1` full, `2` partial, anything else none. */
  disclosureType: string | null
  documentType: string | null
  transactionType: string | null
  seller: string | null
}

type Facts = Record<string, string | number | boolean | null>

/** The fourteen groups of the Property tab; a group without data is an empty object or list. */
export type PropertyData = {
  buildingSize: Facts
  rooms: Facts
  construction: Facts
  parking: Facts
  summary: Facts
  interior: Facts
  utilities: Facts
  lot: Facts
  assessment: Facts
  tax: Facts
  owner: Facts
  area: Facts
  saleHistory: Sale[]
  mortgages: { first: Mortgage | null; second: Mortgage | null }
  /** Full names on the title, newest deed. */
  ownerNames: string[]
  /** Current listing for sale. */
  listing: { listedOn: IsoDate; price: number | null } | null
}

/** A property of a contact as stored in the `properties` table, without ids. Money in whole dollars. */
export type PropertyRecord = {
  address: string
  city: string | null
  state: string | null
  zipCode: string | null
  propertyType: string | null
  bedrooms: number | null
  bathrooms: number | null
  squareFeet: number | null
  yearBuilt: number | null
  estimatedValue: number | null
  lastSaleDate: IsoDate | null
  lastSalePrice: number | null
  /** Years since the last sale. */
  ownershipLength: number | null
  propertyData: PropertyData
}

/** Property data without any facts. */
export const NO_PROPERTY_DATA: PropertyData = {
  buildingSize: {},
  rooms: {},
  construction: {},
  parking: {},
  summary: {},
  interior: {},
  utilities: {},
  lot: {},
  assessment: {},
  tax: {},
  owner: {},
  area: {},
  saleHistory: [],
  mortgages: { first: null, second: null },
  ownerNames: [],
  listing: null,
}
