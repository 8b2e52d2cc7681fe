/** Steps from the first signal to a closing, in order; each implies the ones before. `lost` ends the way at any step. */
export const FUNNEL_MILESTONES = [
  'signal',
  'contacted',
  'conversation',
  'appointment_set',
  'appointment_held',
  'agreement_signed',
  'under_contract',
  'closed',
] as const

export const MILESTONES = [...FUNNEL_MILESTONES, 'lost'] as const
export type Milestone = (typeof MILESTONES)[number]
