/** Prices of a year without a price list. */
export const sandboxMailPlans = { starter: 1_200, pro: 4_800, business: 18_000 };
