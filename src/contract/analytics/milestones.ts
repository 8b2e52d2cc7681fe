import { z } from 'zod'
import { subscriberEndpoint } from '../endpoint.ts'
import { isoDateTime, timeSince } from '../text.ts'
import { milestone, side } from './query.ts'

const MAX_CENTS = 100_000_000_000

/** A contact's way to a closing. */
const contactMilestones = z.object({
  milestones: z.array(
    z.object({
      milestone,
      side,
      firstAt: isoDateTime,
      memberId: z.string().nullable(),
      /** Only a later milestone implies it. */
      isImplied: z.boolean(),
    }),
  ),
  /** Milestones that people or programs reported, newest first. */
  marks: z.array(
    z.object({
      id: z.string(),
      milestone,
      side,
      at: isoDateTime,
      markedBy: z.string().nullable(),
      createdAt: isoDateTime,
    }),
  ),
  values: z.array(
    z.object({
      side,
      priceCents: z.number().nullable(),
      feeCents: z.number().nullable(),
      feePercent: z.number().nullable(),
    }),
  ),
})
export type ContactMilestones = z.infer<typeof contactMilestones>

export const getContactMilestones = subscriberEndpoint('GET /api/contacts/{id}/milestones', {
  summary: 'Milestones of a contact, what people reported about them, and the typed fees',
  responses: { 200: contactMilestones },
})
export const markMilestone = subscriberEndpoint('POST /api/contacts/{id}/milestones', {
  summary: 'Report that a contact reached a milestone; it implies the earlier ones',
  body: z.strictObject({
    milestone,
    side: side.default('seller'),
    /** Now by default, never in the future. */
    at: timeSince(1990).optional(),
  }),
  responses: { 201: contactMilestones },
})
export const unmarkMilestone = subscriberEndpoint('DELETE /api/contacts/{id}/milestones/{markId}', {
  summary: 'Undo a reported milestone',
  responses: { 200: contactMilestones },
})
export const setPipelineValue = subscriberEndpoint('PATCH /api/contacts/{id}/pipeline-value', {
  summary: 'Set the price and your fee of a deal; null removes them',
  body: z.strictObject({
    side,
    value: z
      .strictObject({
        priceCents: z.number().int().min(0).max(MAX_CENTS).nullish(),
        feeCents: z.number().int().min(0).max(MAX_CENTS).nullish(),
        feePercent: z.number().min(0).max(100).nullish(),
      })
      .refine(
        ({ feeCents, feePercent }) => feeCents == null || feePercent == null,
        'Send an amount or a percentage',
      )
      .refine(
        ({ priceCents, feePercent }) => feePercent == null || priceCents != null,
        'A percentage needs a price',
      )
      .nullable(),
  }),
  responses: { 200: contactMilestones },
})
