/**
 * Credits that the Professional plan grants at the start of each paid month. A separate file, because the first load of
 * the application shows them and doesn't need the texts of the plans.
 */
export const MONTHLY_CREDITS = 1000
