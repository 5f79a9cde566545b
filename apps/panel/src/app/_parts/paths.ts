export type DomainTab = "dnssec" | "history";

export const domainPath = (name: string, tab?: DomainTab) =>
  `/domains/${encodeURIComponent(name)}${tab ? `/${tab}` : ""}`;
export const mailPath = (domainName: string) => `/mail/${encodeURIComponent(domainName)}`;
export const webhookPath = (id: string) => `/webhooks/${encodeURIComponent(id)}`;
