/**
 * Credits that the Professional plan grants at the start of each paid month. In a file of its own, because the first load
 * of the application shows it and doesn't need the texts of the plans.
 */
export const MONTHLY_CREDITS = 1000
