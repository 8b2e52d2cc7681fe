/** What a script is for; none of them has to do with anything known about a person's life. */
export const PURPOSES = ['market-update', 'home-value', 'check-in', 'follow-up'] as const
export type Purpose = (typeof PURPOSES)[number]
