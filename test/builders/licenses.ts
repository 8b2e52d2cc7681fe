import type { LicenseInput, StoredLicense } from '#contract/licenses.ts'
import type { Person } from '../test-app.ts'

/** A license in Illinois, where marketing must name the brokerage. */
export const LICENSE = {
  state: 'IL',
  licensedName: 'Ada N. Okafor',
  licenseNumber: '475.123456',
  brokerageName: 'Okafor Realty LLC',
}

export async function addLicense(person: Person, fields: Partial<LicenseInput> = {}): Promise<StoredLicense> {
  const response = await person.request('POST', '/api/profile/licenses', { ...LICENSE, ...fields })
  if (response.status !== 201) throw new Error(`The license was not added: ${response.text}`)
  return response.json
}
