import { z } from 'zod'
import { US_STATES } from '#domain/identity/address.ts'
import { memberEndpoint } from './endpoint.ts'
import { optionalLine, requiredLine } from './text.ts'

const STATE_CODES = US_STATES.map(({ code }) => code)

/** The fields of a license as a form sends them. */
export const licenseInput = z.strictObject({
  state: z.enum(STATE_CODES, 'Choose a state'),
  /** Name on the license. */
  licensedName: requiredLine(100),
  licenseNumber: requiredLine(40),
  /** As the license says it, such as "Licensed Real Estate Salesperson". */
  licenseType: optionalLine(80),
  /** Name of the brokerage as licensed. */
  brokerageName: requiredLine(120),
  /** The responsible broker. */
  brokerName: optionalLine(100),
  brokerLicenseNumber: optionalLine(40),
  brokeragePhone: optionalLine(32),
  brokerageAddress: optionalLine(200),
  /** Link to the state's notice about brokerage services, for emails. */
  noticeUrl: optionalLine(300).refine(
    (url) => url === null || (url.startsWith('https://') && URL.canParse(url)),
    'Enter a link that starts with https://',
  ),
})
export type LicenseInput = z.infer<typeof licenseInput>

const license = z.object({
  id: z.string(),
  state: z.string(),
  licensedName: z.string(),
  licenseNumber: z.string(),
  licenseType: z.string().nullable(),
  brokerageName: z.string(),
  brokerName: z.string().nullable(),
  brokerLicenseNumber: z.string().nullable(),
  brokeragePhone: z.string().nullable(),
  brokerageAddress: z.string().nullable(),
  noticeUrl: z.string().nullable(),
})
export type StoredLicense = z.infer<typeof license>

export const listLicenses = memberEndpoint('GET /api/profile/licenses', {
  summary: 'List your real-estate licenses in this organization, one for each state',
  responses: { 200: z.array(license) },
})

export const addLicense = memberEndpoint('POST /api/profile/licenses', {
  summary: 'Add a real-estate license; 409 if you already have one for the state',
  body: licenseInput,
  responses: { 201: license },
})

export const changeLicense = memberEndpoint('PATCH /api/profile/licenses/{id}', {
  summary: 'Replace the fields of one of your licenses',
  body: licenseInput,
  responses: { 200: license },
})

export const deleteLicense = memberEndpoint('DELETE /api/profile/licenses/{id}', {
  summary: 'Delete one of your licenses',
})
