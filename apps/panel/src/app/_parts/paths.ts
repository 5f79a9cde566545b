export type DomainTab = "dnssec" | "history";

export const domainPath = (name: string, tab?: DomainTab) =>
  `/domains/${encodeURIComponent(name)}${tab ? `/${tab}` : ""}`;
export const mailPath = (domainName: string) => `/mail/${encodeURIComponent(domainName)}`;
export const webhookPath = (id: string) => `/webhooks/${encodeURIComponent(id)}`;

export type SettingsTab = "security" | "people" | "api-keys" | "audit-log" | "workspace";
export const settingsPath = (tab?: SettingsTab) => (tab ? `/settings/${tab}` : "/settings");

export const newApiKeyPath = "/settings/api-keys/new";
export const apiKeyPath = (id: string) => `/settings/api-keys/${encodeURIComponent(id)}`;
