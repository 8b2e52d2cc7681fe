import { z } from 'zod'
import {
  AGREEMENT_SIDES,
  AGREEMENT_STATUSES,
  BROKERS,
  RELATIONSHIPS,
} from '#domain/activities/relationship.ts'
import { contactDetail } from './contacts.ts'
import { subscriberEndpoint } from './endpoint.ts'

const day = z.iso.date('This is not a valid date')

export const setRelationship = subscriberEndpoint('PATCH /api/contacts/{id}/relationship', {
  summary: 'Set how you know a contact and the date of their last closing with you',
  body: z
    .strictObject({ relationship: z.enum(RELATIONSHIPS).nullable(), lastClosingOn: day.nullable() })
    .partial()
    .refine((changes) => Object.keys(changes).length > 0, 'Send a relationship or a closing date'),
  responses: { 200: contactDetail },
})

export const agreementTerms = z.strictObject({
  broker: z.enum(BROKERS),
  status: z.enum(AGREEMENT_STATUSES),
  /** Last day of the agreement. */
  endsOn: day.nullable().default(null),
})

export const setAgreement = subscriberEndpoint('PATCH /api/contacts/{id}/agreement', {
  summary:
    'Set the exclusive agreement of a contact as a seller or buyer; null removes it. With another broker it takes the contact off Today while it lasts.',
  body: z.strictObject({
    side: z.enum(AGREEMENT_SIDES),
    agreement: agreementTerms.nullable(),
  }),
  responses: { 200: contactDetail },
})
