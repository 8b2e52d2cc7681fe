import { z } from 'zod'
import { contactDetail } from './contacts.ts'
import { subscriberEndpoint } from './endpoint.ts'

export const enrichContact = subscriberEndpoint('POST /api/contacts/{id}/enrich', {
  summary: 'Enrich a contact: one credit per match, free again within 24 hours',
  duration: 'wait',
  responses: { 200: contactDetail, 202: z.object({ status: z.literal('running') }) },
})
