import { z } from 'zod'

const text = z.string().nullable()
const number = z.number().nullable()
/** `YYYY-MM-DD` */
const isoDate = text

const mortgage = z.object({
  amount: number,
  lender: text,
  loanType: text,
  dueDate: isoDate,
  recordedDate: isoDate,
  /** Annual rate in percent: 6.5 is 6.5%. */
  interestRate: number,
  termMonths: number,
  adjustable: z.boolean(),
  firstResetDate: isoDate,
})
export type Mortgage = z.infer<typeof mortgage>

const sale = z.object({
  date: isoDate,
  recordedDate: isoDate,
  price: number,
  /** `1` full, `2` partial, anything else none. */
  disclosureType: text,
  documentType: text,
  transactionType: text,
  seller: text,
})
export type Sale = z.infer<typeof sale>

const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

/** The fourteen groups of the Property tab; a group without data is an empty object or list. */
const propertyData = z.object({
  buildingSize: facts,
  rooms: facts,
  construction: facts,
  parking: facts,
  summary: facts,
  interior: facts,
  utilities: facts,
  lot: facts,
  assessment: facts,
  tax: facts,
  owner: facts,
  area: facts,
  saleHistory: z.array(sale),
  mortgages: z.object({ first: mortgage.nullable(), second: mortgage.nullable() }),
  /** Full names on the title, newest deed. */
  ownerNames: z.array(z.string()),
  /** Current listing for sale. */
  listing: z.object({ listedOn: z.string(), price: number }).nullable(),
})
export type PropertyData = z.infer<typeof propertyData>

/** A property of a contact as stored in the `properties` table, without ids. Money in whole dollars. */
export const propertyRecord = z.object({
  address: z.string(),
  city: text,
  state: text,
  zipCode: text,
  propertyType: text,
  bedrooms: number,
  bathrooms: number,
  squareFeet: number,
  yearBuilt: number,
  estimatedValue: number,
  lastSaleDate: isoDate,
  lastSalePrice: number,
  /** Years since the last sale. */
  ownershipLength: number,
  propertyData,
})
export type PropertyRecord = z.infer<typeof propertyRecord>

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
