import { z } from 'zod'
import { CHANNELS } from '#domain/compliance/outreach.ts'
import { apiEndpoint } from '../endpoint.ts'
import { callingHours, checkOutreachText, writeOutreach } from '../outreach.ts'
import { named } from './schemas.ts'

const verdict = named('OutreachVerdict', checkOutreachText.responses[200])

const draft = named(
  'OutreachDraft',
  z.object({
    contactId: z.string(),
    channel: z.enum(CHANNELS),
    text: z.string(),
    subject: z.string().nullable().describe('Of an email'),
    verdict,
    callingHours: callingHours.nullable().describe('Of calls and text messages'),
    warnings: z.array(z.string()).describe('Notes for the sender'),
    postalAddress: z.string().nullable().describe('Of emails and letters'),
    licenseLine: z.string().nullable().describe('The line about your license that the text carries'),
  }),
)

export const draftOutreach = apiEndpoint('POST /api/v1/contacts/{id}/outreach/drafts', {
  summary: 'Draft a message without any life events; 409 if the person opted out. Nothing is sent.',
  scope: 'outreach:draft',
  operationId: 'draftOutreach',
  rate: 'heavy',
  duration: 'long',
  body: named('OutreachDraftInput', writeOutreach.body),
  responses: { 200: draft },
})

export const checkOutreach = apiEndpoint('POST /api/v1/outreach/checks', {
  summary: 'Check a text with the outreach guard; the text is neither stored nor logged',
  scope: 'outreach:draft',
  operationId: 'checkOutreach',
  body: named('OutreachText', checkOutreachText.body),
  responses: { 200: verdict },
})
