import type { ContactDetail } from '#contract/contacts.ts'
import type { Person } from '../test-app.ts'

/** Address of the sending company. */
export const COMPANY_ADDRESS = '12 Main St, Aurora, IL 60505'
export const SCRIPT_REQUEST = {
  channel: 'email',
  tone: 'friendly',
  length: 'medium',
  purpose: 'market-update',
}

/** A recipient in Naperville. */
export async function addRecipient(user: Person, extraFields: object = {}): Promise<ContactDetail> {
  const fields = {
    firstName: 'Hazel',
    lastName: 'Abernathy',
    city: 'Naperville',
    state: 'IL',
    zipCode: '60540',
  }
  return (await user.request('POST', '/api/contacts', { ...fields, ...extraFields })).json
}

export const setAddress = (user: Person, postalAddress: string | null) =>
  user.request('PATCH', `/api/organizations/${user.organizationId}/postal-address`, { postalAddress })
