/** Purposes of a script. None of them relates to a person's life events. */
export const PURPOSES = ['market-update', 'home-value', 'check-in', 'follow-up'] as const
export type Purpose = (typeof PURPOSES)[number]
