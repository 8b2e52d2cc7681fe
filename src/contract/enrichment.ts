import { z } from 'zod'
import type { PersonRecord } from '#domain/enrichment/person-record.ts'
import type { PropertyData } from '#domain/enrichment/property-record.ts'

const text = z.string().nullable()
const number = z.number().nullable()

const position = z.object({
  title: text,
  company: text,
  metro: text,
  city: text,
  state: text,
  startDate: text,
  endDate: text,
  remoteCapable: z.boolean(),
})

const knownAddress = z.object({
  street: text,
  city: text,
  state: text,
  zipCode: text,
  metro: text,
  moveInDate: text,
  accuracy: text,
  latitude: number,
  longitude: number,
})

/** The structured people data of `contacts.enrichmentData`. */
export const enrichmentData = z.object({
  name: z.object({ first: z.string(), last: z.string() }).nullable(),
  employment: z.object({ current: position.nullable(), history: z.array(position) }),
  education: z.array(
    z.object({
      school: text,
      degrees: z.array(z.string()),
      majors: z.array(z.string()),
      startDate: text,
      endDate: text,
      yearOnly: z.boolean(),
    }),
  ),
  social: z.object({ linkedin: text, facebook: text, twitter: text, github: text }),
  demographics: z.object({
    age: number,
    birthYear: number,
    ageRange: text,
    gender: text,
    industry: text,
    skills: z.array(z.string()),
    interests: z.array(z.string()),
    householdSize: number,
    household: z.array(
      z.object({ name: text, birthYear: number, relation: z.enum(['spouse', 'child', 'other']) }),
    ),
  }),
  phone: z
    .object({
      number: z.string(),
      carrier: text,
      lineType: text,
      ownedSince: text,
      ownerName: text.optional(),
    })
    .nullable(),
  addresses: z.array(knownAddress),
  alternateNames: z.array(z.string()),
  alternateEmails: z.array(z.string()),
  alternatePhones: z.array(z.object({ phoneNumber: z.string(), lineType: text })),
  alternateSources: z.record(z.string(), z.array(z.string())).optional(),
  additionalOwners: z.array(
    z.object({
      name: z.string(),
      ageRange: text,
      gender: text,
      phoneOwnershipStartDate: text,
      addresses: z.array(knownAddress),
    }),
  ),
  sources: z.record(
    z.string(),
    z.object({
      provider: z.string(),
      fetchedAt: z.string(),
      sample: z.boolean(),
      likelihood: z.number().optional(),
      refused: z.array(z.string()).optional(),
    }),
  ),
}) satisfies z.ZodType<PersonRecord>

const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

const mortgage = z.object({
  amount: number,
  lender: text,
  loanType: text,
  dueDate: text,
  recordedDate: text,
  interestRate: number,
  termMonths: number,
  adjustable: z.boolean(),
  firstResetDate: text,
})

/** The structured property data of `properties.propertyData`, by the groups of the Property tab. */
export const propertyData = z.object({
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
  saleHistory: z.array(
    z.object({
      date: text,
      recordedDate: text,
      price: number,
      disclosureType: text,
      documentType: text,
      transactionType: text,
      seller: text,
    }),
  ),
  mortgages: z.object({ first: mortgage.nullable(), second: mortgage.nullable() }),
  ownerNames: z.array(z.string()),
  listing: z.object({ listedOn: z.string(), price: number }).nullable(),
}) satisfies z.ZodType<PropertyData>
