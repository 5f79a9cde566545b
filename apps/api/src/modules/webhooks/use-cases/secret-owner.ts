/** What an endpoint's sealed secret is bound to. */
export const secretOwner = (endpointRowId: string): string => `webhook_endpoint:${endpointRowId}`;
