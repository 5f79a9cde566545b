/** The version of Stripe's API that answers and events have: the one of the SDK release that the API uses. */
export const apiVersion = "2025-09-30.clover";
