/** Binds an endpoint's encrypted secret to the endpoint. */
export const secretOwner = (endpointRowId: string): string => `webhook_endpoint:${endpointRowId}`;
