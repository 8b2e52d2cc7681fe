import { z } from 'zod'
import { contactDetail } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { optionalLine, uuid } from './text.ts'

const REASON_MAX = 200

export const setDoNotContact = endpoint({
  method: 'PATCH',
  path: '/api/contacts/{id}/do-not-contact',
  summary: 'Say that a person must not be contacted, or may be again; open automatic tasks go',
  access: 'subscriber',
  rate: 'write',
  params: z.object({ id: uuid }),
  body: z.strictObject({ doNotContact: z.boolean(), reason: optionalLine(REASON_MAX) }),
  answers: { 200: contactDetail },
})
